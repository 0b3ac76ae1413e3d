package org.dpjdbc.sql;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DpParserTest {
  @Test
  void t() throws Exception {
    for (String s :
        new String[] {
          "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS (epsilon = 0.5, delta=1e-7, x='a', b=true, c=null, d=-1) COUNT(*) FROM t",
          "SELECT /*+ DP(epsilon = 0.5, noise=gaussian) */ COUNT(*) FROM t;",
          "SELECT WITH DIFFERENTIAL_PRIVACY options FROM t",
          "SELECT WITH DIFFERENTIAL_PRIVACY options() DISTINCT x FROM t",
          "EXPLAIN PRIVACY FOR SELECT 1 ORDER BY 1 LIMIT 3",
          "SELECT TOP 3 top, privacy FROM t AS differential_privacy ORDER BY 1",
          "SELECT TOP (3) top, privacy FROM t",
          "SELECT top(3,4) , top FROM t",
          "WITH c AS (SELECT 1) SELECT TOP ? * FROM c ORDER BY 1",
        }) {
      System.out.println(DpParser.parse(s, ParserSettings.standard()));
    }
    assertThat(1).isOne();
  }
}
