package org.dpjdbc.gateway.web.page;

import java.util.Optional;
import org.dpjdbc.gateway.web.html.Tag;

/** The login form. */
public final class LoginPage {
  private LoginPage() {}

  /**
   * The page.
   *
   * @param token of the browser's cookie
   * @param problem why the login before failed
   */
  public static Tag of(String token, Optional<String> problem) {
    Tag form =
        Tag.of("form", PageParts.hidden("token", token))
            .with("method", "post")
            .with("action", "/login")
            .with("class", "login");
    problem.ifPresent(
        text -> form.add(Tag.of("p", text).with("role", "alert").with("id", "problem")));
    return Layout.page(
        "Log in",
        form.add(
            Tag.of("label", "Name").with("for", "user"),
            field("user", "text", "username", problem.isPresent()).flag("autofocus", true),
            Tag.of("label", "Password").with("for", "password"),
            field("password", "password", "current-password", problem.isPresent()),
            Tag.of("button", "Log in").with("type", "submit")));
  }

  private static Tag field(String name, String type, String fills, boolean isWrong) {
    Tag field =
        Tag.of("input")
            .with("id", name)
            .with("name", name)
            .with("type", type)
            .with("autocomplete", fills)
            .with("autocapitalize", "none")
            .with("spellcheck", "false")
            .with("maxlength", "1000")
            .flag("required", true);
    return isWrong ? field.with("aria-invalid", "true").with("aria-describedby", "problem") : field;
  }
}
