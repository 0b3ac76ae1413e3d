package org.dpjdbc.run.sensitivity;

import java.util.LinkedHashSet;
import java.util.Set;

/** The shapes that a query has, by which it is counted. */
final class Shapes {
  private final Set<String> shapes = new LinkedHashSet<>();
  private boolean unsound;

  void add(String shape) {
    shapes.add(shape);
  }

  /** Marks a text that mixes people, unless the driver knows better; it is to be refused then. */
  String unsound(String why, String text) {
    shapes.add("unsound: " + why);
    unsound = true;
    return text;
  }

  boolean isUnsound() {
    return unsound;
  }

  Set<String> all() {
    return shapes;
  }
}
