package org.dpjdbc.sql.parse;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlHint;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.apache.calcite.sql.util.SqlShuttle;
import org.dpjdbc.policy.ContributionKind;
import org.dpjdbc.policy.NoiseRule;
import org.dpjdbc.policy.Policy.DeriveRule;
import org.dpjdbc.sql.grammar.ClauseMark;
import org.dpjdbc.sql.refusal.ParseMessages;
import org.dpjdbc.sql.refusal.Position;
import org.dpjdbc.sql.refusal.RefusedException;
import org.jspecify.annotations.Nullable;

/** Reads the hint {@code DP}, and removes every hint before the query is processed further. */
public final class Hints {
  private static final int MAX_DIGITS = 100;

  private Hints() {}

  /** The {@code DP} hints in the query, wherever they stand. */
  static List<SqlHint> find(SqlNode query) {
    List<SqlHint> found = new ArrayList<>();
    query.accept(
        new SqlBasicVisitor<@Nullable Void>() {
          @Override
          public @Nullable Void visit(SqlCall call) {
            if (call instanceof SqlSelect select) {
              int before = found.size();
              select.getHints().forEach(hint -> keepOwn((SqlHint) hint, found));
              if (found.size() > before + 1) {
                throw ParseMessages.severalOptions()
                    .at(Position.of(found.get(before + 1).getParserPosition()));
              }
            }
            return super.visit(call);
          }
        });
    return found;
  }

  private static void keepOwn(SqlHint hint, List<SqlHint> found) {
    if (hint.getName().equalsIgnoreCase("DP")) {
      found.add(hint);
    }
  }

  /** The query with every hint taken out; the given tree is left as it is. */
  public static SqlNode remove(SqlNode query) {
    return remove(query, Map.of());
  }

  /**
   * The same, with a {@link ClauseMark} in each SELECT that has one of the hints.
   *
   * @param clauses the places of these hints among the query's, by their places in the text
   */
  static SqlNode remove(SqlNode query, Map<SqlParserPos, Integer> clauses) {
    SqlNode without =
        query.accept(
            new SqlShuttle() {
              /** The validator qualifies names where they stand. */
              @Override
              public SqlNode visit(SqlIdentifier name) {
                return name.clone(name.getParserPosition());
              }

              /** And it puts other nodes into lists. */
              @Override
              public SqlNode visit(SqlNodeList list) {
                SqlNodeList copy = new SqlNodeList(list.getParserPosition());
                list.forEach(node -> copy.add(node == null ? null : node.accept(this)));
                return copy;
              }

              @Override
              public @Nullable SqlNode visit(SqlCall call) {
                CallCopyingArgHandler copier = new CallCopyingArgHandler(call, true);
                call.getOperator().acceptCall(this, call, false, copier);
                SqlNode copy = copier.result();
                if (copy instanceof SqlSelect select) {
                  mark(select, clauses);
                  select.setHints(new SqlNodeList(SqlParserPos.ZERO));
                }
                return copy;
              }
            });
    return without == null ? query : without;
  }

  private static void mark(SqlSelect select, Map<SqlParserPos, Integer> clauses) {
    for (SqlNode hint : select.getHints()) {
      Integer clause = clauses.get(hint.getParserPosition());
      if (clause != null && select.getFrom() == null) {
        throw ParseMessages.clauseWithoutAggregate().at(Position.of(hint.getParserPosition()));
      } else if (clause != null && isOfPivot(select.getFrom())) {
        throw ParseMessages.clauseOfPivot().at(Position.of(hint.getParserPosition()));
      } else if (clause != null) {
        SqlNode mark = ClauseMark.of(clause, hint.getParserPosition());
        SqlNode where = select.getWhere();
        select.setWhere(
            where == null
                ? mark
                : SqlStdOperatorTable.AND.createCall(where.getParserPosition(), where, mark));
      }
    }
  }

  private static boolean isOfPivot(SqlNode from) {
    return from.getKind() == SqlKind.PIVOT
        || (from.getKind() == SqlKind.AS && isOfPivot(((SqlCall) from).operand(0)));
  }

  /** What a hint says. */
  static DpOptions options(SqlHint hint) {
    Position position = Position.of(hint.getParserPosition());
    try {
      Map<String, String> pairs = pairs(hint);
      return new DpOptions(
          number(pairs, "epsilon").map(Hints::positive),
          number(pairs, "delta").map(Hints::probability),
          Optional.ofNullable(pairs.get("noise")).map(Hints::noise),
          count(pairs, "max_rows_contributed"),
          count(pairs, "max_groups_contributed"),
          Optional.ofNullable(pairs.get("contribution")).map(Hints::contribution),
          Optional.ofNullable(pairs.get("other_group")).map(Hints::bool).orElse(false),
          error(pairs),
          expectations(pairs),
          Optional.ofNullable(pairs.get("weights")).map(ColumnWeight::read).orElse(List.of()),
          Optional.ofNullable(pairs.get("derive")).map(Hints::derive));
    } catch (RefusedException e) {
      throw e.at(position);
    }
  }

  private static Map<String, String> pairs(SqlHint hint) {
    if (hint.getOptionFormat() == SqlHint.HintOptionFormat.EMPTY) {
      return Map.of();
    }
    if (hint.getOptionFormat() != SqlHint.HintOptionFormat.KV_LIST) {
      throw ParseMessages.optionsWithoutNames();
    }
    Map<String, String> pairs = new HashMap<>();
    hint.getOptionKVPairs()
        .forEach(
            (name, value) -> {
              String key = QueryOption.known(name);
              if (QueryOption.named(key).isEmpty()) {
                throw ParseMessages.unknownOption(name, QueryOption.rewrites());
              }
              if (pairs.put(key, value) != null) {
                throw ParseMessages.optionTwice(name);
              }
            });
    if (2 * pairs.size() < ((SqlNodeList) hint.getOperandList().get(1)).size()) {
      throw ParseMessages.anOptionTwice();
    }
    return pairs;
  }

  private static Optional<BigDecimal> number(Map<String, String> pairs, String name) {
    return Optional.ofNullable(pairs.get(name))
        .map(
            text -> {
              try {
                return withinDigits(new BigDecimal(text), name);
              } catch (NumberFormatException e) {
                throw ParseMessages.optionNotANumber(name);
              }
            });
  }

  /** Shares of epsilon and delta are computed exactly, with as many digits as are written. */
  static BigDecimal withinDigits(BigDecimal number, String name) {
    if (number.precision() > MAX_DIGITS || Math.abs((long) number.scale()) > MAX_DIGITS) {
      throw ParseMessages.optionOutOfRange(name, "a number of at most " + MAX_DIGITS + " digits");
    }
    return number;
  }

  private static BigDecimal positive(BigDecimal epsilon) {
    if (epsilon.signum() <= 0) {
      throw ParseMessages.optionOutOfRange("epsilon", "above 0");
    }
    return epsilon;
  }

  private static BigDecimal probability(BigDecimal delta) {
    if (delta.signum() < 0 || delta.compareTo(BigDecimal.ONE) >= 0) {
      throw ParseMessages.optionOutOfRange("delta", "from 0 to below 1");
    }
    return delta;
  }

  private static Optional<ErrorTarget> error(Map<String, String> pairs) {
    String written = pairs.getOrDefault("error", "").strip();
    boolean relative = written.endsWith("%");
    if (relative) {
      pairs.put("error", written.substring(0, written.length() - 1).strip());
    }
    Optional<BigDecimal> error = number(pairs, "error");
    Optional<BigDecimal> confidence = number(pairs, "confidence");
    if (confidence.isPresent() && error.isEmpty()) {
      throw ParseMessages.confidenceWithoutError();
    }
    return error.map(
        max ->
            new ErrorTarget(
                relative ? max.movePointLeft(2) : max,
                relative,
                confidence.orElse(ErrorTarget.USUAL_CONFIDENCE)));
  }

  private static Expectations expectations(Map<String, String> pairs) {
    String strategy = pairs.getOrDefault("group_selection_strategy", "LAPLACE_THRESHOLD");
    boolean publicGroups = strategy.equalsIgnoreCase("PUBLIC_GROUPS");
    if (!publicGroups && !strategy.equalsIgnoreCase("LAPLACE_THRESHOLD")) {
      throw ParseMessages.optionOutOfRange(
          "group_selection_strategy", "LAPLACE_THRESHOLD or PUBLIC_GROUPS");
    }
    return new Expectations(
        publicGroups,
        !publicGroups && pairs.containsKey("group_selection_strategy"),
        Optional.ofNullable(pairs.get("privacy_unit_column")));
  }

  private static NoiseRule noise(String text) {
    for (NoiseRule kind : NoiseRule.values()) {
      if (kind.name().equalsIgnoreCase(text)) {
        return kind;
      }
    }
    throw ParseMessages.optionOutOfRange("noise", "laplace, gaussian or best");
  }

  private static DeriveRule derive(String text) {
    return DeriveRule.of(text)
        .orElseThrow(() -> ParseMessages.optionOutOfRange("derive", DeriveRule.rewrites()));
  }

  private static boolean bool(String text) {
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "true" -> true;
      case "false" -> false;
      default -> throw ParseMessages.optionOutOfRange("other_group", "true or false");
    };
  }

  private static ContributionKind contribution(String text) {
    return ContributionKind.ofQuery(text.toLowerCase(Locale.ROOT))
        .orElseThrow(
            () -> ParseMessages.optionOutOfRange("contribution", ContributionKind.rewrites()));
  }

  private static OptionalInt count(Map<String, String> pairs, String name) {
    Optional<BigDecimal> number = number(pairs, name);
    if (number.isEmpty()) {
      return OptionalInt.empty();
    }
    try {
      int value = number.get().intValueExact();
      if (value >= 1) {
        return OptionalInt.of(value);
      }
    } catch (ArithmeticException e) {
      // falls through to the refusal: not an int
    }
    throw ParseMessages.optionOutOfRange(name, "an integer of at least 1");
  }
}
