package org.dpjdbc.sql.simplify;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.metadata.DefaultRelMetadataProvider;
import org.apache.calcite.rel.metadata.MetadataHandler;
import org.apache.calcite.rel.metadata.MetadataHandlerProvider;
import org.apache.calcite.rel.metadata.NullSentinel;
import org.apache.calcite.rel.metadata.ProxyingMetadataHandlerProvider;
import org.apache.calcite.rel.metadata.RelMetadataQuery;
import org.jspecify.annotations.Nullable;

/**
 * What Calcite derives of relations, by reflection: its default compiles two dozen classes when it
 * is first used. A result is computed once for a relation and its arguments.
 */
public final class PlainMetadata extends RelMetadataQuery {
  /** The same for all queries: what they derive is kept in the query that they are called with. */
  private static final MetadataHandlerProvider HANDLERS =
      new Remembering(
          new ProxyingMetadataHandlerProvider(DefaultRelMetadataProvider.INSTANCE),
          new ConcurrentHashMap<>());

  public PlainMetadata() {
    super(HANDLERS);
  }

  private record Remembering(MetadataHandlerProvider plain, Map<Class<?>, Object> handlers)
      implements MetadataHandlerProvider {
    @Override
    public <H extends MetadataHandler<?>> H handler(Class<H> type) {
      return type.cast(handlers.computeIfAbsent(type, any -> remembering(type)));
    }

    private <H extends MetadataHandler<?>> Object remembering(Class<H> type) {
      H handler = plain.handler(type);
      InvocationHandler remember = (proxy, method, args) -> cached(handler, method, args);
      return Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, remember);
    }

    /** Arguments: the relation, the metadata, and what else the query is about. */
    private static @Nullable Object cached(Object handler, Method method, @Nullable Object[] args)
        throws Throwable {
      RelNode rel = (RelNode) args[0];
      RelMetadataQuery metadata = (RelMetadataQuery) args[1];
      List<@Nullable Object> key = Arrays.asList(args.clone());
      key.set(0, method);
      key.set(1, null);
      Object known = metadata.map.get(rel, key);
      if (known == null) {
        try {
          known = NullSentinel.mask(method.invoke(handler, args));
        } catch (InvocationTargetException e) {
          throw e.getCause();
        }
        metadata.map.put(rel, key, known);
      }
      return known == NullSentinel.INSTANCE ? null : known;
    }
  }
}
