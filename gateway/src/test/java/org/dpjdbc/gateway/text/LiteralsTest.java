package org.dpjdbc.gateway.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.dpjdbc.gateway.wire.ServerError;
import org.junit.jupiter.api.Test;

class LiteralsTest {
  private static int length(int places, int characters) throws ServerError {
    Placeholders text = Placeholders.of("SELECT 1" + ", $1".repeat(places), true);
    return Literals.in(text, List.of("€".repeat(characters))).map(String::length).orElse(0);
  }

  /** A message of a few kilobytes makes no statement that the driver does not take. */
  @Test
  void writesNoLongerStatementThanTheDriverTakes() throws ServerError {
    assertThat(length(200, 4_000)).isBetween(800_000, Literals.LONGEST);
    assertThat(length(260, 4_000)).isZero();
    assertThat(length(4_000, 4_000)).isZero();
  }
}
