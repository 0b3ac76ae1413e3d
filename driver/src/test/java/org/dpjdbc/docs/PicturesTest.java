package org.dpjdbc.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** The pictures are well-formed, say what they show to those who cannot see it, and are shown. */
final class PicturesTest {
  private static final Path DOCS = Path.of("..", "docs");

  static List<Path> pictures() throws IOException {
    try (Stream<Path> files = Files.list(DOCS.resolve("pictures"))) {
      return files.sorted().toList();
    }
  }

  private static Document parsed(Path picture) throws Exception {
    DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
    factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
    factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
    return factory.newDocumentBuilder().parse(picture.toFile());
  }

  @ParameterizedTest
  @MethodSource("pictures")
  void sayWhatTheyShow(Path picture) throws Exception {
    Element root = parsed(picture).getDocumentElement();
    assertThat(root.getTagName()).isEqualTo("svg");
    assertThat(root.getAttribute("role")).isEqualTo("img");
    assertThat(root.getAttribute("aria-labelledby")).isEqualTo("title desc");
    assertThat(root.hasAttribute("viewBox")).isTrue();
    for (String name : List.of("title", "desc")) {
      Element one = (Element) root.getElementsByTagName(name).item(0);
      assertThat(one.getAttribute("id")).isEqualTo(name);
      assertThat(one.getTextContent()).isNotBlank();
    }
  }

  /** A colour that stands in an attribute would be the same on a dark page. */
  @ParameterizedTest
  @MethodSource("pictures")
  void areForDarkPagesToo(Path picture) throws Exception {
    Element root = parsed(picture).getDocumentElement();
    assertThat(root.getElementsByTagName("style").item(0).getTextContent())
        .contains("prefers-color-scheme: dark");
    NodeList all = root.getElementsByTagName("*");
    List<String> coloured = new ArrayList<>();
    for (int i = 0; i < all.getLength(); i++) {
      Element one = (Element) all.item(i);
      if (one.hasAttribute("fill") || one.hasAttribute("stroke")) {
        coloured.add(one.getTagName());
      }
    }
    assertThat(coloured).isEmpty();
  }

  @Test
  void areAllShown() throws IOException {
    StringBuilder pages = new StringBuilder();
    try (Stream<Path> files = Files.walk(DOCS)) {
      for (Path page : files.filter(file -> file.toString().endsWith(".md")).toList()) {
        pages.append(Files.readString(page));
      }
    }
    assertThat(pictures())
        .isNotEmpty()
        .allSatisfy(picture -> assertThat(pages).contains("pictures/" + picture.getFileName()));
  }
}
