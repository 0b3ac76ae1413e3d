package org.dpjdbc.sql.rewrite;

import java.util.Optional;
import java.util.regex.Pattern;
import org.apache.calcite.sql.SqlDialect;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.dialect.AnsiSqlDialect;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.jspecify.annotations.Nullable;

/** Prints parts of a parsed query as SQL, for messages that say what to write instead. */
public final class SqlUnparser {
  /** The maximum length of SQL that a message repeats. */
  private static final int MAX_TEXT = 120;

  /** String literals have no character-set prefix. */
  private static final SqlDialect PLAIN =
      new AnsiSqlDialect(AnsiSqlDialect.DEFAULT_CONTEXT) {
        @Override
        public void quoteStringLiteral(StringBuilder text, @Nullable String charset, String value) {
          super.quoteStringLiteral(text, null, value);
        }
      };

  private static final Pattern NAME = Pattern.compile("[A-Z_][A-Z0-9_]*|[a-z_][a-z0-9_]*");

  private SqlUnparser() {}

  /** The part as SQL; empty if that is long, or a name in it would need quotes. */
  public static Optional<String> text(SqlNode node) {
    boolean[] plain = {true};
    node.accept(
        new SqlBasicVisitor<@Nullable Void>() {
          @Override
          public @Nullable Void visit(SqlIdentifier identifier) {
            plain[0] &= identifier.names.stream().allMatch(name -> NAME.matcher(name).matches());
            return null;
          }
        });
    if (!plain[0]) {
      return Optional.empty();
    }
    return Optional.of(
            node.toSqlString(c -> c.withDialect(PLAIN).withQuoteAllIdentifiers(false))
                .getSql()
                .replaceAll("\\s+", " "))
        .filter(text -> text.length() <= MAX_TEXT);
  }
}
