package org.dpjdbc.budget;

import java.sql.Connection;
import java.sql.SQLException;
import java.text.Normalizer;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Treats names that differ only in case, blanks, invisible characters or Unicode form as one
 * analyst, who has the name of the first charge.
 */
final class AnalystNames {
  private static final Pattern INVISIBLE = Pattern.compile("\\p{Cf}");
  private static final Pattern BLANKS = Pattern.compile("[\\s\\p{Z}]+");

  private AnalystNames() {}

  /** The name under which an analyst was charged before, or the one that is given. */
  static String known(Connection c, String analyst) throws SQLException, LedgerException {
    if (AccountTable.isThere(c, Account.keyOf(analyst))) {
      return analyst;
    }
    String plain = plain(analyst);
    Map<String, Account> accounts = AccountTable.all(c);
    return accounts.keySet().stream()
        .map(Account::analyst)
        .flatMap(Optional::stream)
        .filter(name -> plain(name).equals(plain))
        .findFirst()
        .orElse(analyst);
  }

  /** One name for all names of an analyst. */
  static String plain(String name) {
    String shown = INVISIBLE.matcher(normal(name)).replaceAll("");
    return normal(
        BLANKS
            .matcher(shown.toUpperCase(Locale.ROOT).toLowerCase(Locale.ROOT))
            .replaceAll(" ")
            .strip());
  }

  private static String normal(String text) {
    return Normalizer.normalize(text, Normalizer.Form.NFKC);
  }
}
