package org.dpjdbc.it.clients;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.SequenceGenerator;
import jakarta.persistence.Table;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.dpjdbc.backends.TestBackend;
import org.hibernate.HibernateException;
import org.hibernate.Session;
import org.hibernate.SessionFactory;
import org.hibernate.annotations.JdbcTypeCode;
import org.hibernate.cfg.Configuration;
import org.hibernate.type.SqlTypes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Entities are mapped and validated, aggregates are asked in HQL, and no entity is ever loaded. */
@ParameterizedClass
@MethodSource("org.dpjdbc.it.clients.Shop#kinds")
class HibernateTest {
  private static final String BY_STATE =
      "select c.state, count(*), avg(c.age) from Customer c where c.joined >= :since"
          + " group by c.state having count(*) > 0 order by count(*) desc, c.state";
  private static final String YEARS =
      "select c.state, count(*), sum(c.age) from Customer c where c.joined >= :since"
          + " group by c.state having count(*) > 0 order by count(*) desc, c.state";
  private static final String BY_CATEGORY =
      "select o.product.category, sum(o.quantity) from Ordered o"
          + " group by o.product.category order by o.product.category";

  @Parameter TestBackend kind;
  @TempDir Path folder;

  /** A person. */
  @Entity(name = "Customer")
  @Table(name = "customers")
  public static class Customer {
    @Id Integer id;

    @JdbcTypeCode(SqlTypes.CHAR)
    @Column(length = 2)
    String state;

    Integer age;
    LocalDate joined;
  }

  /** A public row. */
  @Entity(name = "Product")
  @Table(name = "products")
  public static class Product {
    @Id Integer id;
    String name;
    String category;
  }

  /** What a person has ordered. */
  @Entity(name = "Ordered")
  @Table(name = "orders")
  public static class Ordered {
    @Id Integer id;

    @ManyToOne(fetch = FetchType.LAZY)
    @JoinColumn(name = "customer_id")
    Customer customer;

    @ManyToOne(fetch = FetchType.LAZY)
    @JoinColumn(name = "product_id")
    Product product;

    LocalDateTime placed;
    Integer quantity;
  }

  @Test
  void answersAndRefusals() throws Exception {
    try (Shop shop = Shop.on(kind, folder);
        SessionFactory factory = factory(shop, Customer.class, Product.class, Ordered.class);
        Session session = factory.openSession()) {
      shop.charged(0);
      LocalDate since = LocalDate.of(2020, 3, 1);
      List<Object[]> states =
          session.createQuery(BY_STATE, Object[].class).setParameter("since", since).list();
      assertThat(states.stream().map(row -> row[0] + " " + row[1]))
          .isEqualTo(
              shop.raw(
                  "SELECT state, COUNT(*) FROM customers WHERE joined >= DATE '2020-03-01'"
                      + " GROUP BY state ORDER BY COUNT(*) DESC, state"));
      assertThat(rows(session.createQuery(BY_CATEGORY, Object[].class).list()))
          .isEqualTo(
              shop.raw(
                  "SELECT p.category, SUM(o.quantity) FROM orders o JOIN products p"
                      + " ON p.id = o.product_id GROUP BY p.category ORDER BY p.category"));
      assertThat(
              session.createQuery("select count(c) from Customer c", Long.class).getSingleResult())
          .isEqualTo(200);
      assertThat(
              session
                  .createNativeQuery("SELECT COUNT(*) FROM customers WHERE age > 40", Long.class)
                  .getSingleResult())
          .isEqualTo(
              Long.valueOf(shop.raw("SELECT COUNT(*) FROM customers WHERE age > 40").get(0)));
      assertThat(session.find(Product.class, 3).name).isEqualTo("Cup");
      shop.charged(4);
      refusals(session);
      shop.charged(4);
      transcript(shop, session);
    }
  }

  private void transcript(Shop shop, Session session) throws Exception {
    ClientTranscript transcript = new ClientTranscript();
    LocalDate since = LocalDate.of(2020, 3, 1);
    transcript.ask(
        "session.createQuery(\""
            + YEARS
            + "\", Object[].class)\n"
            + ".setParameter(\"since\", LocalDate.of(2020, 3, 1)).list()",
        () -> rows(session.createQuery(YEARS, Object[].class).setParameter("since", since).list()));
    transcript.ask(
        "session.createQuery(\"" + BY_CATEGORY + "\", Object[].class).list()",
        () -> rows(session.createQuery(BY_CATEGORY, Object[].class).list()));
    transcript.ask(
        "session.find(Product.class, 3).name", () -> List.of(session.find(Product.class, 3).name));
    transcript.ask(
        "session.find(Customer.class, 3)",
        () -> List.of(String.valueOf(session.find(Customer.class, 3))));
    transcript.ask(
        "session.createQuery(\"from Customer\", Customer.class).list()",
        () -> List.of(session.createQuery("from Customer", Customer.class).list().toString()));
    transcript.isOn("hibernate", kind, shop);
  }

  private static void refusals(Session session) {
    Refused.by(
        () -> session.createQuery("from Customer", Customer.class).list(),
        "DP-RAW-ROWS",
        "42501",
        HibernateException.class);
    Refused.by(
        () -> session.find(Customer.class, 3), "DP-RAW-ROWS", "42501", HibernateException.class);
    Refused.by(
        () -> {
          session.beginTransaction();
          try {
            session.createMutationQuery("update Customer set age = 0").executeUpdate();
          } finally {
            session.getTransaction().rollback();
          }
        },
        "DP-READ-ONLY",
        "25006",
        RuntimeException.class);
    Refused.by(
        () -> {
          session.beginTransaction();
          try {
            Product pot = new Product();
            pot.id = 4;
            session.persist(pot);
            session.flush();
          } finally {
            session.getTransaction().rollback();
            session.clear();
          }
        },
        "DP-READ-ONLY",
        "25006",
        RuntimeException.class);
  }

  /** What an entity with a sequence has Hibernate ask the catalog: there are no sequences. */
  @Entity(name = "Numbered")
  @Table(name = "products")
  public static class Numbered {
    @Id
    @GeneratedValue(strategy = GenerationType.SEQUENCE, generator = "numbers")
    @SequenceGenerator(name = "numbers", sequenceName = "numbers", allocationSize = 1)
    Integer id;

    String name;
  }

  @Test
  void sequencesAreLookedFor() throws Exception {
    try (Shop shop = Shop.on(kind, folder)) {
      org.assertj.core.api.Assertions.assertThatThrownBy(
              () -> factory(shop, Numbered.class).close())
          .hasMessageContaining("missing sequence");
      shop.charged(0);
    }
  }

  private static SessionFactory factory(Shop shop, Class<?>... entities) {
    Configuration configuration = new Configuration();
    configuration.setProperty("hibernate.connection.driver_class", "org.dpjdbc.Driver");
    configuration.setProperty("hibernate.connection.url", shop.url());
    configuration.setProperty("hibernate.connection.username", shop.user());
    configuration.setProperty("hibernate.connection.password", shop.password());
    configuration.setProperty("hibernate.connection.pool_size", "2");
    configuration.setProperty("hibernate.hbm2ddl.auto", "validate");
    Stream.of(entities).forEach(configuration::addAnnotatedClass);
    return configuration.buildSessionFactory();
  }

  private static List<String> rows(List<Object[]> rows) {
    return rows.stream()
        .map(row -> Stream.of(row).map(String::valueOf).collect(Collectors.joining(" ")))
        .toList();
  }
}
