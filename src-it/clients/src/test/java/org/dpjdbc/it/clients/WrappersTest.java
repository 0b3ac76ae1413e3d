package org.dpjdbc.it.clients;

import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.instrumentation.jdbc.OpenTelemetryDriver;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.List;
import javax.sql.DataSource;
import org.dpjdbc.backends.TestBackend;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** Drivers in front of this one, which take their name out of the URL and look for the rest. */
@ParameterizedClass
@MethodSource("org.dpjdbc.it.clients.Shop#fewerKinds")
class WrappersTest {
  private static final AttributeKey<String> STATEMENT = AttributeKey.stringKey("db.statement");

  @Parameter TestBackend kind;
  @TempDir Path folder;

  @Test
  void p6spy() throws Exception {
    try (Shop shop = Shop.on(kind, folder)) {
      Path log = Path.of(System.getProperty("p6spy.config.logfile"));
      // P6Spy keeps the file open: it cannot be deleted between one database and the next.
      int before = Files.exists(log) ? Files.readString(log).length() : 0;
      ClientTranscript transcript = new ClientTranscript();
      Questions.ask(source(shop, "jdbc:p6spy:dp:"), shop, transcript);
      assertThat(Files.readString(log).substring(before))
          .contains(Questions.BY_STATE)
          .doesNotContain("Zq7");
      transcript.isOn("p6spy", kind, shop);
    }
  }

  @Test
  void openTelemetry() throws Exception {
    InMemorySpanExporter spans = InMemorySpanExporter.create();
    try (Shop shop = Shop.on(kind, folder);
        OpenTelemetrySdk sdk =
            OpenTelemetrySdk.builder()
                .setTracerProvider(
                    SdkTracerProvider.builder()
                        .addSpanProcessor(SimpleSpanProcessor.create(spans))
                        .build())
                .build()) {
      OpenTelemetryDriver.install(sdk);
      ClientTranscript transcript = new ClientTranscript();
      Questions.ask(source(shop, "jdbc:otel:dp:"), shop, transcript);
      List<SpanData> finished = spans.getFinishedSpanItems();
      assertThat(finished).isNotEmpty();
      assertThat(finished.stream().map(span -> span.getAttributes().get(STATEMENT)))
          .contains(Questions.BY_STATE);
      assertThat(finished.toString()).doesNotContain("Zq7");
      transcript.isOn("opentelemetry", kind, shop);
    }
  }

  /** One in front of the other in front of this one. */
  @Test
  void stacked() throws Exception {
    try (Shop shop = Shop.on(kind, folder);
        Connection connection = source(shop, "jdbc:otel:p6spy:dp:").getConnection()) {
      assertThat(Shop.rows(connection, Questions.BY_STATE)).isEqualTo(shop.raw(Questions.BY_STATE));
      Refused.by(() -> Shop.rows(connection, Questions.ROWS), "DP-RAW-ROWS", "42501");
      shop.charged(1);
    }
  }

  private static DataSource source(Shop shop, String prefix) {
    return new DriverManagerDataSource(
        prefix + shop.url().substring("jdbc:dp:".length()), shop.user(), shop.password());
  }
}
