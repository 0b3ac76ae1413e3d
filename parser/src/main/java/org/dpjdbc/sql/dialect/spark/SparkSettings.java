package org.dpjdbc.sql.dialect.spark;

import java.util.List;

/**
 * Settings of a server or a session that change what a query means, which errors it meets, or
 * whether it can be stopped. The manual lists them with the reasons. Spark takes settings that a
 * version does not have.
 */
final class SparkSettings {
  /** The first one has names in braces stand for themselves. */
  static final List<String> PINNING =
      List.of(
          "SET spark.sql.variable.substitute = false",
          "SET spark.sql.ansi.doubleQuotedIdentifiers = false",
          "SET spark.sql.ansi.enabled = true",
          "SET spark.sql.ansi.enforceReservedKeywords = false",
          "SET spark.sql.ansi.relationPrecedence = false",
          "SET spark.sql.avro.datetimeRebaseModeInRead = CORRECTED",
          "SET spark.sql.caseSensitive = false",
          "SET spark.sql.crossJoin.enabled = true",
          "SET spark.sql.decimalOperations.allowPrecisionLoss = false",
          "SET spark.sql.defaultCatalog = spark_catalog",
          "SET spark.sql.groupByAliases = false",
          "SET spark.sql.groupByOrdinal = true",
          "SET spark.sql.legacy.allowHashOnMapType = false",
          "SET spark.sql.legacy.allowNegativeScaleOfDecimal = false",
          "SET spark.sql.legacy.bucketedTableScan.outputOrdering = false",
          "SET spark.sql.legacy.charVarcharAsString = false",
          "SET spark.sql.legacy.ctePrecedencePolicy = CORRECTED",
          "SET spark.sql.legacy.exponentLiteralAsDecimal.enabled = false",
          "SET spark.sql.legacy.groupingIdWithAppendedUserGroupBy = false",
          "SET spark.sql.legacy.integerGroupingId = false",
          "SET spark.sql.legacy.interval.enabled = false",
          "SET spark.sql.legacy.literal.pickMinimumPrecision = true",
          "SET spark.sql.legacy.parser.havingWithoutGroupByAsWhere = false",
          "SET spark.sql.legacy.percentileDiscCalculation = false",
          "SET spark.sql.legacy.setopsPrecedence.enabled = false",
          "SET spark.sql.legacy.statisticalAggregate = false",
          "SET spark.sql.legacy.timeParserPolicy = CORRECTED",
          "SET spark.sql.legacy.typeCoercion.datetimeToString.enabled = false",
          "SET spark.sql.mapKeyDedupPolicy = EXCEPTION",
          "SET spark.sql.optimizer.metadataOnly = false",
          "SET spark.sql.orc.aggregatePushdown = false",
          "SET spark.sql.orderByOrdinal = true",
          "SET spark.sql.parquet.aggregatePushdown = false",
          "SET spark.sql.parquet.datetimeRebaseModeInRead = CORRECTED",
          "SET spark.sql.parquet.int96RebaseModeInRead = CORRECTED",
          "SET spark.sql.parser.escapedStringLiterals = false",
          "SET spark.sql.parser.quotedRegexColumnNames = false",
          "SET spark.sql.readSideCharPadding = true",
          "SET spark.sql.runSQLOnFiles = false",
          "SET spark.sql.session.timeZone = UTC",
          "SET spark.sql.sources.bucketing.enabled = false",
          "SET spark.sql.sources.v2.bucketing.enabled = false",
          "SET spark.sql.thriftServer.interruptOnCancel = true",
          "SET spark.sql.timestampType = TIMESTAMP_LTZ");

  private SparkSettings() {}
}
