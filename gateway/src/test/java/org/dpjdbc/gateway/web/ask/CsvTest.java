package org.dpjdbc.gateway.web.ask;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class CsvTest {

  @Test
  void quotesAndDisarms() {
    Grid grid =
        new Grid(
            List.of(
                new Grid.Heading("=key", Grid.Kind.OTHER),
                new Grid.Heading("=n", Grid.Kind.NUMBER),
                new Grid.Heading("n_error95", Grid.Kind.NUMBER)),
            List.of(
                Arrays.asList("a,\"b\"\n", "-5", null),
                Arrays.asList("\uFF1D1+1", "3", "1.5"),
                Arrays.asList("x;=1", "0", "0"),
                Arrays.asList("", "0", "NaN"),
                Arrays.asList(null, null, null)),
            false);
    assertThat(Csv.of(grid))
        .isEqualTo(
            "'=key,'=n,n_error95\r\n\"a,\"\"b\"\"\n\",-5,\r\n'\uFF1D1+1,3,1.5\r\n\"x;=1\",0,0\r\n\"\",0,NaN\r\n,,\r\n");
  }

  @Test
  void knowsErrorsByTheirNames() {
    Grid grid =
        new Grid(
            List.of(
                new Grid.Heading("n_error95", Grid.Kind.NUMBER),
                new Grid.Heading("N", Grid.Kind.NUMBER),
                new Grid.Heading("N_error95", Grid.Kind.NUMBER),
                new Grid.Heading("x_error95", Grid.Kind.NUMBER)),
            List.of(),
            false);
    assertThat(grid.noisy()).containsExactly(1);
    assertThat(grid.key()).isEmpty();
    assertThat(grid.errors(1)).hasValue(2);
    assertThat(grid.errors(3)).isEmpty();
  }
}
