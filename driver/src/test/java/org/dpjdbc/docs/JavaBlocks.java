package org.dpjdbc.docs;

import java.io.IOException;
import java.io.Writer;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** Whether the Java of pages compiles, each block as the body of a method. */
final class JavaBlocks {
  /** What blocks may use that they do not declare. */
  private static final String CONTEXT =
      """
      import java.math.*; import java.sql.*; import java.util.*; import javax.sql.*;
      import org.dpjdbc.*; import com.zaxxer.hikari.*;
      %s
      class %s {
        String password = ""; Connection connection; DataSource source; Statement statement;
        void run() throws Exception {
      %s
        }
      }
      """;

  private JavaBlocks() {}

  static List<String> problems(List<Page> pages, Path classes) throws IOException {
    List<String> problems = new ArrayList<>();
    Map<String, Block> blocks = new HashMap<>();
    for (Page page : pages) {
      for (Block block : page.in("java")) {
        if (block.mark().isEmpty()) {
          blocks.put("Block" + blocks.size(), block);
        } else if (!block.isLeftOut()) {
          problems.add(block.unknownMark());
        }
      }
    }
    problems.addAll(compile(blocks, classes));
    return problems;
  }

  private static List<String> compile(Map<String, Block> blocks, Path classes) throws IOException {
    List<Source> sources = new ArrayList<>();
    blocks.forEach((name, block) -> sources.add(new Source(name, block)));
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
    try (var files = compiler.getStandardFileManager(found, Locale.ROOT, null)) {
      List<String> options = List.of("-proc:none", "-d", classes.toString());
      compiler.getTask(Writer.nullWriter(), files, found, options, null, sources).call();
    }
    return found.getDiagnostics().stream()
        .filter(each -> each.getKind() == Diagnostic.Kind.ERROR)
        .map(each -> ((Source) each.getSource()).block.problem(each.getMessage(Locale.ROOT)))
        .toList();
  }

  private static final class Source extends SimpleJavaFileObject {
    private final Block block;
    private final String text;

    Source(String name, Block block) {
      super(URI.create("string:///" + name + ".java"), Kind.SOURCE);
      this.block = block;
      Map<Boolean, String> parts =
          block.lines().stream()
              .collect(
                  Collectors.partitioningBy(
                      line -> line.startsWith("import "), Collectors.joining("\n")));
      this.text = CONTEXT.formatted(parts.get(true), name, parts.get(false));
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return text;
    }
  }
}
