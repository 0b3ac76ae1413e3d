package org.dpjdbc.gateway.web;

import java.util.Map;
import java.util.Optional;

/**
 * A request.
 *
 * @param query parameters of the address; the first of each name
 * @param form fields of the body; the first of each name
 * @param cookies by name
 * @param address of the client
 * @param language that the browser asks for, or nothing
 */
record PageRequest(
    String method,
    String path,
    Map<String, String> query,
    Map<String, String> form,
    Map<String, String> cookies,
    String address,
    String language) {

  static final String POST = "POST";

  boolean isPost() {
    return method.equals(POST);
  }

  String field(String name) {
    return form.getOrDefault(name, "");
  }

  Optional<String> parameter(String name) {
    return Optional.ofNullable((isPost() ? form : query).get(name));
  }

  Optional<String> cookie(String name) {
    return Optional.ofNullable(cookies.get(name));
  }
}
