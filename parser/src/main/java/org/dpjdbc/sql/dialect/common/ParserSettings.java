package org.dpjdbc.sql.dialect.common;

import java.util.Locale;
import java.util.regex.Pattern;
import org.apache.calcite.avatica.util.Casing;
import org.apache.calcite.avatica.util.Quoting;
import org.apache.calcite.sql.parser.SqlParser;
import org.apache.calcite.sql.validate.SqlConformance;
import org.apache.calcite.sql.validate.SqlConformanceEnum;
import org.dpjdbc.sql.grammar.impl.DpSqlParserImpl;

/**
 * How a database spells identifiers, for the parser and the validator.
 *
 * @param quoting what encloses a quoted identifier: double quotes or back ticks, not {@link
 *     Quoting#BACK_TICK_BACKSLASH}, whose string literals have escapes that a database may read
 *     differently
 * @param unquotedCasing what becomes of an unquoted identifier's letters
 * @param quotedCasing what becomes of a quoted identifier's letters
 * @param caseSensitive whether names are compared with regard to case
 * @param conformance which deviations from standard SQL are accepted
 */
public record ParserSettings(
    Quoting quoting,
    Casing unquotedCasing,
    Casing quotedCasing,
    boolean caseSensitive,
    SqlConformance conformance) {

  private static final Pattern PLAIN = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

  /** Checks that the parser can serve the settings. */
  public ParserSettings {
    if (quoting == Quoting.BACK_TICK_BACKSLASH
        || quoting == Quoting.BRACKET
        || conformance.allowHyphenInUnquotedTableName()) {
      throw new IllegalArgumentException("not offered: these lexical rules");
    }
  }

  /** Returns standard SQL's settings: double quotes, unquoted names in upper case, lenient. */
  public static ParserSettings standard() {
    return new ParserSettings(
        Quoting.DOUBLE_QUOTE, Casing.TO_UPPER, Casing.UNCHANGED, true, SqlConformanceEnum.LENIENT);
  }

  /** Returns a name of ours, in upper case, as an unquoted one reads it. */
  public String folded(String name) {
    return unquotedCasing == Casing.TO_LOWER ? name.toLowerCase(Locale.ROOT) : name;
  }

  /** Returns an identifier as a query writes it, quoted where it must be. */
  public String written(String name) {
    boolean plain = PLAIN.matcher(name).matches() && (!caseSensitive || read(name).equals(name));
    return plain ? name : enclosed(name);
  }

  /** Returns an unquoted name as it would be read, in quotes. */
  public String quoted(String name) {
    return enclosed(read(name));
  }

  private String read(String name) {
    return switch (unquotedCasing) {
      case TO_LOWER -> name.toLowerCase(Locale.ROOT);
      case TO_UPPER -> name.toUpperCase(Locale.ROOT);
      case UNCHANGED -> name;
    };
  }

  private String enclosed(String name) {
    return quoting.string + name + quoting.string;
  }

  /** Returns the settings in the form that Calcite's parser takes, with our grammar. */
  public SqlParser.Config toCalcite() {
    return SqlParser.config()
        .withParserFactory(DpSqlParserImpl.FACTORY)
        .withQuoting(quoting)
        .withUnquotedCasing(unquotedCasing)
        .withQuotedCasing(quotedCasing)
        .withCaseSensitive(caseSensitive)
        .withConformance(conformance);
  }
}
