package org.dpjdbc.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Wrapper;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.dpjdbc.run.api.Query;
import org.dpjdbc.run.api.Session;
import org.dpjdbc.run.api.Settings;
import org.junit.jupiter.api.Test;

/**
 * From a connection, by every public method of every interface: only our objects and JDK values.
 */
class ObjectGraphTest {
  private static final List<String> JDK_VALUES =
      List.of("java.lang.", "java.math.", "java.time.", "java.util.", "java.io.", "java.sql.");

  @Test
  void nothingOfTheBackendOrTheEngineIsReachable() throws SQLException {
    List<String> foreign = new ArrayList<>();
    Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    Deque<Reached> queue = new ArrayDeque<>();
    Opened opened = new Opened();
    for (Class<?> type : Opened.interfaces()) {
      queue.add(new Reached(opened.get(type), type.getSimpleName(), 0));
    }
    int calls = 0;
    while (!queue.isEmpty()) {
      Reached reached = queue.remove();
      if (!seen.add(reached.object) || reached.depth > 5) {
        continue;
      }
      for (Method method : publicMethods(reached.object)) {
        if (method.getName().equals("close") || method.getName().equals("abort")) {
          continue;
        }
        calls++;
        Object value = Calls.call(reached.object, method, Calls.sensible(method)).value();
        if (value == null || value.getClass().isArray() || value.getClass().isPrimitive()) {
          continue;
        }
        String path = reached.path + "." + method.getName();
        if (!isAllowed(value)) {
          foreign.add(path + " is a " + value.getClass());
        }
        if (value instanceof Wrapper) {
          queue.add(new Reached(value, path, reached.depth + 1));
        }
      }
    }
    assertThat(foreign).isEmpty();
    assertThat(calls).isGreaterThan(2000);
  }

  private record Reached(Object object, String path, int depth) {}

  private static List<Method> publicMethods(Object object) {
    List<Method> methods = new ArrayList<>();
    for (Class<?> type = object.getClass(); type != null; type = type.getSuperclass()) {
      for (Class<?> face : type.getInterfaces()) {
        if (face.getPackageName().startsWith("java.sql")) {
          methods.addAll(Calls.methods(face));
        } else if (Wrapper.class.isAssignableFrom(face)) {
          for (Class<?> standard : face.getInterfaces()) {
            if (Modifier.isPublic(standard.getModifiers())) {
              methods.addAll(Calls.methods(standard));
            }
          }
        }
      }
    }
    return methods;
  }

  private static boolean isAllowed(Object value) {
    if (value instanceof Session || value instanceof Query || value instanceof Settings) {
      return false;
    }
    if (Proxy.isProxyClass(value.getClass())) {
      return Proxy.getInvocationHandler(value).getClass() == MetadataProxy.class;
    }
    String name = value.getClass().getName();
    return name.startsWith("org.dpjdbc.") || JDK_VALUES.stream().anyMatch(name::startsWith);
  }

  @Test
  void nothingUnwrapsToAnythingButItself() throws SQLException {
    Opened opened = new Opened();
    for (Class<?> type : Opened.interfaces()) {
      Wrapper wrapper = (Wrapper) opened.get(type);
      assertThat(wrapper.isWrapperFor(type)).isTrue();
      assertThat((Object) wrapper.unwrap(type)).isSameAs(wrapper);
      for (Class<?> other :
          List.of(
              Object.class,
              Session.class,
              FakeSession.class,
              wrapper.getClass(),
              org.h2.jdbc.JdbcConnection.class,
              AutoCloseable.class)) {
        assertThat(wrapper.isWrapperFor(other)).as(type + " as " + other).isFalse();
        assertThat(Calls.call(wrapper, unwrap(), other).verdict()).isEqualTo("HY024");
      }
    }
    assertThat(opened.connection.isWrapperFor(Connection.class)).isTrue();
  }

  private static Method unwrap() {
    try {
      return Wrapper.class.getMethod("unwrap", Class.class);
    } catch (NoSuchMethodException e) {
      throw new AssertionError(e);
    }
  }
}
