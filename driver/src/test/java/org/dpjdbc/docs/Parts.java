package org.dpjdbc.docs;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import org.dpjdbc.cli.profile.ProfileKey;
import org.dpjdbc.jdbc.ListedProperties;
import org.dpjdbc.run.query.ExplainColumn;
import org.dpjdbc.sql.dialect.BackendDialects;
import org.dpjdbc.sql.dialect.common.BackendDialect;
import org.dpjdbc.sql.parse.QueryOption;
import org.dpjdbc.sql.refusal.RefusalCode;
import org.dpjdbc.sql.validate.VirtualTable;

/** Everything on the pages that the code knows, by name. */
final class Parts {
  private final Map<String, Supplier<String>> parts = new LinkedHashMap<>();
  private final Forms forms = new Forms();

  Parts() {
    PolicySchema policy = new PolicySchema();
    parts.put("policy file", policy::file);
    for (String section : List.of("table", "unit", "column")) {
      parts.put("policy " + section, () -> policy.definition(section));
    }
    parts.put("connection properties", Parts::connectionProperties);
    parts.put("profile", () -> profileKeys(false));
    parts.put("profile connection", () -> profileKeys(true));
    parts.put("query options", Parts::queryOptions);
    parts.put("error codes", Parts::errorCodes);
    for (String schema : List.of("DP", "INFORMATION_SCHEMA", "PG_CATALOG")) {
      parts.put("tables " + schema, () -> virtualTables(schema));
    }
    parts.put("explain columns", Parts::explainColumns);
    parts.put("explain example", Explanation::example);
    for (String command : CommandUsage.commands()) {
      parts.put("command " + command, () -> CommandUsage.of(command));
    }
    parts.put("functions below", forms::expressions);
    parts.put("aggregates below", forms::aggregates);
    parts.put("functions above", Forms::above);
    for (BackendDialect dialect : BackendDialects.all()) {
      String product = dialect.productName();
      parts.put("refused on " + product, () -> forms.missing(product));
      if (!product.equals("MySQL")) { // whose types are MariaDB's
        parts.put("types of " + product, () -> new Product(product).types());
      }
    }
  }

  Set<String> names() {
    return parts.keySet();
  }

  String render(String name) {
    return Objects.requireNonNull(parts.get(name), "no such part: " + name).get();
  }

  private static String connectionProperties() {
    return Markdown.table(
        List.of("key", "value", "default", "meaning"),
        ListedProperties.all().stream()
            .map(
                property ->
                    List.of(
                        Markdown.code(property.get(0)),
                        property.get(1),
                        Markdown.defaultOf(property.get(2)),
                        Markdown.withoutDefault(property.get(2))))
            .toList());
  }

  private static String profileKeys(boolean ofConnection) {
    return Markdown.table(
        List.of("key", "meaning"),
        ProfileKey.all(ofConnection).stream()
            .map(key -> List.of(Markdown.code(key.form()), key.meaning()))
            .toList());
  }

  private static String queryOptions() {
    return Markdown.table(
        List.of("option", "value", "meaning"),
        Arrays.stream(QueryOption.values())
            .map(option -> List.of(Markdown.code(option.form()), option.range(), option.meaning()))
            .toList());
  }

  private static String errorCodes() {
    return Markdown.table(
        List.of("code", "SQLState", "meaning"),
        Arrays.stream(RefusalCode.values())
            .map(code -> List.of(Markdown.code(code.text()), code.sqlState(), code.meaning()))
            .toList());
  }

  private static String explainColumns() {
    return Markdown.table(
        List.of("column", "type", "meaning"),
        Arrays.stream(ExplainColumn.values())
            .map(
                column ->
                    List.of(
                        Markdown.code(column.name()), column.column().typeName(), column.meaning()))
            .toList());
  }

  private static String virtualTables(String schema) {
    return Markdown.table(
        List.of("table", "content", "columns"),
        Arrays.stream(VirtualTable.values())
            .filter(table -> table.schema().equals(schema))
            .map(
                table ->
                    List.of(
                        Markdown.code(table.schema() + "." + table.table()),
                        table.description(),
                        String.join(", ", table.columns().stream().map(Parts::shown).toList())))
            .toList());
  }

  private static String shown(VirtualTable.Column column) {
    return Markdown.code(column.name())
        + " "
        + column.type().getName().toLowerCase(Locale.ROOT)
        + (column.nullable() ? " or NULL" : "");
  }
}
