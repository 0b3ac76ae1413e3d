package org.dpjdbc.run.backend;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLDecoder;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.dpjdbc.sql.dialect.BackendDialects;
import org.dpjdbc.sql.dialect.common.BackendDialect;
import org.dpjdbc.sql.refusal.ConnectMessages;

/**
 * Refuses the backend parameters that are known to load classes, run statements, log values or read
 * and write files of the caller's choice (CVE-2022-23221, CVE-2022-21724, CVE-2022-36364 and their
 * like), or to allow several statements in one string. Names are compared without case and
 * punctuation, and whatever the backend is: no database needs another's dangerous name.
 *
 * <p>A name has to be written so that every driver reads the one that is seen here: in plain ASCII
 * (H2 makes an i without a dot a capital I), without a backslash (which H2 takes out) anywhere
 * among the parameters, and percent-encoded once at most. H2's driver does not report what it
 * understood, so only settings of H2 that are known to be harmless are accepted; other drivers are
 * asked, see {@link EffectiveDriverProperties}.
 */
public final class BackendParameters {
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
          "ducklake",
          "extensiondirectory",
          "homedirectory",
          "secretdirectory",
          "autoloadknownextensions",
          "customextensionrepository",
          "allowunsignedextensions",
          "autoinstallknownextensions",
          "enableloadextension",
          // logs that would hold values
          "enablelogging",
          "enableprofiling",
          "httplogginglevel",
          "logger",
          "loggerfile",
          "loggerlevel",
          "loglevel",
          "logpath",
          "logquerypath",
          "profileoutput",
          "profilingoutput",
          "tracefile",
          "tracedirectory",
          "tracelevel",
          "tracelevelfile",
          "tracelevelsystemout",
          // what a statement means, and which rows there may be
          "cluster",
          "exclusive",
          "extraheaders",
          "path",
          "referentialintegrity",
          "sqlpath",
          // classes and objects
          "autodeserialize",
          "authenticator",
          "authrealm",
          "builtinaliasoverride",
          "clientinfoprovider",
          "credentialtype",
          "dnsresolver",
          "hostnameverifier",
          "jmx",
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
   * Parts of names that have a naming service or a login configuration looked up, or set the
   * libraries that a server loads.
   */
  private static final List<String> REFUSED_PARTS =
      List.of("hooks", "jaas", "jndi", "librarypath", "preloadlibraries", "script");

  /** A server's settings, in the value of one of its driver. */
  private static final String OPTIONS = "options";

  /** Any name before an equals sign: every driver has its own separators. */
  private static final Pattern NAME = Pattern.compile("([^=;?&:,(){}@/\\\\\\s]+)\\s*=(?=([^;&]*))");

  /** A name, and its value up to the next parameter of a URL in which semicolons separate none. */
  private static final Pattern SETTING =
      Pattern.compile("([^=;?&:,(){}@/\\\\\\s]+)\\s*=(?=([^&]*))");

  private static final Pattern SEPARATOR = Pattern.compile("[;?&]");
  private static final Pattern PLAIN = Pattern.compile("[ -$&-\\[\\]-~]*");

  private BackendParameters() {}

  /**
   * Checks a JDBC URL and the properties that go with it.
   *
   * @throws org.dpjdbc.sql.refusal.RefusedException if a dangerous parameter is among them, or one
   *     whose name may be read in two ways
   */
  public static void check(String jdbcUrl, Map<String, String> properties) {
    NAME.matcher(jdbcUrl).results().forEach(found -> check(found.group(1)));
    SETTING.matcher(jdbcUrl).results().forEach(found -> check(found.group(1), found.group(2)));
    Matcher separator = SEPARATOR.matcher(jdbcUrl);
    if (separator.find()) {
      checkSettings(jdbcUrl, jdbcUrl.substring(separator.end()));
    }
    for (BackendDialect dialect : BackendDialects.all()) {
      dialect
          .refusedPart(jdbcUrl)
          .ifPresent(
              part -> {
                throw ConnectMessages.backendParameterUnknown(part);
              });
    }
    properties.forEach(
        (name, value) -> {
          checkName(name);
          check(name);
          check(name, value);
          if (bare(name).equals(OPTIONS)) {
            NAME.matcher(decoded(value)).results().forEach(found -> check(found.group(1)));
          }
        });
  }

  /** A value may hold settings in its turn, and be percent-encoded for that. */
  private static void checkSettings(String jdbcUrl, String settings) {
    NAME.matcher(decoded(settings)).results().forEach(found -> check(found.group(1)));
    if (settings.indexOf('\\') >= 0) {
      throw ConnectMessages.backendUrlEscapes();
    }
    for (String setting : SEPARATOR.split(settings)) {
      int equals = setting.indexOf('=');
      if (equals >= 0) {
        checkName(setting.substring(0, equals));
      }
    }
    for (BackendDialect dialect : BackendDialects.all()) {
      dialect.settings(jdbcUrl).ifPresent(known -> checkKnown(known, settings));
    }
  }

  private static void checkKnown(Set<String> known, String settings) {
    for (String setting : settings.split(";", -1)) {
      String name = setting.substring(0, Math.max(0, setting.indexOf('=')));
      if (!name.isEmpty() && !known.contains(bare(name))) {
        throw ConnectMessages.backendParameterUnknown(name);
      }
    }
  }

  /** A name is what it looks like, as it is written and as it is decoded. */
  private static void checkName(String name) {
    if (!PLAIN.matcher(name.replace('%', ' ')).matches()
        || !PLAIN.matcher(decoded(name)).matches()) {
      throw ConnectMessages.backendUrlEscapes();
    }
  }

  private static void check(String name) {
    if (isRefused(name)) {
      throw ConnectMessages.backendParameterRefused(name);
    }
  }

  private static void check(String name, String value) {
    if (isRefused(name, value)) {
      throw ConnectMessages.backendParameterRefused(name);
    }
  }

  /** Whether that value of a parameter, percent-encoded or not, may be sent to no database. */
  static boolean isRefused(String name, String value) {
    return isRefused(name)
        || Stream.of(name, decoded(name))
            .map(BackendParameters::bare)
            .anyMatch(
                bare ->
                    BackendDialects.all().stream()
                        .anyMatch(dialect -> dialect.refuses(bare, decoded(value))));
  }

  /** Whether a parameter of that name, percent-encoded or not, may be sent to no database. */
  static boolean isRefused(String name) {
    return Stream.of(name, decoded(name))
        .map(BackendParameters::bare)
        .anyMatch(BackendParameters::refused);
  }

  private static boolean refused(String bare) {
    return REFUSED.contains(bare)
        || REFUSED_ENDINGS.stream().anyMatch(bare::endsWith)
        || REFUSED_PARTS.stream().anyMatch(bare::contains)
        || BackendDialects.all().stream().anyMatch(dialect -> dialect.refuses(bare));
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
  public static Optional<String> user(String jdbcUrl) {
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
