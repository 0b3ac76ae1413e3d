package org.dpjdbc.gateway.shadow;

import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.dpjdbc.gateway.wire.ServerError;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * A database with the tables of a policy and no row in them. Whatever touches none of those tables
 * is answered by it: catalogs, settings, expressions. Each user has a role there that may read and
 * do nothing else: no temporary table, no function that runs SQL from a string, no advisory lock.
 * Thread-safe.
 */
public final class Shadow implements AutoCloseable {
  /**
   * Functions that would run unchecked SQL, that have effects beyond a statement, or that list
   * sessions.
   */
  private static final String REVOKE =
      """
      DO $$ DECLARE f regprocedure; BEGIN
        FOR f IN SELECT oid FROM pg_catalog.pg_proc WHERE pronamespace = 'pg_catalog'::regnamespace
            AND (proname ~ '^(query|cursor|table|schema|database)_to_xml'
              OR proname ~ '^pg_(try_)?advisory_(xact_)?lock'
              OR proname ~ '^pg_export_snapshot|^pg_logical_emit_message|^pg_notify$'
              OR proname ~ '^lo_|^lo(read|write)$' OR proname IN ('ts_stat', 'currtid2')
              OR proname IN ('pg_cancel_backend', 'pg_terminate_backend')
              OR (proname = 'ts_rewrite' AND pronargs = 2))
        LOOP EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', f); END LOOP;
      END $$\
      """;

  /**
   * Has a table's rows refused where they would be read, although there are none: the function is
   * computed when a statement is planned. No statement that reads a table should come so far.
   */
  private static final String REFUSED =
      """
      CREATE FUNCTION pg_catalog.dp_jdbc_refused() RETURNS boolean IMMUTABLE LANGUAGE plpgsql AS $$
      BEGIN
        RAISE EXCEPTION 'tables of the policy are not read here' USING ERRCODE = '0A000',
          HINT = 'Write the query in a text of its own.';
      END $$\
      """;

  /**
   * Makes the catalog show only the querying session: others' names, times and locks say who works,
   * and on what.
   */
  private static final String OWN_SESSIONS_ALONE =
      """
      DO $$ DECLARE f record; v record; BEGIN
        SET LOCAL allow_system_table_mods = on;
        FOR f IN SELECT p.oid::regprocedure AS original, 'dp_jdbc_' || proname AS own, call,
            (SELECT string_agg(format('%I %s', proargnames[i], format_type(proallargtypes[i], NULL)),
              ', ' ORDER BY i) FROM generate_subscripts(proallargtypes, 1) AS i
              WHERE proargmodes[i] <> 'i') AS columns
          FROM pg_catalog.pg_proc p JOIN (VALUES
            ('pg_stat_get_activity', 'pg_stat_get_activity(NULL::integer)'),
            ('pg_lock_status', 'pg_lock_status()')) AS c (name, call) ON proname = name
          WHERE pronamespace = 'pg_catalog'::regnamespace
        LOOP
          EXECUTE format('CREATE FUNCTION pg_catalog.%I() RETURNS TABLE (%s) STABLE'
            ' SECURITY DEFINER LANGUAGE sql BEGIN ATOMIC SELECT * FROM pg_catalog.%s AS a'
            ' WHERE a.pid = pg_catalog.pg_backend_pid(); END', f.own, f.columns, f.call);
          FOR v IN SELECT relname AS view, pg_get_viewdef(c.oid) AS query
            FROM pg_catalog.pg_class c WHERE relkind = 'v' AND relnamespace = 'pg_catalog'::regnamespace
            AND strpos(pg_get_viewdef(c.oid), f.call) > 0
          LOOP
            EXECUTE format('CREATE OR REPLACE VIEW pg_catalog.%I AS %s', v.view,
              replace(v.query, f.call, format('pg_catalog.%I()', f.own)));
          END LOOP;
          EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', f.original);
        END LOOP;
        FOR f IN SELECT oid::regprocedure AS original FROM pg_catalog.pg_proc
          WHERE pronamespace = 'pg_catalog'::regnamespace AND proname ~ '^pg_stat_get_backend_'
        LOOP EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', f.original); END LOOP;
      END $$\
      """;

  /**
   * Has the catalog tell of no database that the user may not connect to. Row security leaves
   * PostgreSQL's own tables out, so a view has the table's name; it has the column, too, that
   * clients of version 15 and 16 ask for.
   */
  private static final String OWN_DATABASES_ALONE =
      """
      DO $$ DECLARE t record; v record; BEGIN
        SET LOCAL allow_system_table_mods = on;
        FOR t IN SELECT name, 'dp_jdbc_' || name AS whole, columns, condition FROM (VALUES
            ('pg_database', '*, datlocale AS daticulocale', 'has_database_privilege(oid, ''CONNECT'')'),
            ('pg_db_role_setting', '*', 'setdatabase IN (SELECT 0 UNION ALL SELECT oid FROM pg_catalog.pg_database)'))
          AS c (name, columns, condition)
        LOOP
          EXECUTE format('ALTER TABLE pg_catalog.%I RENAME TO %I', t.name, t.whole);
          EXECUTE format('REVOKE ALL ON pg_catalog.%I FROM PUBLIC', t.whole);
          EXECUTE format('CREATE VIEW pg_catalog.%I WITH (security_barrier) AS SELECT %s FROM pg_catalog.%I'
            ' WHERE %s', t.name, t.columns, t.whole, t.condition);
          EXECUTE format('GRANT SELECT ON pg_catalog.%I TO PUBLIC', t.name);
          FOR v IN SELECT relname AS view, pg_get_viewdef(c.oid) AS query
            FROM pg_catalog.pg_class c WHERE relkind = 'v' AND relnamespace = 'pg_catalog'::regnamespace
            AND relname NOT IN (t.name, 'pg_seclabels') AND strpos(pg_get_viewdef(c.oid), t.whole) > 0
          LOOP
            EXECUTE format('CREATE OR REPLACE VIEW pg_catalog.%I AS %s', v.view,
              replace(v.query, t.whole, 'pg_catalog.' || t.name));
          END LOOP;
          FOR v IN SELECT pg_get_functiondef(oid) AS query FROM pg_catalog.pg_proc
            WHERE prosqlbody IS NOT NULL AND strpos(pg_get_function_sqlbody(oid), t.whole) > 0
          LOOP
            EXECUTE replace(v.query, t.whole, 'pg_catalog.' || t.name);
          END LOOP;
        END LOOP;
        FOR t IN SELECT * FROM (VALUES -- that tell the name of a database by its number
            ('pg_describe_object', 'oid, oid, integer', '$1, $2, $3', 'text', '$1 <> 1262'),
            ('pg_database_size', 'oid', '$1', 'bigint', 'has_database_privilege(session_user, $1, ''CONNECT'')'))
          AS c (name, types, arguments, result, condition)
        LOOP
          EXECUTE format('ALTER FUNCTION pg_catalog.%I(%s) RENAME TO %I', t.name, t.types, 'dp_jdbc_' || t.name);
          EXECUTE format('REVOKE EXECUTE ON FUNCTION pg_catalog.%I FROM PUBLIC', 'dp_jdbc_' || t.name);
          EXECUTE format('CREATE FUNCTION pg_catalog.%I(%s) RETURNS %s STABLE SECURITY DEFINER LANGUAGE sql'
            ' RETURN CASE WHEN %s THEN pg_catalog.%I(%s) END',
            t.name, t.types, t.result, t.condition, 'dp_jdbc_' || t.name, t.arguments);
        END LOOP;
        REVOKE EXECUTE ON FUNCTION pg_catalog.pg_identify_object FROM PUBLIC;
        REVOKE EXECUTE ON FUNCTION pg_catalog.pg_identify_object_as_address FROM PUBLIC;
      END $$\
      """;

  /**
   * Has functions that tell of other sessions, or of the server's files, log and statistics, tell
   * nothing: tools read them by views, and would show an error. A new function has the name, since
   * the server runs its own by their numbers whatever the catalog says of them.
   */
  private static final String NOTHING_OF_THE_SERVER =
      """
      DO $$ DECLARE f record; v record; BEGIN
        SET LOCAL allow_system_table_mods = on;
        FOR f IN SELECT oid, proname AS name, 'SELECT ' || coalesce(
            (SELECT string_agg('NULL::' || format_type(proallargtypes[i], NULL), ', ' ORDER BY i)
              FROM generate_subscripts(proallargtypes, 1) AS i WHERE proargmodes[i] <> 'i'),
            'NULL::' || format_type(prorettype, NULL)) || CASE WHEN proretset THEN ' LIMIT 0' ELSE '' END AS nothing
          FROM pg_catalog.pg_proc
          WHERE pronamespace = 'pg_catalog'::regnamespace AND has_function_privilege('public', oid, 'EXECUTE')
            AND (proname ~ '^pg_stat_get_' OR proname ~ '^pg_(control|current_wal|last)_'
              OR proname ~ '_(blocking_pids|is_blocked|xact_status|current_snapshot|queue_usage)$'
              OR proname ~ '^pg_xact_commit_timestamp'
              OR proname IN ('txid_status', 'txid_current_snapshot', 'pg_current_snapshot',
                'pg_prepared_xact', 'pg_get_multixact_members', 'pg_get_replication_slots', 'pg_get_loaded_modules',
                'pg_get_wal_summarizer_state', 'pg_available_wal_summaries', 'pg_wal_summary_contents',
                'pg_relation_filepath', 'pg_tablespace_databases', 'pg_tablespace_size'))
        LOOP
          EXECUTE format('ALTER FUNCTION %s RENAME TO %I', f.oid::regprocedure, 'dp_jdbc_full_' || f.name);
          EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', f.oid::regprocedure);
          EXECUTE regexp_replace(replace(replace(pg_get_functiondef(f.oid), 'dp_jdbc_full_', ''),
            'LANGUAGE internal', 'LANGUAGE sql'), '[$]function[$].*[$]function[$]', quote_literal(f.nothing));
        END LOOP;
        FOR v IN SELECT relname AS view, pg_get_viewdef(oid) AS query FROM pg_catalog.pg_class
          WHERE relkind = 'v' AND relnamespace = 'pg_catalog'::regnamespace
          AND strpos(pg_get_viewdef(oid), 'dp_jdbc_full_') > 0
        LOOP
          EXECUTE format('CREATE OR REPLACE VIEW pg_catalog.%I AS %s', v.view,
            replace(v.query, 'dp_jdbc_full_', 'pg_catalog.'));
        END LOOP;
      END $$\
      """;

  private static final String POLICIES =
      """
      DO $$ DECLARE t regclass; BEGIN
        FOR t IN SELECT oid FROM pg_catalog.pg_class WHERE relkind = 'r' AND oid >= 16384
        LOOP
          EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', t);
          EXECUTE format('CREATE POLICY empty ON %s USING (pg_catalog.dp_jdbc_refused())', t);
        END LOOP;
      END $$\
      """;

  private static final String MAINTENANCE = "postgres";

  private final ShadowAddress address;
  private final String database;
  private final Contents contents;
  private final TableReferenceResolver resolver;

  /** Settings with which a client may begin a session. */
  private final Set<String> settable;

  /** Those that it has, and which databases each of them may find in the catalog. */
  private final Map<String, Set<String>> roles = new ConcurrentHashMap<>();

  private Shadow(ShadowAddress address, String database, Contents contents, Set<String> settable) {
    this.contents = contents;
    this.settable = settable;
    this.address = address;
    this.database = database;
    this.resolver = new TableReferenceResolver(address, database, contents.searchPath());
  }

  /**
   * Creates one under a name to which no client connects.
   *
   * @param connection one of the driver, whose tables it gets
   * @throws SQLException if the driver or the server fails
   */
  public static Draft draft(ShadowAddress address, Connection connection) throws SQLException {
    return draft(
        address,
        new Contents(
            ShadowSchema.of(connection), "\"$user\", " + ShadowSchema.searched(connection)));
  }

  /**
   * What is in a shadow.
   *
   * @param schema the statements that create it
   * @param searchPath that of new sessions
   */
  private record Contents(List<String> schema, String searchPath) {}

  /**
   * Creates the same on a server that has been started anew.
   *
   * @throws SQLException if the server fails
   */
  public Shadow again(ShadowAddress now) throws SQLException {
    return draft(now, contents).publish(database);
  }

  private static Draft draft(ShadowAddress address, Contents contents) throws SQLException {
    String name = "draft_" + ShadowServer.secret();
    try (Connection owner = owner(address, MAINTENANCE);
        Statement statement = owner.createStatement()) {
      statement.execute("CREATE DATABASE " + quoted(name) + " TEMPLATE template0");
      statement.execute("REVOKE ALL ON DATABASE " + quoted(name) + " FROM PUBLIC");
    }
    Draft draft = new Draft(address, name, contents);
    try (Connection owner = owner(address, name);
        Statement statement = owner.createStatement()) {
      for (String each : contents.schema()) {
        statement.execute(each);
      }
      statement.execute("REVOKE CREATE ON SCHEMA public FROM PUBLIC");
      statement.execute("REVOKE USAGE ON LANGUAGE plpgsql FROM PUBLIC");
      statement.execute("REVOKE USAGE ON LANGUAGE sql FROM PUBLIC");
      statement.execute(
          "ALTER DATABASE %s SET search_path = %s".formatted(quoted(name), contents.searchPath()));
      statement.execute(REVOKE);
      statement.execute(REFUSED);
      statement.execute(OWN_SESSIONS_ALONE);
      statement.execute(OWN_DATABASES_ALONE);
      statement.execute(NOTHING_OF_THE_SERVER);
      statement.execute(POLICIES);
      return draft;
    } catch (SQLException e) {
      draft.close();
      throw e;
    }
  }

  /** A shadow to which no client connects yet. */
  public static final class Draft implements AutoCloseable {
    private final ShadowAddress address;
    private final String name;
    private final Contents contents;

    private Draft(ShadowAddress address, String name, Contents contents) {
      this.contents = contents;
      this.address = address;
      this.name = name;
    }

    /**
     * Gives it a name. A shadow that has that name is dropped, and its sessions end.
     *
     * @throws SQLException if the server fails
     */
    public Shadow publish(String published) throws SQLException {
      try (Connection owner = owner(address, MAINTENANCE);
          Statement statement = owner.createStatement()) {
        statement.execute("DROP DATABASE IF EXISTS " + quoted(published) + " WITH (FORCE)");
        statement.execute(
            "ALTER DATABASE %s RENAME TO %s".formatted(quoted(name), quoted(published)));
        return new Shadow(
            address, published, contents, Set.copyOf(names(statement, StartupOptions.SETTABLE)));
      }
    }

    /** Drops it, if it has not been published. */
    @Override
    public void close() {
      drop(address, name);
    }
  }

  static Connection owner(ShadowAddress address, String database) throws SQLException {
    PGSimpleDataSource source = new PGSimpleDataSource();
    source.setServerNames(new String[] {address.host()});
    source.setPortNumbers(new int[] {address.port()});
    source.setDatabaseName(database);
    source.setRequireAuth("scram-sha-256"); // another server gets no password, and no name
    return source.getConnection(address.owner(), address.password());
  }

  /** Whether that server has it. */
  public boolean isOn(ShadowAddress server) {
    return address.equals(server);
  }

  /** Parses statements. */
  public TableReferenceResolver resolver() {
    return resolver;
  }

  /**
   * Begins a session.
   *
   * @param user whose role it has
   * @param options settings that the client asks for
   * @throws ServerError if the shadow does not take an option
   * @throws IOException if it does not answer
   */
  public ShadowWire open(String user, Map<String, String> options) throws IOException, ServerError {
    Map<String, String> all = StartupOptions.checked(options, settable);
    all.put("user", address.roleOf(user));
    all.put("database", database);
    return ShadowWire.open(address, all, role(user));
  }

  /**
   * Makes the user's role at its first session. Its keys are computed from the owner's password, so
   * that all gateways of one server know them, and nothing else does.
   */
  private RoleKeys role(String user) throws IOException {
    if (!roles.containsKey(user)) {
      admit(user, Set.of(database));
    }
    return address.keysOf(user);
  }

  /**
   * Has a user find databases in the catalog: those that have a shadow there.
   *
   * @throws IOException if the server fails
   */
  public void admit(String user, Set<String> databases) throws IOException {
    if (!databases.equals(roles.get(user))) {
      create(user, address.keysOf(user), databases);
      roles.put(user, Set.copyOf(databases));
    }
  }

  private synchronized void create(String user, RoleKeys keys, Set<String> databases)
      throws IOException {
    String role = quoted(address.roleOf(user));
    try (Connection owner = owner(address, MAINTENANCE);
        Statement statement = owner.createStatement()) {
      statement.execute(
          """
          DO $$ BEGIN
            CREATE ROLE %s;
          EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
          END $$\
          """
              .formatted(role));
      statement.execute(
          "ALTER ROLE %s LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOINHERIT PASSWORD '%s'"
              .formatted(role, keys.verifier()));
      statement.execute("ALTER ROLE %s SET default_transaction_read_only = on".formatted(role));
      owner.setAutoCommit(false);
      // Two grants for one database at once would fail, and so would one that is dropped meanwhile.
      statement.execute("LOCK TABLE pg_catalog.pg_database IN SHARE ROW EXCLUSIVE MODE");
      for (String each : names(statement, "SELECT datname FROM pg_catalog.pg_database")) {
        if (each.equals(database) || databases.contains(each)) {
          statement.execute("GRANT CONNECT ON DATABASE %s TO %s".formatted(quoted(each), role));
        }
      }
      owner.commit();
    } catch (SQLException e) {
      throw new IOException("the shadow does not take a role", e);
    }
  }

  private static List<String> names(Statement statement, String query) throws SQLException {
    List<String> names = new ArrayList<>();
    try (ResultSet rows = statement.executeQuery(query)) {
      while (rows.next()) {
        names.add(rows.getString(1));
      }
    }
    return names;
  }

  private static String quoted(String name) {
    return '"' + name.replace("\"", "\"\"") + '"';
  }

  private static void drop(ShadowAddress address, String name) {
    try (Connection owner = owner(address, MAINTENANCE);
        Statement statement = owner.createStatement()) {
      statement.execute("DROP DATABASE IF EXISTS " + quoted(name) + " WITH (FORCE)");
    } catch (SQLException e) {
      // the server is gone, and the database with it
    }
  }

  /** Ends what the gateway itself has open in it. */
  @Override
  public void close() {
    resolver.close();
  }
}
