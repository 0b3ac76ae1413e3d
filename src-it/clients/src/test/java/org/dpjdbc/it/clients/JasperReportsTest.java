package org.dpjdbc.it.clients;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.awt.GraphicsEnvironment;
import java.awt.image.BufferedImage;
import java.io.InputStream;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.imageio.ImageIO;
import net.sf.jasperreports.engine.JRException;
import net.sf.jasperreports.engine.JRPrintText;
import net.sf.jasperreports.engine.JasperCompileManager;
import net.sf.jasperreports.engine.JasperExportManager;
import net.sf.jasperreports.engine.JasperFillManager;
import net.sf.jasperreports.engine.JasperPrint;
import net.sf.jasperreports.engine.JasperPrintManager;
import net.sf.jasperreports.engine.JasperReport;
import org.dpjdbc.backends.TestBackend;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A report with a table and a chart with error bars, rendered to PDF and PNG. Its epsilon is 1, so
 * that there is something to see: a mean is off by more than eight half-widths of its 95 % interval
 * with probability below 1E-9.
 */
@ParameterizedClass
@MethodSource("org.dpjdbc.it.clients.Shop#kinds")
class JasperReportsTest {
  private static final double MANY_HALF_WIDTHS = 8;
  private static final int STATES = 3;

  @Parameter TestBackend kind;
  @TempDir Path folder;

  @BeforeEach
  void requireFonts() {
    System.setProperty("java.awt.headless", "true");
    assumeTrue(
        GraphicsEnvironment.getLocalGraphicsEnvironment().getAvailableFontFamilyNames().length > 0,
        "skipped: this machine has no fonts");
  }

  @Test
  void aChartWithErrorBars() throws Exception {
    try (Shop shop = Shop.on(kind, folder)) {
      JasperPrint print = filled(shop, "ages.jrxml");
      List<String> strings = strings(print);
      assertThat(strings).hasSize(1 + STATES * 3).contains("CA", "NY", "TX");
      List<String> exact =
          shop.raw(
              "SELECT state, AVG(age * 1.0) FROM customers WHERE age >= 21 GROUP BY state ORDER BY state");
      for (int i = 0; i < STATES; i++) {
        double age = Double.parseDouble(strings.get(2 + 3 * i));
        double error = Double.parseDouble(strings.get(3 + 3 * i).substring("± ".length()));
        assertThat(error).isPositive();
        assertThat(age)
            .isCloseTo(
                Double.parseDouble(exact.get(i).split(" ", -1)[1]),
                within(MANY_HALF_WIDTHS * error));
      }
      byte[] pdf = JasperExportManager.exportReportToPdf(print);
      assertThat(new String(pdf, ISO_8859_1)).startsWith("%PDF-").contains("%%EOF");
      BufferedImage image = (BufferedImage) JasperPrintManager.printPageToImage(print, 0, 2);
      assertThat(pixelsOfErrorBars(image)).isGreaterThan(STATES * 20);
      Path png = folder.resolve("ages.png");
      assertThat(ImageIO.write(image, "png", png.toFile())).isTrue();
      assertThat(Files.size(png)).isGreaterThan(1_000);
      shop.charged(1, BigDecimal.ONE);
    }
  }

  @Test
  void aReportOfRowsIsRefused() throws Exception {
    try (Shop shop = Shop.on(kind, folder)) {
      Refused.by(() -> filled(shop, "people.jrxml"), "DP-RAW-ROWS", "42501", JRException.class);
      shop.charged(0);
      ClientTranscript transcript = new ClientTranscript();
      transcript.ask(
          "JasperFillManager.fillReport(people, parameters, connection)",
          () -> {
            filled(shop, "people.jrxml");
            return List.of();
          });
      transcript.isOn("jasperreports", kind, shop);
    }
  }

  private static JasperPrint filled(Shop shop, String resource) throws Exception {
    JasperReport report;
    try (InputStream in = JasperReportsTest.class.getResourceAsStream(resource)) {
      report = JasperCompileManager.compileReport(in);
    }
    Map<String, Object> parameters = new HashMap<>();
    parameters.put("ADULT", 21);
    try (Connection connection =
        DriverManager.getConnection(
            shop.url("dp.error_columns=true"), shop.user(), shop.password())) {
      return JasperFillManager.fillReport(report, parameters, connection);
    }
  }

  private static List<String> strings(JasperPrint print) {
    List<String> strings = new ArrayList<>();
    print.getPages().get(0).getElements().stream()
        .filter(JRPrintText.class::isInstance)
        .forEach(element -> strings.add(((JRPrintText) element).getFullText()));
    return strings;
  }

  private static int pixelsOfErrorBars(BufferedImage image) {
    int count = 0;
    for (int x = 0; x < image.getWidth(); x++) {
      for (int y = 0; y < image.getHeight(); y++) {
        count += (image.getRGB(x, y) & 0xFFFFFF) == (ErrorBars.COLOR.getRGB() & 0xFFFFFF) ? 1 : 0;
      }
    }
    return count;
  }
}
