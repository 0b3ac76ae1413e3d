package org.dpjdbc.gateway.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.dpjdbc.gateway.wire.ServerError;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CommandsTest {
  private static List<String> strings(String text) throws ServerError {
    return Commands.of(text, true).stream().map(command -> command.text().strip()).toList();
  }

  @Test
  void endAtSemicolonsOutsideOfStringsAndComments() throws ServerError {
    assertThat(strings("SELECT ';' AS \"a;b\"; SELECT $x$;$x$ -- ;\n, 1 /* ; /* ; */ ; */; ;"))
        .containsExactly("SELECT ';' AS \"a;b\"", "SELECT $x$;$x$ -- ;\n, 1 /* ; /* ; */ ; */");
    assertThat(strings("SELECT E'\\';', 'it''s;'; SELECT $1")).hasSize(2);
    assertThat(strings("SELECT 'a\\'; SELECT 2")).hasSize(2);
    assertThat(Commands.of("SELECT 'a\\'; SELECT 2'", false)).hasSize(1);
    assertThat(strings("SELECT U&'d\\0061t'';'; SELECT 1")).hasSize(2);
    assertThat(strings("SELECT a$b$c; SELECT d$b$ FROM t")).hasSize(2);
    assertThat(strings("SELECT 'open; SELECT 1")).hasSize(1);
    assertThat(Commands.of(" -- ping\n", true)).first().isInstanceOf(Command.Empty.class);
    assertThat(Commands.of("", true)).first().isInstanceOf(Command.Empty.class);
  }

  @Test
  void stayWhereTheyStandInTheText() throws ServerError {
    String text = "SELECT 1;\nSELECT nope";
    String second = Commands.of(text, true).get(1).text();
    assertThat(second.indexOf("nope")).isEqualTo(text.indexOf("nope"));
    Command.Declare declare =
        (Command.Declare) Commands.of("DECLARE c CURSOR FOR SELECT nope", true).get(0);
    assertThat(declare.query().indexOf("nope")).isEqualTo(28);
  }

  /** Each has blanks for all that comes before it. */
  @Test
  void keepsNoCopyOfTheScriptForEachStatement() throws ServerError {
    List<Command> commands = Commands.of("€;".repeat(3_900), true);
    assertThat(commands).hasSize(3_900);
    assertThat(commands.get(3_899).text()).hasSize(2 * 3_900 - 1).endsWith(" €");
    assertThat(commands.get(7)).isNotSameAs(commands.get(7)).isEqualTo(commands.get(7));
  }

  @ParameterizedTest
  @CsvSource({
    "select 1, Query",
    "(select 1), Query",
    "/* a */ WITH t AS (TABLE u) SELECT 1, Query",
    "values (1), Query",
    "table t, Query",
    "explain select 1, Query",
    "set a = 1, OfSession",
    "show all, OfSession",
    "begin, OfSession",
    "rollback to s, OfSession",
    "execute p(1), OfSession",
    "fetch backward 3 from c, Fetch",
    "fetch 3 from c, Fetch",
    "move all in c, Fetch",
    "close c, Close",
    "discard all, Discard",
    "discard plans, OfSession",
    "discard sequences, OfSession",
    "discard temp, OfSession",
    "deallocate all, Discard",
    "deallocate p, Deallocate",
    "deallocate prepare, Deallocate",
    "fetch +1 c, Fetch",
    "declare c binary cursor for select 1, Declare",
    "set dp.epsilon = 1, SetOwn",
    "set session dp = 1, OfSession",
    "prepare p as select 1, Prepare",
    "declare c cursor for select 1, Declare",
    "copy (select 1) to stdout, CopyOut",
    "copy t to stdout, OtherCopy",
    "copy (select 1) to program 'x', OtherCopy",
    "insert into t values (1), Other",
    "\"select\" 1, Other",
    "listen a, Other",
    "do $$ $$, Other",
    "lock t, Other",
  })
  void areKnownByTheirFirstWords(String text, String kind) throws ServerError {
    assertThat(Commands.of(text, true).get(0).getClass().getSimpleName()).isEqualTo(kind);
  }

  @Test
  void haveParts() throws ServerError {
    assertThat(Commands.of("FETCH FORWARD 20 IN \"A\"", true).get(0))
        .isEqualTo(new Command.Fetch("FETCH FORWARD 20 IN \"A\"", "A", OptionalLong.of(20), false));
    assertThat(((Command.Fetch) Commands.of("fetch all from C", true).get(0)).count())
        .hasValue(Long.MAX_VALUE);
    assertThat(((Command.Fetch) Commands.of("fetch c", true).get(0)).count()).hasValue(1);
    for (String other : new String[] {"backward 3 from", "prior", "absolute 2 in", "-1", "0 in"}) {
      assertThat(Commands.of("fetch " + other + " c", true).get(0))
          .isEqualTo(new Command.Fetch("fetch " + other + " c", "c", OptionalLong.empty(), false));
    }
    assertThat(Commands.of("SET LOCAL DP.epsilon TO 1", true).get(0))
        .isEqualTo(new Command.SetOwn("SET LOCAL DP.epsilon TO 1", "dp.epsilon", Optional.of("1")));
    assertThat(((Command.SetOwn) Commands.of("SET dp.delta = '1e-9'", true).get(0)).value())
        .contains("1e-9");
    assertThat(((Command.SetOwn) Commands.of("SET dp.delta=default", true).get(0)).value())
        .isEmpty();
    assertThat(Commands.of("show \"dp\" . delta", true).get(0))
        .isEqualTo(new Command.ShowOwn("show \"dp\" . delta", "dp.delta"));
    assertThat(((Command.Close) Commands.of("CLOSE ALL", true).get(0)).cursor()).isEmpty();
    assertThat(((Command.Close) Commands.of("CLOSE C", true).get(0)).cursor())
        .isEqualTo(Optional.of("c"));
    Command.Declare declare =
        (Command.Declare)
            Commands.of("declare \"SQL_CUR1\" cursor with hold for select 1", true).get(0);
    assertThat(declare.cursor()).isEqualTo("SQL_CUR1");
    assertThat(declare.hold()).isTrue();
    assertThat(declare.query().strip()).isEqualTo("select 1");
    Command.Prepare prepare =
        (Command.Prepare) Commands.of("PREPARE p (int, text) AS SELECT $1", true).get(0);
    assertThat(prepare.query().strip()).isEqualTo("SELECT $1");
  }

  /** What comes first decides whether backslashes are escapes in all of them. */
  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '"',
      value = {
        "e'a'N'\\'; SELECT 1', 1",
        "e'a' N '\\'; SELECT 1', 1",
        "e'a' -- 'N --;N'\\'; SELECT 1', 1",
        "e'a' '\\'; SELECT 1', 2",
        "e'a' -- 'N;'\\'; SELECT 1', 3",
        "e'a' -N'\\'; SELECT 1', 2",
        "e'a' /* N */ '\\'; SELECT 1', 2",
        "'a'N'\\'; SELECT 1, 2",
        "'a'N'; SELECT 1', 1",
        "U&'a'N'; SELECT 1', 1",
        "E'\\''N'; SELECT 1', 1",
      })
  void stringsGoOnInTheNextLine(String text, int statements) throws ServerError {
    assertThat(Commands.of("SELECT " + text.replace('N', '\n'), true)).hasSize(statements);
  }

  @Test
  void copyInThreeFormatsAndTwoSpellings() throws ServerError {
    Command.CopyOut csv =
        (Command.CopyOut)
            Commands.of(
                    "COPY (SELECT (1)) TO STDOUT WITH (FORMAT csv, HEADER true, DELIMITER ';', NULL"
                        + " 'x')",
                    true)
                .get(0);
    assertThat(csv.query().strip()).isEqualTo("SELECT (1)");
    assertThat(csv.format()).isEqualTo(new CopyFormat(CopyFormat.Kind.CSV, true, ';', "x", '"'));
    assertThat(
            ((Command.CopyOut) Commands.of("copy (select 1) to stdout csv header", true).get(0))
                .format())
        .isEqualTo(new CopyFormat(CopyFormat.Kind.CSV, true, ',', "", '"'));
    assertThat(
            ((Command.CopyOut)
                    Commands.of("COPY (VALUES (1)) TO STDOUT (FORMAT binary)", true).get(0))
                .format()
                .kind())
        .isEqualTo(CopyFormat.Kind.BINARY);
    assertThat(Commands.of("COPY (SELECT 1) TO STDOUT (FORCE_QUOTE *)", true).get(0))
        .isInstanceOf(Command.OtherCopy.class);
  }

  /** A row may have a thousand of them. */
  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '"',
      value = {
        "(NULL '%s'), 1000, CopyOut",
        "(NULL '%s'), 1001, OtherCopy",
        "NULL '%s', 1001, OtherCopy",
      })
  void copiesNoLongNull(String options, int length, String kind) throws ServerError {
    String text = "COPY (SELECT 1) TO STDOUT " + options.formatted("n".repeat(length));
    assertThat(Commands.of(text, true).get(0).getClass().getSimpleName()).isEqualTo(kind);
  }

  @Test
  void getPlaceholdersOfJdbc() throws ServerError {
    Placeholders found =
        Placeholders.of("SELECT $2::int, '$1', \"$1\", $12 -- $3\n WHERE a = $1", true);
    assertThat(found.sql()).isEqualTo("SELECT ? ::int, '$1', \"$1\", ?   -- $3\n WHERE a = ? ");
    assertThat(found.numbers()).containsExactly(2, 12, 1);
    assertThat(found.hasOthers()).isFalse();
    assertThat(Placeholders.of("SELECT a ? 'b', '?'", true).hasOthers()).isTrue();
  }

  /** Each statement keeps the place of what is before it: all together are bounded. */
  @Test
  void takesNoMoreThanAreLinear() throws ServerError {
    assertThat(Commands.of("SELECT 1;".repeat(1000), true)).hasSize(1000);
    assertThatThrownBy(() -> Commands.of(";1".repeat(50_000), true))
        .isInstanceOf(ServerError.class)
        .hasMessageContaining("too many statements in one string");
  }

  @Test
  @Timeout(20) // of a second
  void findsManyPlaceholders() throws ServerError {
    Placeholders many = Placeholders.of("$1 ".repeat(65_535), true);
    assertThat(many.numbers()).hasSize(65_535);
    assertThat(many.sql()).startsWith("?  ?  ");
    assertThatThrownBy(() -> Placeholders.of("$1 ".repeat(1 << 20), true))
        .isInstanceOf(ServerError.class)
        .hasMessage("a statement may have up to 65535 placeholders");
  }
}
