package org.dpjdbc.sql.dialect.h2;

import java.util.Set;

/**
 * The settings that a URL of H2 may have: its driver does not report what it understood, so only
 * those are accepted that are known to be harmless.
 */
final class H2UrlSettings {
  /** All of them. */
  static final Set<String> ALL =
      Set.of(
          "accessmodedata",
          "analyzeauto",
          "analyzesample",
          "autocompactfillrate",
          "autoreconnect",
          "autoserver",
          "autoserverport",
          "cachesize",
          "cachetype",
          "caseinsensitiveidentifiers",
          "cipher",
          "compressdata",
          "create",
          "databasetolower",
          "databasetoupper",
          "dbclosedelay",
          "dbcloseonexit",
          "defaultlocktimeout",
          "defaultnullordering",
          "defraganalways",
          "filelock",
          "forbidcreation",
          "ifexists",
          "ignorecatalogs",
          "locktimeout",
          "lockmode",
          "maxcompacttime",
          "maxmemoryrows",
          "maxoperationmemory",
          "maxquerytimeout",
          "mode",
          "networktimeout",
          "nonkeywords",
          "oldinformationschema",
          "opennew",
          "pagesize",
          "password",
          "passwordhash",
          "querycachesize",
          "querytimeout",
          "retentiontime",
          "reusespace",
          "schema",
          "timezone",
          "user",
          "variablebinary",
          "writedelay");

  private H2UrlSettings() {}
}
