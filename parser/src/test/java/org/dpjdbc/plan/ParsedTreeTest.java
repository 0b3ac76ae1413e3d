package org.dpjdbc.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.dpjdbc.sql.parse.ParsedQuery;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * A parsed query is shared by the sessions that prepared it: no analysis puts anything else into
 * its tree. In the ordinary build, some of the queries that are answered are tried.
 */
class ParsedTreeTest {
  private static final int ORDINARY = 6;
  private static final int FEWEST = 50;

  @Test
  void staysAsItWasParsed() throws IOException {
    Clinic clinic = Clinic.with(policy -> policy);
    int every = Boolean.getBoolean("thorough") ? 1 : ORDINARY;
    List<String> all = answered();
    List<String> queries =
        Stream.concat(
                IntStream.range(0, all.size()).filter(i -> i % every == 0).mapToObj(all::get),
                Stream.of(
                    "SELECT region, COUNT(*) FROM patients GROUP BY 1 ORDER BY 2, region",
                    "SELECT * FROM (SELECT region, COUNT(*) AS n FROM patients GROUP BY region) t",
                    "SELECT region AS r, COUNT(*) FROM patients GROUP BY r ORDER BY r"))
            .toList();
    for (String sql : queries) {
      ParsedQuery query = clinic.read(sql);
      List<List<SqlNode>> before = lists(query.node());
      String text = query.node().toString();
      clinic.plan(query, Optional.empty());
      assertThat(query.node().toString()).isEqualTo(text);
      assertThat(same(before, lists(query.node()))).as(sql).isTrue();
    }
    assertThat(queries).hasSizeGreaterThan(FEWEST);
  }

  private static List<String> answered() throws IOException {
    try (InputStream in = ParsedTreeTest.class.getResourceAsStream("verdicts.txt")) {
      return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> line.startsWith("OK "))
          .map(line -> line.substring("OK ".length()).replaceAll(";$", ""))
          .toList();
    }
  }

  /** What the lists of the tree hold. */
  private static List<List<SqlNode>> lists(SqlNode tree) {
    List<List<SqlNode>> found = new ArrayList<>();
    tree.accept(
        new SqlBasicVisitor<@Nullable Void>() {
          @Override
          public @Nullable Void visit(SqlNodeList list) {
            found.add(new ArrayList<>(list.getList()));
            return super.visit(list);
          }

          @Override
          public @Nullable Void visit(SqlCall call) {
            found.add(new ArrayList<>(call.getOperandList()));
            return super.visit(call);
          }
        });
    return found;
  }

  private static boolean same(List<List<SqlNode>> one, List<List<SqlNode>> other) {
    return one.size() == other.size()
        && IntStream.range(0, one.size())
            .allMatch(
                i ->
                    one.get(i).size() == other.get(i).size()
                        && IntStream.range(0, one.get(i).size())
                            .allMatch(k -> one.get(i).get(k) == other.get(i).get(k)));
  }
}
