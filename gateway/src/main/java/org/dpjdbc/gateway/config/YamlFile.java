package org.dpjdbc.gateway.config;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.stream.Collectors;

/** Reads and writes files in YAML. */
final class YamlFile {
  private static final ObjectMapper MAPPER =
      YAMLMapper.builder()
          .addModule(new Jdk8Module())
          .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
          .build();

  private YamlFile() {}

  /**
   * Reads one.
   *
   * @throws ConfigException if it is not there or is not of the form
   */
  static <T> T read(Path file, Class<T> type) throws ConfigException {
    try (Reader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
      T read = MAPPER.readValue(reader, type);
      if (read == null) {
        throw new ConfigException(file + ": the file is empty");
      }
      return read;
    } catch (NoSuchFileException e) {
      throw new ConfigException(file + ": there is no such file");
    } catch (JacksonException e) {
      throw new ConfigException(file + place(e.getLocation()) + ": " + message(e));
    } catch (IOException e) {
      throw new ConfigException(file + ": the file cannot be read: " + e.getMessage());
    }
  }

  private static String place(JsonLocation location) {
    return location == null || location.getLineNr() < 1 ? "" : ":" + location.getLineNr();
  }

  private static String message(JacksonException error) {
    if (error instanceof UnrecognizedPropertyException unknown) {
      String known =
          unknown.getKnownPropertyIds().stream()
              .map(String::valueOf)
              .sorted()
              .collect(Collectors.joining(", "));
      return "unknown key " + unknown.getPropertyName() + "; known are " + known;
    }
    if (error instanceof JsonMappingException mapping && !mapping.getPath().isEmpty()) {
      String path =
          mapping.getPath().stream()
              .map(part -> String.valueOf(part.getFieldName()))
              .collect(Collectors.joining("."));
      return path + ": " + firstLine(mapping.getOriginalMessage());
    }
    return firstLine(error.getOriginalMessage());
  }

  private static String firstLine(String text) {
    return String.valueOf(text).lines().findFirst().orElse("not YAML");
  }

  static String write(Object value) {
    try {
      return MAPPER.writeValueAsString(value);
    } catch (JacksonException e) {
      throw new IllegalStateException(e);
    }
  }
}
