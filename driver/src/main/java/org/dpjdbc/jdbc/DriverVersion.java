package org.dpjdbc.jdbc;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/**
 * The driver's name and version.
 *
 * @param text the version string of the build
 * @param major first number
 * @param minor second number
 */
public record DriverVersion(String text, int major, int minor) {
  /** The driver's name. */
  public static final String NAME = "dp-jdbc";

  /** The version of this build. */
  public static DriverVersion current() {
    Properties properties = new Properties();
    try (InputStream in = DriverVersion.class.getResourceAsStream("version.properties")) {
      if (in == null) {
        throw new IllegalStateException("version.properties is not in the driver's jar");
      }
      properties.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    String text = properties.getProperty("version", "");
    String[] numbers = text.split("[.-]", 3);
    return new DriverVersion(text, Integer.parseInt(numbers[0]), Integer.parseInt(numbers[1]));
  }
}
