package org.dpjdbc.jdbc;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Every method of every interface is in surface.txt, and does what it says there. */
class SurfaceTest {
  /** Default methods of the interfaces that are right as they are. */
  private static final Set<String> RIGHT_BY_DEFAULT = Set.of("beginRequest", "endRequest");

  @Test
  void everyMethodIsClassifiedAndDoesSo() throws Exception {
    List<String> found = new ArrayList<>();
    for (Class<?> type : Opened.interfaces()) {
      for (Method method : Calls.methods(type)) {
        Object target = new Opened().get(type);
        String verdict = Calls.call(target, method, Calls.sensible(method)).verdict();
        found.add(type.getSimpleName() + "." + Calls.signature(method) + " " + verdict);
      }
    }
    assertThat(found).containsExactlyInAnyOrderElementsOf(classified());
  }

  private static List<String> classified() throws IOException {
    try (InputStream in =
        Objects.requireNonNull(SurfaceTest.class.getResourceAsStream("surface.txt"))) {
      return new String(in.readAllBytes(), UTF_8)
          .lines()
          .filter(line -> !line.isBlank() && !line.startsWith("#"))
          .toList();
    }
  }

  @Test
  void noMethodIsLeftToAnInterfacesDefault() throws SQLException {
    List<String> left = new ArrayList<>();
    for (Class<?> type : Opened.interfaces()) {
      Object target = new Opened().get(type);
      for (Method method : Calls.methods(type)) {
        if (!Proxy.isProxyClass(target.getClass())
            && !RIGHT_BY_DEFAULT.contains(method.getName())
            && !implementor(target, method).getName().startsWith("org.dpjdbc.")) {
          left.add(type.getSimpleName() + "." + Calls.signature(method));
        }
      }
    }
    assertThat(left).isEmpty();
  }

  private static Class<?> implementor(Object target, Method method) {
    try {
      return target
          .getClass()
          .getMethod(method.getName(), method.getParameterTypes())
          .getDeclaringClass();
    } catch (NoSuchMethodException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void theMetadataTableNamesExactlyTheMethodsThereAre() {
    Set<String> methods = new TreeSet<>();
    for (Method method : Calls.methods(DatabaseMetaData.class)) {
      if (method.getDeclaringClass() == DatabaseMetaData.class) {
        methods.add(method.getName() + "/" + method.getParameterCount());
      }
    }
    assertThat(MetadataTable.classified().keySet()).containsExactlyInAnyOrderElementsOf(methods);
  }

  @Test
  void aMetadataMethodNobodyClassifiedIsRefused() throws NoSuchMethodException {
    Method unknown = Object.class.getMethod("hashCode");
    assertThat(MetadataTable.of(unknown)).isInstanceOf(MetadataAnswer.Refuse.class);
  }

  @Test
  void methodsThatPassTakeNoArguments() {
    MetadataTable.classified()
        .forEach(
            (name, answer) -> {
              if (answer instanceof MetadataAnswer.Pass) {
                assertThat(name).endsWith("/0");
              }
            });
  }
}
