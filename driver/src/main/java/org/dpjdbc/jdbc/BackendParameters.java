package org.dpjdbc.jdbc;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLDecoder;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.dpjdbc.sql.Messages;

/**
 * Refuses the backend parameters that are known to load classes, run statements, log values or read
 * and write files of the caller's choice (CVE-2022-23221, CVE-2022-21724, CVE-2022-36364 and their
 * like), or to let one text hold several statements. Names are compared without case and
 * punctuation, and whatever the backend is: no database needs another's dangerous name.
 */
final class BackendParameters {
  /**
   * H2, PostgreSQL, MySQL and MariaDB, DB2, Derby, Avatica, DuckDB, SQLite, Trino, Simba drivers.
   */
  private static final Set<String> REFUSED =
      Set.of(
          // statements run on connect
          "init",
          "initsql",
          "connectioninitsql",
          "sessioninitsqlfile",
          "sessionproperties",
          "sessionvariables",
          "connectioninitstatement",
          // several statements in one text; literals in the text
          "allowmultiqueries",
          "preferquerymode",
          // files and URLs of the caller's choice
          "allowloadlocalinfile",
          "allowloadlocalinfileinpath",
          "allowlocalinfile",
          "allowurlinlocalinfile",
          "createfrom",
          "restorefrom",
          "rollforwardrecoveryfrom",
          "inifile",
          "initfile",
          "model",
          "pipe",
          "service",
          "serverrsapublickeyfile",
          "useconfigs",
          "extensiondirectory",
          "customextensionrepository",
          "allowunsignedextensions",
          "autoinstallknownextensions",
          "enableloadextension",
          // logs that would hold values
          "httplogginglevel",
          "logger",
          "loggerfile",
          "loggerlevel",
          "loglevel",
          "logpath",
          "tracefile",
          "tracedirectory",
          "tracelevel",
          "tracelevelfile",
          "tracelevelsystemout",
          // classes and objects
          "autodeserialize",
          "authenticator",
          "authrealm",
          "builtinaliasoverride",
          "clientinfoprovider",
          "credentialtype",
          "dnsresolver",
          "hostnameverifier",
          "httpclientimpl",
          "lbstrategy",
          "loadbalancestrategy",
          "pluginname",
          "propertiestransform",
          "sslhostnameverifier");

  /** Endings of names whose value is a class, in any driver. */
  private static final List<String> REFUSED_ENDINGS =
      List.of(
          "callback",
          "class",
          "classname",
          "classes",
          "factory",
          "factoryarg",
          "constructorarg",
          "handler",
          "interceptor",
          "interceptors",
          "listener",
          "plugin",
          "plugins",
          "serializer",
          "strategy");

  /**
   * Parts of names that have a naming service or a login configuration looked up, or set what a
   * query means to Spark.
   */
  private static final List<String> REFUSED_PARTS = List.of("jaas", "jndi", "script", "spark");

  /** Any name before an equals sign: every driver has its own separators. */
  private static final Pattern NAME = Pattern.compile("([^=;?&:,(){}@/\\\\\\s]+)\\s*=(?=([^;&]*))");

  private BackendParameters() {}

  /**
   * Checks a JDBC URL and the properties that go with it.
   *
   * @throws org.dpjdbc.sql.RefusedException if a dangerous parameter is among them
   */
  static void check(String jdbcUrl, Iterable<String> propertyNames) {
    NAME.matcher(jdbcUrl).results().forEach(found -> check(found.group(1)));
    propertyNames.forEach(BackendParameters::check);
  }

  private static void check(String name) {
    if (Stream.of(name, decoded(name))
        .map(BackendParameters::bare)
        .anyMatch(BackendParameters::refused)) {
      throw Messages.backendParameterRefused(name);
    }
  }

  private static boolean refused(String bare) {
    return REFUSED.contains(bare)
        || REFUSED_ENDINGS.stream().anyMatch(bare::endsWith)
        || REFUSED_PARTS.stream().anyMatch(bare::contains);
  }

  private static String bare(String name) {
    return name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "");
  }

  private static String decoded(String text) {
    try {
      return URLDecoder.decode(text, UTF_8);
    } catch (IllegalArgumentException e) {
      return text;
    }
  }

  /** The user that a URL names among its parameters. */
  static Optional<String> user(String jdbcUrl) {
    Matcher matcher = NAME.matcher(jdbcUrl);
    while (matcher.find()) {
      if (matcher.group(1).equalsIgnoreCase("user")) {
        String value = matcher.group(2);
        boolean encoded = jdbcUrl.substring(0, matcher.start()).indexOf('?') >= 0;
        return Optional.of(encoded ? decoded(value) : value).filter(name -> !name.isBlank());
      }
    }
    return Optional.empty();
  }
}
