package org.dpjdbc.backends;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/**
 * Writes down how many CPU-seconds each suite takes, for {@link SuiteReport}: those of the test's
 * process and of the processes that it started and that have ended. A process runs one suite at a
 * time. JUnit finds this class as a service.
 */
public final class SuiteClock implements TestExecutionListener {
  private static final double NANOS = 1e9;

  /** The kernel counts in hundredths of a second, whatever its own clock. */
  private static final double TICKS = 100;

  /** The first of four fields of {@code /proc/self/stat}, counted after the command. */
  private static final int UTIME = 11;

  private static final int STIME_OF_CHILDREN = 14;

  private final Map<String, Double> started = new HashMap<>();
  private @Nullable TestPlan plan;

  @Override
  public void testPlanExecutionStarted(TestPlan testPlan) {
    plan = testPlan;
  }

  @Override
  public void executionStarted(TestIdentifier test) {
    suite(test).ifPresent(name -> started.put(name, cpuSeconds()));
  }

  @Override
  public void executionFinished(TestIdentifier test, TestExecutionResult result) {
    suite(test)
        .ifPresent(
            name -> {
              Double start = started.remove(name);
              if (start != null) {
                write(name, cpuSeconds() - start);
              }
            });
  }

  /** The name of a top-level test class. */
  private Optional<String> suite(TestIdentifier test) {
    boolean isTop =
        plan != null
            && plan.getParent(test).map(parent -> parent.getParentId().isEmpty()).orElse(false);
    return isTop && test.getSource().orElse(null) instanceof ClassSource source
        ? Optional.of(source.getClassName())
        : Optional.empty();
  }

  private static double cpuSeconds() {
    Path stat = Path.of("/proc/self/stat");
    if (!Files.isReadable(stat)) {
      return ManagementFactory.getPlatformMXBean(com.sun.management.OperatingSystemMXBean.class)
              .getProcessCpuTime()
          / NANOS;
    }
    try {
      String line = Files.readString(stat);
      String[] fields = line.substring(line.lastIndexOf(')') + 2).split(" ");
      long ticks = 0;
      for (int i = UTIME; i <= STIME_OF_CHILDREN; i++) {
        ticks += Long.parseLong(fields[i]);
      }
      return ticks / TICKS;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void write(String suite, double seconds) {
    String folder = System.getProperty(SuiteReport.FOLDER, "");
    if (folder.isEmpty()) {
      return;
    }
    try {
      Path file =
          Files.createDirectories(Path.of(folder))
              .resolve(ProcessHandle.current().pid() + SuiteReport.ENDING);
      Files.write(
          file,
          List.of(suite + "," + seconds),
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
