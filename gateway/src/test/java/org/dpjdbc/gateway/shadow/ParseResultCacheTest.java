package org.dpjdbc.gateway.shadow;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import org.dpjdbc.gateway.wire.Frame;
import org.dpjdbc.gateway.wire.ServerError;
import org.junit.jupiter.api.Test;

class ParseResultCacheTest {
  private static final ParseResult NONE =
      new ParseResult.Parsed(List.of(), List.of(), Frame.of('n'));

  private static TableReferenceResolver.Request request(String text) {
    return new TableReferenceResolver.Request(text, List.of(), "public", true);
  }

  @Test
  void countsAllThatIsKept() {
    TableReferenceResolver.Request plain = request("SELECT 1");
    long bytes = ParseResultCache.size(plain, NONE);
    List<Integer> many = Collections.nCopies(1000, 23);
    assertThat(ParseResultCache.size(request("SELECT 1" + " ".repeat(1000)), NONE))
        .isGreaterThanOrEqualTo(bytes + 1000);
    assertThat(
            ParseResultCache.size(
                new TableReferenceResolver.Request("SELECT 1", many, "public", true), NONE))
        .isGreaterThanOrEqualTo(bytes + 20_000);
    assertThat(
            ParseResultCache.size(
                new TableReferenceResolver.Request("SELECT 1", List.of(), "p".repeat(1000), true),
                NONE))
        .isGreaterThanOrEqualTo(bytes + 990);
    for (ParseResult parse :
        List.of(
            new ParseResult.Parsed(List.of("1".repeat(1000)), List.of(), Frame.of('n')),
            new ParseResult.Parsed(List.of(), many, Frame.of('n')),
            new ParseResult.Parsed(List.of(), List.of(), Frame.of('T', new byte[1000])),
            new ParseResult.Refused(ServerError.of("42601", "x".repeat(1000))))) {
      assertThat(ParseResultCache.size(plain, parse)).isGreaterThanOrEqualTo(bytes + 1000);
    }
  }

  @Test
  void letsNobodyRemoveWhatOthersAsked() {
    ParseResultCache known = new ParseResultCache(100_000, 60_000);
    known.keep(request("bob's"), NONE, "bob");
    for (int i = 0; i < 10_000; i++) {
      known.keep(request("SELECT " + i), NONE, "ann");
      known.keep(request("SELECT -" + i), NONE, "eve");
      assertThat(known.bytes()).isLessThanOrEqualTo(100_000);
    }
    assertThat(known.find(request("bob's"))).contains(NONE);
    assertThat(known.find(request("SELECT 9999"))).contains(NONE);
    assertThat(known.find(request("SELECT 0"))).isEmpty();
  }

  @Test
  void keepsWhatWasAskedLast() {
    ParseResultCache known = new ParseResultCache(20_000, 20_000);
    for (int i = 0; i < 1000; i++) {
      known.keep(request("SELECT " + i), NONE, "ann");
      assertThat(known.find(request("SELECT 0"))).contains(NONE);
    }
    assertThat(known.find(request("SELECT 1"))).isEmpty();
  }

  @Test
  void keepsNothingThatIsTooLong() {
    ParseResultCache known = new ParseResultCache(20_000, 20_000);
    known.keep(request("SELECT 1"), NONE, "ann");
    known.keep(request("x".repeat(1000)), NONE, "ann");
    assertThat(known.find(request("x".repeat(1000)))).isEmpty();
    assertThat(known.find(request("SELECT 1"))).contains(NONE);
  }
}
