package org.dpjdbc.run.virtual;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Types;
import java.util.List;
import java.util.stream.Stream;
import org.dpjdbc.policy.LiveSchema;
import org.junit.jupiter.api.Test;

class VisibleKeysTest {
  private static LiveSchema.Table table(
      String name, List<LiveSchema.ForeignKey> keys, String... columns) {
    return new LiveSchema.Table(
        "PUBLIC",
        name,
        LiveSchema.Kind.TABLE,
        Stream.of(columns)
            .map(column -> new LiveSchema.Column(column, Types.INTEGER, "INTEGER", 10, 0, false))
            .toList(),
        List.of(),
        List.of(),
        keys);
  }

  @Test
  void nameNoTableAndNoColumnThatIsHidden() {
    LiveSchema.ForeignKey key =
        new LiveSchema.ForeignKey(
            List.of("HOME", "HOUSE"), "PUBLIC", "HOMES", List.of("TOWN", "HOUSE"));
    LiveSchema.Table visits = table("VISITS", List.of(key), "HOME", "HOUSE");
    LiveSchema.Table homes = table("HOMES", List.of(), "TOWN", "HOUSE");
    assertThat(VisibleKeys.references(List.of(visits, homes)))
        .singleElement()
        .extracting(VisibleKeys.Reference::to)
        .isEqualTo(homes);
    assertThat(VisibleKeys.references(List.of(visits))).isEmpty();
    assertThat(VisibleKeys.references(List.of(visits, table("HOMES", List.of(), "HOUSE"))))
        .isEmpty();
  }

  /** Else a gap would tell of a table that is not shown. */
  @Test
  void areNumberedAsTheyAreShown() {
    LiveSchema.ForeignKey hidden =
        new LiveSchema.ForeignKey(List.of("WARD"), "PUBLIC", "WARDS", List.of("ID"));
    LiveSchema.ForeignKey shown =
        new LiveSchema.ForeignKey(List.of("HOME"), "PUBLIC", "HOMES", List.of("ID"));
    LiveSchema.Table visits = table("VISITS", List.of(hidden, shown), "WARD", "HOME");

    assertThat(VisibleKeys.references(List.of(visits, table("HOMES", List.of(), "ID"))))
        .extracting(VisibleKeys.Reference::name)
        .containsExactly("VISITS_FK1");
  }
}
