package org.dpjdbc.policy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

/** The bytes of a policy, from a file or the class path, as text. */
final class PolicySource {
  /** A policy of 10,000 columns has half of it; what is larger is not a policy. */
  static final int MAX_BYTES = 4 << 20;

  private static final String CLASSPATH = "classpath:";

  private PolicySource() {}

  /** The text, or nothing after a problem was noted. */
  static Optional<String> read(String source, Problems problems) {
    try (InputStream in = open(source)) {
      byte[] bytes = in.readNBytes(MAX_BYTES + 1);
      checkSize(bytes.length, problems);
      return bytes.length > MAX_BYTES ? Optional.empty() : Optional.of(decode(bytes));
    } catch (NoSuchFileException e) {
      problems.atLine(0, "there is no such policy file");
    } catch (AccessDeniedException e) {
      problems.atLine(0, "the policy file may not be read by this user");
    } catch (CharacterCodingException e) {
      problems.atLine(0, "the policy is not UTF-8 text");
    } catch (InvalidPathException e) {
      problems.atLine(0, "this is not a file name: " + e.getReason());
    } catch (IOException e) {
      problems.atLine(0, "the policy file cannot be read: " + e.getMessage());
    }
    return Optional.empty();
  }

  /**
   * Notes a text that is too large.
   *
   * @param size in bytes, or in characters, which are no more
   */
  static void checkSize(int size, Problems problems) {
    if (size > MAX_BYTES) {
      problems.atLine(0, "the policy is larger than " + (MAX_BYTES >> 20) + " MiB");
    }
  }

  private static InputStream open(String source) throws IOException {
    if (source.startsWith(CLASSPATH)) {
      return openResource(source);
    }
    Path path = Path.of(source);
    if (Files.isDirectory(path)) {
      throw new IOException("it is a directory");
    }
    return Files.newInputStream(path);
  }

  private static InputStream openResource(String source) throws IOException {
    String name = source.substring(CLASSPATH.length());
    String absolute = name.startsWith("/") ? name.substring(1) : name;
    ClassLoader ofThread = Thread.currentThread().getContextClassLoader();
    InputStream in = ofThread == null ? null : ofThread.getResourceAsStream(absolute);
    if (in == null) {
      in = PolicySource.class.getResourceAsStream("/" + absolute);
    }
    if (in == null) {
      throw new NoSuchFileException(source);
    }
    return in;
  }

  private static String decode(byte[] bytes) throws CharacterCodingException {
    String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    return text.startsWith("\uFEFF") ? text.substring(1) : text;
  }
}
