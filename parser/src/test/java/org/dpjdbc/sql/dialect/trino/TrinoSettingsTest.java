package org.dpjdbc.sql.dialect.trino;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class TrinoSettingsTest {
  @Test
  void setsWhatHasAnotherValue() {
    assertThat(
            TrinoSettings.pinning(
                Map.of(
                    "optimize_metadata_queries", "true",
                    "omit_datetime_type_precision", "false",
                    "spill_enabled", "true",
                    "query_max_scan_physical_bytes", "1GB",
                    "pg.decimal_mapping", "ALLOW_OVERFLOW",
                    "my \"own.decimal_mapping", "ALLOW_OVERFLOW",
                    "ice.decimal_mapping", "STRICT",
                    "ice.topn_pushdown_enabled", "true",
                    "ice.spill_enabled", "true")))
        .containsExactlyInAnyOrder(
            "SET SESSION optimize_metadata_queries = false",
            "SET SESSION query_max_scan_physical_bytes = '8000PB'",
            "SET SESSION \"pg\".decimal_mapping = 'STRICT'",
            "SET SESSION \"my \"\"own\".decimal_mapping = 'STRICT'",
            "SET SESSION \"ice\".topn_pushdown_enabled = false");
  }

  @Test
  void leavesALimitThatIsNotThere() {
    assertThat(TrinoSettings.pinning(Map.of("query_max_scan_physical_bytes", ""))).isEmpty();
  }

  @Test
  void knowsWhatAViewReads() {
    assertThat(
            new TrinoConnectors()
                .inputs(
                    """
                    { "inputTableColumnInfos" : [ { "table" : { "catalog" : "pg",
                      "schemaTable" : { "schema" : "s", "table" : "t" } } },
                      { "table" : {"catalog":"ice"} } ] }
                    """))
        .containsExactlyInAnyOrder("pg", "ice");
  }
}
