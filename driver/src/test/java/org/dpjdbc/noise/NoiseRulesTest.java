package org.dpjdbc.noise;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What must not appear between data and noise. */
class NoiseRulesTest {
  private static final Path SOURCES = Path.of("src/main/java/org/dpjdbc/noise");

  /** Floating point is allowed below {@code noise/error} only. */
  private static final Pattern FLOATING_POINT =
      Pattern.compile(
          "\\b(double|float|Double|Float|doubleValue|floatValue|StrictMath)\\b"
              + "|\\bMath\\.(?!min|max|abs|addExact|multiplyExact|incrementExact)");

  private static final Pattern WEAK_RANDOMNESS =
      Pattern.compile(
          "\\b(java\\.util\\.Random|SplittableRandom|ThreadLocalRandom|Math\\.random)\\b");

  @Test
  void noFloatingPointBetweenDataAndNoise() {
    assertThat(sources()).hasSizeGreaterThan(20);
    for (Path file : sources()) {
      assertThat(code(file)).as(file.toString()).doesNotContainPattern(FLOATING_POINT);
    }
  }

  @Test
  void noRandomnessButTheCryptographic() {
    for (Path file : sources()) {
      assertThat(code(file)).as(file.toString()).doesNotContainPattern(WEAK_RANDOMNESS);
      if (!file.endsWith("Entropy.java")) {
        assertThat(code(file)).as(file.toString()).doesNotContain("SecureRandom");
      }
    }
  }

  @Test
  void theSecureSourceIsTheOnlyOneInReach() {
    List<String> ways =
        Arrays.stream(NoiseSource.class.getDeclaredMethods())
            .filter(method -> Modifier.isStatic(method.getModifiers()))
            .filter(method -> !method.isSynthetic())
            .map(Method::getName)
            .toList();
    assertThat(ways).containsExactly("secure");
    assertThat(NoiseSource.class.getDeclaredConstructors()).noneMatch(NoiseRulesTest::isReachable);
    assertThat(NoiseTape.class.getDeclaredConstructors()).noneMatch(NoiseRulesTest::isReachable);
    for (Class<?> hidden : List.of(SecureNoise.class, Entropy.class, RandomBits.class)) {
      assertThat(Modifier.isPublic(hidden.getModifiers())).as(hidden.getName()).isFalse();
    }
  }

  @Test
  void nothingSetsASeed() {
    for (Path file : sources()) {
      assertThat(code(file)).as(file.toString()).doesNotContainIgnoringCase("seed(");
    }
  }

  private static boolean isReachable(Constructor<?> constructor) {
    return (constructor.getModifiers() & (Modifier.PUBLIC | Modifier.PROTECTED)) != 0;
  }

  private static List<Path> sources() {
    try (Stream<Path> files = Files.list(SOURCES)) {
      List<Path> found = files.filter(file -> file.toString().endsWith(".java")).sorted().toList();
      assertThat(found).isNotEmpty();
      return found;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The text of a file without its comments. */
  private static String code(Path file) {
    try {
      return Files.readString(file).replaceAll("(?s)/\\*.*?\\*/", "").replaceAll("//[^\\n]*", "");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
