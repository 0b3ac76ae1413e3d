package org.dpjdbc.run.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class KeptRecipeTest {
  private static final List<@Nullable Object> ALL =
      Arrays.asList(
          null,
          "ü",
          "",
          true,
          7,
          7L,
          7.5,
          new BigDecimal("7.50"),
          LocalDate.of(2020, 2, 29),
          LocalTime.of(1, 2, 3, 4),
          LocalDateTime.of(2020, 2, 29, 1, 2, 3, 4));

  private static KeptRecipe recipe(List<@Nullable Object> parameters) {
    return new KeptRecipe(
        "ab",
        "SELECT 'ß', COUNT(*) FROM t",
        parameters,
        Optional.of(new BigDecimal("0.50")),
        Optional.empty(),
        "ann",
        LocalDateTime.of(2020, 2, 29, 1, 2),
        Instant.ofEpochSecond(7, 8));
  }

  @Test
  void isReadAsItIsWritten() {
    List<KeptRecipe> recipes = List.of(recipe(ALL), recipe(List.of()));
    assertThat(KeptRecipe.decode(KeptRecipe.encode(recipes))).isEqualTo(recipes);
    assertThat(recipes).allMatch(KeptRecipe::isShort);
  }

  @Test
  void whatIsCutOffIsNotRead() {
    byte[] whole = KeptRecipe.encode(List.of(recipe(ALL)));
    for (int length = 0; length < whole.length; length++) {
      byte[] part = Arrays.copyOf(whole, length);
      assertThatThrownBy(() -> KeptRecipe.decode(part)).isInstanceOf(RuntimeException.class);
    }
  }

  @Test
  void isNotKeptWithOtherParametersOrIfLong() {
    assertThat(recipe(List.of(new byte[] {7})).isShort()).isFalse();
    assertThat(recipe(List.of("x".repeat(20_001))).isShort()).isFalse();
  }
}
