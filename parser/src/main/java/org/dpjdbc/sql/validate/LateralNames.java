package org.dpjdbc.sql.validate;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlUtil;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.dpjdbc.sql.refusal.ParseMessages;

/**
 * Where a SELECT may name its columns to the left, the validator writes out what they name: thirty
 * steps that each use the one before twice come to a thousand million.
 */
final class LateralNames {
  private static final long MAX_SIZE = 10_000;

  private LateralNames() {}

  /**
   * Refuses a query of which a column would become too large.
   *
   * @throws org.dpjdbc.sql.refusal.RefusedException if there is one
   */
  static void check(SqlNode query) {
    query.accept(
        new SqlBasicVisitor<Void>() {
          @Override
          public Void visit(SqlCall call) {
            if (call instanceof SqlSelect select) {
              checkItems(select);
            }
            return super.visit(call);
          }
        });
  }

  private static void checkItems(SqlSelect select) {
    Map<String, Long> sizes = new HashMap<>();
    for (SqlNode item : select.getSelectList()) {
      long size = size(SqlUtil.stripAs(item), sizes);
      if (size > MAX_SIZE) {
        throw ParseMessages.growsTooLarge();
      }
      if (item.getKind() == SqlKind.AS
          && ((SqlCall) item).operand(1) instanceof SqlIdentifier alias) {
        sizes.put(alias.getSimple().toUpperCase(Locale.ROOT), size);
      }
    }
  }

  private static long size(SqlNode expression, Map<String, Long> sizes) {
    long[] size = new long[1];
    expression.accept(
        new SqlBasicVisitor<Void>() {
          @Override
          public Void visit(SqlCall call) {
            size[0]++;
            return super.visit(call);
          }

          @Override
          public Void visit(SqlLiteral literal) {
            size[0]++;
            return super.visit(literal);
          }

          @Override
          public Void visit(SqlIdentifier name) {
            size[0] +=
                name.isSimple()
                    ? sizes.getOrDefault(name.getSimple().toUpperCase(Locale.ROOT), 1L)
                    : 1;
            return super.visit(name);
          }
        });
    return size[0];
  }
}
