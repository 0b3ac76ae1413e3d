package org.dpjdbc.backends.trino;

import io.trino.plugin.memory.MemoryPlugin;
import io.trino.spi.Plugin;
import io.trino.spi.connector.Connector;
import io.trino.spi.connector.ConnectorContext;
import io.trino.spi.connector.ConnectorFactory;
import io.trino.spi.session.PropertyMetadata;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;

/**
 * Memory under the names of connectors that the build does not have, with some of their session
 * properties, set as a server may have them.
 */
final class RenamedMemory implements Plugin {
  static final List<String> NAMES = List.of("postgresql", "iceberg");

  private static final List<PropertyMetadata<?>> PROPERTIES =
      List.of(
          PropertyMetadata.stringProperty(
              "decimal_mapping", "of decimals", "ALLOW_OVERFLOW", false),
          PropertyMetadata.booleanProperty(
              "aggregation_pushdown_enabled", "of aggregates", true, false),
          PropertyMetadata.booleanProperty("validate_bucketing", "of buckets", true, false),
          PropertyMetadata.integerProperty("domain_compaction_threshold", "of ranges", 32, false));

  @Override
  public Iterable<ConnectorFactory> getConnectorFactories() {
    ConnectorFactory memory = new MemoryPlugin().getConnectorFactories().iterator().next();
    return NAMES.stream().<ConnectorFactory>map(name -> renamed(name, memory)).toList();
  }

  private static ConnectorFactory renamed(String name, ConnectorFactory memory) {
    return new ConnectorFactory() {
      @Override
      public String getName() {
        return name;
      }

      @Override
      public Connector create(
          String catalog, Map<String, String> settings, ConnectorContext context) {
        return withProperties(memory.create(catalog, settings, context));
      }
    };
  }

  private static Connector withProperties(Connector connector) {
    return (Connector)
        Proxy.newProxyInstance(
            RenamedMemory.class.getClassLoader(),
            new Class<?>[] {Connector.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("getSessionProperties")) {
                return PROPERTIES;
              }
              try {
                return method.invoke(connector, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }
}
