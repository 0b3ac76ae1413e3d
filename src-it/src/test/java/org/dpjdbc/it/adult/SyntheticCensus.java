package org.dpjdbc.it.adult;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Random;

/**
 * A made-up census of 34,200 people in the format of the Adult census of 1994: the same columns and
 * values, each value about as frequent as there. It is computed from a fixed seed, so that it is
 * the same in every run and on every machine.
 */
final class SyntheticCensus {
  private static final int YOUNGEST = 17;
  private static final int OLDEST = 90;
  private static final int OLDEST_OF_MOST = 47;

  /** People of each age up to {@link #OLDEST_OF_MOST}; of each age above it 7 % fewer. */
  private static final int PEOPLE_OF_AGE = 800;

  /** Nobody else is as old: they are who must not be shown. */
  private static final int[] ALONE = {95, 97, 101};

  private static final Weighted EDUCATION =
      new Weighted(
          "Preschool=51 1st-4th=168 5th-6th=333 7th-8th=646 9th=514 10th=933 11th=1175 12th=433"
              + " HS-grad=10501 Some-college=7291 Assoc-voc=1382 Assoc-acdm=1067 Bachelors=5355"
              + " Masters=1723 Prof-school=576 Doctorate=413");

  private static final Weighted OCCUPATION =
      new Weighted(
          "Prof-specialty=4140 Craft-repair=4099 Exec-managerial=4066 Adm-clerical=3770 Sales=3650"
              + " Other-service=3295 Machine-op-inspct=2002 ?=1843 Transport-moving=1597"
              + " Handlers-cleaners=1370 Farming-fishing=994 Tech-support=928"
              + " Protective-serv=649 Priv-house-serv=149 Armed-Forces=9");

  private static final Weighted RACE =
      new Weighted(
          "White=27816 Black=3124 Asian-Pac-Islander=1039 Amer-Indian-Eskimo=311 Other=271");

  private static final Weighted WORK =
      new Weighted("Private=22696 Self-emp-not-inc=2541 Local-gov=2093 ?=1836 State-gov=1298");

  private static final Weighted MARRIED =
      new Weighted("Married-civ-spouse=14976 Never-married=10683 Divorced=4443 Widowed=993");

  private static final Weighted COUNTRY = new Weighted("United-States=29170 Mexico=643 ?=583");

  /** In a hundred people of an education, how many have an income above 50K. */
  private static final Map<String, Integer> WELL_PAID =
      Map.of("Bachelors", 41, "Masters", 56, "Prof-school", 73, "Doctorate", 74, "HS-grad", 16);

  private static final int WELL_PAID_OTHERS = 12;

  private final Random random = new Random(1994);

  private SyntheticCensus() {}

  /** Values and how often each occurs. */
  private static final class Weighted {
    private final String[] values;
    private final int[] upTo;

    Weighted(String list) {
      String[] entries = list.split(" ");
      values = new String[entries.length];
      upTo = new int[entries.length];
      int total = 0;
      for (int i = 0; i < entries.length; i++) {
        int sign = entries[i].indexOf('=');
        values[i] = entries[i].substring(0, sign);
        total += Integer.parseInt(entries[i].substring(sign + 1));
        upTo[i] = total;
      }
    }

    String draw(Random random) {
      int at = Arrays.binarySearch(upTo, random.nextInt(upTo[upTo.length - 1]) + 1);
      return values[at >= 0 ? at : -at - 1];
    }

    int numberOf(String value) {
      return Arrays.asList(values).indexOf(value) + 1;
    }
  }

  /** Writes the census to a file. */
  static void write(Path file) throws IOException {
    SyntheticCensus census = new SyntheticCensus();
    try (PrintWriter out = new PrintWriter(Files.newBufferedWriter(file, UTF_8))) {
      double people = PEOPLE_OF_AGE;
      for (int age = YOUNGEST; age <= OLDEST; age++) {
        people *= age > OLDEST_OF_MOST ? 0.93 : 1;
        for (int i = 0; i < Math.round(people); i++) {
          out.println(census.person(age));
        }
      }
      for (int age : ALONE) {
        out.println(census.person(age));
      }
    }
  }

  private String person(int age) {
    String education = EDUCATION.draw(random);
    boolean male = random.nextInt(3) > 0;
    int hours = (int) Math.round(40 + 12 * random.nextGaussian());
    int share = WELL_PAID.getOrDefault(education, WELL_PAID_OTHERS);
    boolean wellPaid = random.nextInt(100) < (male ? share : share / 2);
    return String.format(
        Locale.ROOT,
        "%d,%s,%d,%s,%d,%s,%s,Not-in-family,%s,%s,%d,0,%d,%s,%s",
        age,
        WORK.draw(random),
        10_000 + random.nextInt(400_000),
        education,
        EDUCATION.numberOf(education),
        MARRIED.draw(random),
        OCCUPATION.draw(random),
        RACE.draw(random),
        male ? "Male" : "Female",
        gain(),
        Math.max(1, Math.min(99, hours)),
        COUNTRY.draw(random),
        wellPaid ? ">50K" : "<=50K");
  }

  /** Most gain nothing, some a few thousand, and few so much that the census only says 99,999. */
  private int gain() {
    int chance = random.nextInt(1000);
    return chance >= 83 ? 0 : chance < 5 ? 99_999 : 100 + random.nextInt(15_000);
  }
}
