package org.dpjdbc.gateway.web.html;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TagTest {

  @Test
  void escapesStringsAndAttributes() {
    Tag tag = Tag.of("p", "<b>&\"'").with("title", "\"><script>'&");
    assertThat(Html.document(tag))
        .endsWith(
            "<p title=\"&quot;&gt;&lt;script&gt;&#39;&amp;\">&lt;b&gt;&amp;&quot;&#39;</p>\n");
  }

  @Test
  void replacesWhatIsNoCharacterOfHtml() {
    assertThat(Html.document(Tag.of("p", "a\0b\u0007c\ud800d\uffffe\u0085 \ud83d\ude00\n")))
        .endsWith("<p>a\ufffdb\ufffdc\ufffdd\ufffde\ufffd \ud83d\ude00\n</p>\n");
  }

  @Test
  void keepsTheFirstLineOfATextThatIsEdited() {
    assertThat(Html.document(Tag.of("textarea", "\nx"))).endsWith("<textarea>\n\nx</textarea>\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"style", "iframe", "object", "base", "SCRIPT", "p onclick=x", "", "noscript"})
  void hasNoElementsThatHoldCode(String name) {
    assertThatIllegalArgumentException().isThrownBy(() -> Tag.of(name));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"onclick", "style", "srcdoc", "http-equiv", "formaction", "xlink:href", "x=1 y"})
  void hasNoAttributesThatHoldCode(String name) {
    assertThatIllegalArgumentException().isThrownBy(() -> Tag.of("a").with(name, "x"));
  }

  @ParameterizedTest
  @CsvSource({
    "href,javascript:alert(1)",
    "href,//evil.example",
    "href,/\\evil.example",
    "src,https://evil.example/x.js",
    "action,data:x",
    "href,''",
    "href,'/a b'",
  })
  void leadsNowhereElse(String attribute, String link) {
    assertThatIllegalArgumentException().isThrownBy(() -> Tag.of("a").with(attribute, link));
  }

  @Test
  void hasNoScriptInAPage() {
    assertThatIllegalArgumentException().isThrownBy(() -> Tag.of("script", "alert(1)"));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Tag.of("script").with("src", "/a.js").add("alert(1)"));
  }
}
