package org.dpjdbc.sql;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.apache.calcite.jdbc.JavaTypeFactoryImpl;
import org.apache.calcite.rel.type.RelDataTypeSystem;

/** Calcite's types with one character set for every text: Unicode. */
final class DpTypeFactory extends JavaTypeFactoryImpl {
  DpTypeFactory(RelDataTypeSystem typeSystem) {
    super(typeSystem);
  }

  @Override
  public Charset getDefaultCharset() {
    return StandardCharsets.UTF_8;
  }
}
