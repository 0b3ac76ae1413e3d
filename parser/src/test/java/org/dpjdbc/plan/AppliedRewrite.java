package org.dpjdbc.plan;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.dpjdbc.sql.parse.ParsedQuery;
import org.dpjdbc.sql.refusal.Position;
import org.dpjdbc.sql.refusal.Rewrite;

/** What an analyst does who takes the rewrite of a refusal literally. */
public final class AppliedRewrite {
  private final String sql;
  private final ParsedQuery query;
  private final Position at;

  /**
   * For a refusal.
   *
   * @param at its position
   */
  public AppliedRewrite(String sql, ParsedQuery query, Position at) {
    this.sql = sql;
    this.query = query;
    this.at = at;
  }

  /** The query with the rewrite done. */
  public String of(Rewrite rewrite) {
    StringBuilder text = new StringBuilder(sql);
    edits(rewrite).stream()
        .sorted(Comparator.comparingInt(Edit::from).reversed())
        .forEach(edit -> text.replace(edit.from, edit.to, edit.text));
    return text.toString();
  }

  private record Edit(int from, int to, String text) {}

  private List<Edit> edits(Rewrite rewrite) {
    int from = start(at.line(), at.column());
    int to = start(at.endLine(), at.endColumn()) + 1;
    String there = sql.substring(from, to);
    if (rewrite instanceof Rewrite.Around around) {
      return List.of(new Edit(from, to, around.before() + there + around.after()));
    } else if (rewrite instanceof Rewrite.Instead instead) {
      return Pattern.compile(Pattern.quote(there))
          .matcher(sql)
          .results()
          .map(same -> new Edit(same.start(), same.end(), instead.text()))
          .toList();
    } else if (rewrite instanceof Rewrite.Where where) {
      return where(there + where.after());
    } else if (rewrite instanceof Rewrite.WithOption option) {
      return List.of(option(option));
    } else if (rewrite instanceof Rewrite.GroupedBy grouped) {
      return groupedBy(there, grouped.beside());
    } else if (rewrite instanceof Rewrite.InsteadOfGrouping instead) {
      return List.of(insteadOfGrouping(instead.clause()));
    } else if (rewrite instanceof Rewrite.InnerJoin) {
      return List.of(innerJoin(from));
    } else if (rewrite instanceof Rewrite.AnotherQuery another) {
      return List.of(new Edit(0, sql.length(), another.sql()));
    }
    List<Edit> all = new ArrayList<>();
    ((Rewrite.Together) rewrite).parts().forEach(part -> all.addAll(edits(part)));
    return all;
  }

  private Edit option(Rewrite.WithOption option) {
    if (query.optionsAt().isEmpty()) {
      int after = start(selects().get(0)) + "SELECT".length();
      return new Edit(
          after,
          after,
          " WITH DIFFERENTIAL_PRIVACY OPTIONS (" + option.name() + " = " + option.value() + ")");
    }
    Position options = query.optionsAt().get();
    int from = start(options.line(), options.column());
    int to = start(options.endLine(), options.endColumn());
    String others =
        Pattern.compile(option.name() + "\\s*=\\s*('[^']*'|[^,)]*)")
            .matcher(sql.substring(from, to))
            .replaceFirst("");
    boolean alone = others.strip().endsWith("(");
    String joined =
        others.replaceAll(",\\s*,", ",").replaceAll(",\\s*$", "").replaceAll("\\(\\s*,", "(");
    return new Edit(
        from, to, joined + (alone ? "" : ", ") + option.name() + " = " + option.value());
  }

  private SqlSelect innermost() {
    return selects().stream()
        .filter(node -> start(node) <= start(at.line(), at.column()))
        .filter(node -> end(node) >= start(at.endLine(), at.endColumn()))
        .min(Comparator.comparingInt(node -> end(node) - start(node)))
        .orElse(selects().get(0)); // in ORDER BY, which stands after its SELECT
  }

  private List<Edit> where(String condition) {
    SqlSelect select = innermost();
    SqlNode old = select.getWhere();
    if (old == null) {
      int after = closed(start(select), ends(select.getFrom()));
      return List.of(new Edit(after, after, " WHERE " + condition));
    }
    int keyword = sql.substring(0, starts(old)).toUpperCase(Locale.ROOT).lastIndexOf("WHERE") + 5;
    int after = closed(keyword, ends(old));
    return List.of(
        new Edit(keyword, keyword, " " + condition + " AND ("), new Edit(after, after, ")"));
  }

  private List<Edit> groupedBy(String there, String beside) {
    SqlNode argument = argument();
    String key = sql.substring(starts(argument), ends(argument));
    List<Edit> all = new ArrayList<>();
    String extremes = "\\b(?:MIN|MAX)\\(\\s*" + Pattern.quote(key) + "\\s*\\)";
    Pattern.compile("(?i:" + extremes + ")|" + Pattern.quote(there))
        .matcher(sql)
        .results()
        .map(same -> new Edit(same.start(), same.end(), key + beside))
        .forEach(all::add);
    SqlSelect select = innermost();
    SqlNodeList group = select.getGroup();
    SqlNode last = select.getWhere() == null ? select.getFrom() : select.getWhere();
    int after =
        group == null
            ? closed(start(select), ends(last))
            : closed(grouping(select), group.isEmpty() ? end(group) : ends(group));
    all.add(new Edit(after, after, (group == null ? " GROUP BY " : ", ") + key));
    return all;
  }

  /** The argument of the aggregate at the position. */
  private SqlNode argument() {
    List<SqlNode> found = new ArrayList<>();
    query
        .node()
        .accept(
            new SqlBasicVisitor<Void>() {
              @Override
              public Void visit(SqlCall call) {
                if (call.getOperator() instanceof SqlFunction
                    && Position.of(call.getParserPosition()).line() == at.line()
                    && Position.of(call.getParserPosition()).column() == at.column()) {
                  found.add(call.operand(0));
                }
                return super.visit(call);
              }
            });
    return found.get(0);
  }

  private Edit insteadOfGrouping(String clause) {
    SqlSelect select = innermost();
    int from = grouping(select);
    return new Edit(from, closed(from, ends(select.getGroup())), clause);
  }

  /** Where {@code GROUP BY} stands. */
  private int grouping(SqlSelect select) {
    return sql.substring(0, starts(select.getGroup()))
        .toUpperCase(Locale.ROOT)
        .lastIndexOf("GROUP");
  }

  /** Without the words before that of the join. */
  private Edit innerJoin(int join) {
    Matcher words =
        Pattern.compile("(?i)\\b(?:LEFT|RIGHT|FULL)(?:\\s+OUTER)?\\s+$")
            .matcher(sql.substring(0, join));
    return words.find() ? new Edit(words.start(), join, "") : new Edit(join, join, "INNER ");
  }

  /** The end of what is before, with the brackets that it opened closed. */
  private int closed(int from, int to) {
    int end = to;
    while (open(from, end) > 0) {
      end++;
    }
    return end;
  }

  private long open(int from, int to) {
    String text = sql.substring(from, to);
    return text.chars().filter(c -> c == '(').count() - text.chars().filter(c -> c == ')').count();
  }

  private List<SqlSelect> selects() {
    List<SqlSelect> found = new ArrayList<>();
    query
        .node()
        .accept(
            new SqlBasicVisitor<Void>() {
              @Override
              public Void visit(SqlCall call) {
                if (call instanceof SqlSelect select) {
                  found.add(select);
                }
                return super.visit(call);
              }
            });
    return found;
  }

  /** The end of a part and of all that is in it: a join's own is that of its word. */
  private int ends(SqlNode part) {
    return places(part).stream().mapToInt(this::end).max().orElseThrow();
  }

  private int starts(SqlNode part) {
    return places(part).stream().mapToInt(this::start).min().orElseThrow();
  }

  private static List<SqlNode> places(SqlNode part) {
    List<SqlNode> found = new ArrayList<>();
    part.accept(
        new SqlBasicVisitor<Void>() {
          @Override
          public Void visit(SqlCall call) {
            found.add(call);
            return super.visit(call);
          }

          @Override
          public Void visit(SqlIdentifier identifier) {
            found.add(identifier);
            return null;
          }

          @Override
          public Void visit(SqlLiteral literal) {
            found.add(literal);
            return null;
          }
        });
    return found.stream()
        .filter(node -> !node.getParserPosition().equals(SqlParserPos.ZERO))
        .toList();
  }

  private int start(SqlNode node) {
    return start(node.getParserPosition().getLineNum(), node.getParserPosition().getColumnNum());
  }

  private int end(SqlNode node) {
    SqlParserPos pos = node.getParserPosition();
    return start(pos.getEndLineNum(), pos.getEndColumnNum()) + 1;
  }

  private int start(int line, int column) {
    int offset = 0;
    for (int i = 1; i < line; i++) {
      offset = sql.indexOf('\n', offset) + 1;
    }
    return Math.min(offset + column - 1, Math.max(0, sql.length() - 1));
  }

  /** Where a refusal points, the whole text where it points nowhere. */
  public static Position place(Optional<Position> position, String sql) {
    return position.orElse(new Position(1, 1, 1, sql.length()));
  }
}
