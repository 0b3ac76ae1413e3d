package org.dpjdbc.sql.parse;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
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
 * has values: the type of the other operands, or VARCHAR. The result of a query does not depend on
 * it, because the values replace the parameters when it runs.
 */
public final class ParameterTypes<T> {
  /**
   * The maximum number of parameters that are inspected one by one: each needs another validation
   * of the query.
   */
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

  private static final Set<SqlKind> BOOLEANS =
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
  private final Function<SqlNode, T> check;
  private final Map<Integer, SqlTypeName> expected = new TreeMap<>();
  private final Map<SqlParserPos, Integer> places = new HashMap<>();

  private ParameterTypes(SqlNode query, Function<SqlNode, T> check) {
    this.query = query;
    this.check = check;
  }

  /**
   * Checks the query, its parameters cast where that is needed.
   *
   * @param query as parsed
   * @param check fails where a query is not valid; may change what it is given
   * @return what the check makes of it
   */
  public static <T> T given(SqlNode query, Function<SqlNode, T> check) {
    ParameterTypes<T> types = new ParameterTypes<>(query, check);
    types.expect(query, SqlTypeName.VARCHAR);
    return types.expected.isEmpty() ? check.apply(query) : types.typed();
  }

  /** How many parameters a query has: they are numbered from 0. */
  public static int count(SqlNode query) {
    ParameterTypes<SqlNode> types = new ParameterTypes<>(query, node -> node);
    types.expect(query, SqlTypeName.VARCHAR);
    return types.expected.keySet().stream().mapToInt(index -> index + 1).max().orElse(0);
  }

  /** What was checked, or why it failed. */
  private record Tried<T>(Optional<T> valid, Optional<RuntimeException> failure) {
    static <T> Tried<T> failed(RuntimeException failure) {
      return new Tried<>(Optional.empty(), Optional.of(failure));
    }
  }

  private T typed() {
    Map<Integer, SqlTypeName> types = new HashMap<>();
    Tried<T> tried = tried(types);
    Optional<RuntimeException> first = tried.failure();
    Set<Integer> seen = new HashSet<>();
    while (tried.failure().isPresent()
        && tried.failure().get() instanceof CalciteContextException at) {
      Integer index = places.get(new SqlParserPos(at.getPosLine(), at.getPosColumn()));
      if (index == null || !seen.add(index) || seen.size() > MAX_TRIED) {
        break;
      }
      types.put(index, expected.getOrDefault(index, SqlTypeName.VARCHAR));
      tried = tried(types);
    }
    if (tried.valid().isPresent()) {
      return tried.valid().get();
    }
    tried = tried(expected);
    for (SqlTypeName other : OTHERS) {
      if (tried.valid().isPresent()) {
        return tried.valid().get();
      }
      expected.keySet().forEach(index -> types.put(index, other));
      tried = tried(types);
    }
    return tried.valid().orElseThrow(first::orElseThrow);
  }

  private Tried<T> tried(Map<Integer, SqlTypeName> types) {
    try {
      return new Tried<>(
          Optional.of(check.apply(Hints.remove(cast(types)))), /* failure= */ Optional.empty());
    } catch (RefusedException e) {
      if (e.code() == RefusalCode.STOPPED) {
        throw e;
      }
      return Tried.failed(e);
    } catch (CalciteException | UnsupportedOperationException e) {
      return Tried.failed(e);
    } catch (AssertionError e) {
      return Tried.failed(ParseMessages.notSupported("a parameter in this place"));
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
    if (BOOLEANS.contains(call.getKind())) {
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
