package org.dpjdbc.sql.parse;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.apache.calcite.runtime.CalciteContextException;
import org.apache.calcite.runtime.CalciteException;
import org.apache.calcite.sql.SqlBasicTypeNameSpec;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.apache.calcite.sql.util.SqlShuttle;
import org.dpjdbc.sql.refusal.ParseMessages;
import org.dpjdbc.sql.refusal.RefusalCode;
import org.dpjdbc.sql.refusal.RefusedException;
import org.jspecify.annotations.Nullable;

/**
 * Gives bind parameters types if Calcite infers none, so that a query can be described before it
 * has values: the type of the other operands, or text. The result of a query does not depend on it,
 * because the values replace the parameters when it runs.
 */
public final class ParameterTypes {
  /** Parameters that are looked at one by one: a query is validated anew for each. */
  private static final int MAX_TRIED = 16;

  /** What else is tried, for all parameters at once. */
  private static final List<SqlTypeName> OTHERS =
      List.of(
          SqlTypeName.INTEGER,
          SqlTypeName.VARCHAR,
          SqlTypeName.DOUBLE,
          SqlTypeName.DATE,
          SqlTypeName.TIMESTAMP,
          SqlTypeName.BOOLEAN);

  private static final Set<SqlKind> ARITHMETIC =
      Set.of(
          SqlKind.PLUS,
          SqlKind.MINUS,
          SqlKind.TIMES,
          SqlKind.DIVIDE,
          SqlKind.MOD,
          SqlKind.PLUS_PREFIX,
          SqlKind.MINUS_PREFIX,
          SqlKind.FLOOR,
          SqlKind.CEIL);

  private static final Set<SqlKind> TRUTHS =
      Set.of(
          SqlKind.AND,
          SqlKind.OR,
          SqlKind.NOT,
          SqlKind.IS_TRUE,
          SqlKind.IS_FALSE,
          SqlKind.IS_NOT_TRUE,
          SqlKind.IS_NOT_FALSE);

  private static final Set<String> REAL_FUNCTIONS =
      Set.of("EXP", "LN", "LOG10", "LOG2", "SQRT", "CBRT", "POWER");
  private static final Set<String> EXACT_FUNCTIONS = Set.of("MOD", "ABS", "SIGN", "SUM", "AVG");

  /** Functions of which all operands but the first are counts of digits or characters. */
  private static final Set<String> COUNTING =
      Set.of("ROUND", "TRUNCATE", "SUBSTRING", "LEFT", "RIGHT");

  private final SqlNode query;
  private final Consumer<SqlNode> check;
  private final Map<Integer, SqlTypeName> expected = new TreeMap<>();
  private final Map<SqlParserPos, Integer> places = new HashMap<>();

  private ParameterTypes(SqlNode query, Consumer<SqlNode> check) {
    this.query = query;
    this.check = check;
  }

  /**
   * The query, its parameters cast where that is needed.
   *
   * @param query as parsed; left as it is
   * @param check fails where a query is not valid; may change what it is given
   */
  public static SqlNode given(SqlNode query, Consumer<SqlNode> check) {
    ParameterTypes types = new ParameterTypes(query, check);
    types.expect(query, SqlTypeName.VARCHAR);
    return types.expected.isEmpty() ? query : types.typed();
  }

  private SqlNode typed() {
    Map<Integer, SqlTypeName> types = new HashMap<>();
    Optional<RuntimeException> failure = failure(types);
    RuntimeException first = failure.orElse(null);
    Set<Integer> seen = new HashSet<>();
    while (failure.isPresent() && failure.get() instanceof CalciteContextException at) {
      Integer index = places.get(new SqlParserPos(at.getPosLine(), at.getPosColumn()));
      if (index == null || !seen.add(index) || seen.size() > MAX_TRIED) {
        break;
      }
      types.put(index, expected.getOrDefault(index, SqlTypeName.VARCHAR));
      failure = failure(types);
    }
    if (failure.isEmpty()) {
      return cast(types);
    }
    if (failure(expected).isEmpty()) {
      return cast(expected);
    }
    for (SqlTypeName other : OTHERS) {
      expected.keySet().forEach(index -> types.put(index, other));
      if (failure(types).isEmpty()) {
        return cast(types);
      }
    }
    throw first == null ? failure.get() : first;
  }

  private Optional<RuntimeException> failure(Map<Integer, SqlTypeName> types) {
    try {
      check.accept(cast(types));
      return Optional.empty();
    } catch (RefusedException e) {
      if (e.code() == RefusalCode.STOPPED) {
        throw e;
      }
      return Optional.of(e);
    } catch (CalciteException | UnsupportedOperationException e) {
      return Optional.of(e);
    } catch (AssertionError e) {
      return Optional.of(ParseMessages.notUnderstood("a parameter in this place"));
    }
  }

  private SqlNode cast(Map<Integer, SqlTypeName> types) {
    SqlNode cast =
        query.accept(
            new SqlShuttle() {
              @Override
              public SqlNode visit(SqlDynamicParam param) {
                SqlTypeName type = types.get(param.getIndex());
                return type == null ? param : cast(param, type);
              }
            });
    return cast == null ? query : cast;
  }

  private static SqlNode cast(SqlDynamicParam param, SqlTypeName type) {
    SqlParserPos pos = param.getParserPosition();
    return SqlStdOperatorTable.CAST.createCall(
        pos, param, new SqlDataTypeSpec(new SqlBasicTypeNameSpec(type, pos), pos));
  }

  /** Notes what type is expected of each parameter, by what it is an operand of. */
  private void expect(@Nullable SqlNode node, SqlTypeName type) {
    if (node == null) {
      return;
    }
    node.accept(
        new SqlBasicVisitor<@Nullable Void>() {
          @Override
          public @Nullable Void visit(SqlDynamicParam param) {
            SqlParserPos pos = param.getParserPosition();
            expected.put(param.getIndex(), type);
            places.put(new SqlParserPos(pos.getLineNum(), pos.getColumnNum()), param.getIndex());
            return null;
          }

          @Override
          public @Nullable Void visit(SqlCall call) {
            List<SqlNode> operands = call.getOperandList();
            for (int i = 0; i < operands.size(); i++) {
              expect(operands.get(i), operand(call, i, type));
            }
            return null;
          }
        });
  }

  private static SqlTypeName operand(SqlCall call, int operand, SqlTypeName of) {
    String name = call.getOperator().getName().toUpperCase(Locale.ROOT);
    if (TRUTHS.contains(call.getKind())) {
      return SqlTypeName.BOOLEAN;
    } else if (ARITHMETIC.contains(call.getKind()) || EXACT_FUNCTIONS.contains(name)) {
      return SqlTypeName.INTEGER;
    } else if (COUNTING.contains(name)) {
      boolean number = operand > 0 || name.equals("ROUND") || name.equals("TRUNCATE");
      return number ? SqlTypeName.INTEGER : SqlTypeName.VARCHAR;
    } else if (REAL_FUNCTIONS.contains(name)) {
      return SqlTypeName.DOUBLE;
    }
    return switch (call.getKind()) {
      case CASE, COALESCE, NULLIF, GREATEST, LEAST -> of;
      default -> SqlTypeName.VARCHAR;
    };
  }
}
