package org.dpjdbc.run;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.dpjdbc.plan.KeyValue;
import org.dpjdbc.plan.PrivatePlan;
import org.dpjdbc.sql.GivenValue;

/** Names a question and everything its answer depends on but private data. */
final class AnswerKey {
  private AnswerKey() {}

  static String of(
      Dataset dataset,
      PrivatePlan plan,
      List<GivenValue> given,
      Map<String, List<List<KeyValue>>> publicKeys) {
    String all =
        plan.fingerprint()
            + "\n"
            + given.stream().map(AnswerKey::text).toList()
            + "\n"
            + dataset.backendUrl()
            + "\n"
            + dataset.live()
            + "\n"
            + new TreeMap<>(publicKeys);
    try {
      return HexFormat.of()
          .formatHex(
              MessageDigest.getInstance("SHA-256").digest(all.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  /** With its length before it, so that no two lists of values are written alike. */
  private static String text(GivenValue given) {
    String value = given.value().toString();
    return given.type() + ":" + value.length() + ":" + value;
  }
}
