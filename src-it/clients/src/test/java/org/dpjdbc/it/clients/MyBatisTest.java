package org.dpjdbc.it.clients;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import org.apache.ibatis.annotations.Param;
import org.apache.ibatis.annotations.Select;
import org.apache.ibatis.annotations.Update;
import org.apache.ibatis.datasource.pooled.PooledDataSource;
import org.apache.ibatis.exceptions.PersistenceException;
import org.apache.ibatis.mapping.Environment;
import org.apache.ibatis.session.Configuration;
import org.apache.ibatis.session.SqlSession;
import org.apache.ibatis.session.SqlSessionFactory;
import org.apache.ibatis.session.SqlSessionFactoryBuilder;
import org.apache.ibatis.transaction.jdbc.JdbcTransactionFactory;
import org.dpjdbc.backends.TestBackend;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Mappers with annotations, dynamic SQL, and MyBatis's own pool. */
@ParameterizedClass
@MethodSource("org.dpjdbc.it.clients.Shop#kinds")
class MyBatisTest {
  @Parameter TestBackend kind;
  @TempDir Path folder;

  /** What a row is mapped to, by the names of its properties. */
  public static final class Category {
    private String category = "";
    private BigDecimal sold = BigDecimal.ZERO;

    public void setCategory(String category) {
      this.category = category;
    }

    public void setSold(BigDecimal sold) {
      this.sold = sold;
    }

    @Override
    public String toString() {
      return category + " " + sold;
    }
  }

  /** The queries. */
  public interface ShopMapper {
    /** Sums of quantities. */
    @Select(Questions.BY_CATEGORY)
    List<Category> sold();

    /** With a condition or without. */
    @Select(
        "<script>SELECT COUNT(*) FROM customers"
            + "<where><if test='since != null'>joined &gt;= #{since}</if></where></script>")
    long customers(@Param("since") LocalDate since);

    /** Whatever columns there are. */
    @Select("SELECT state, COUNT(*) AS customers FROM customers GROUP BY state ORDER BY state")
    List<Map<String, Object>> states();

    /** Rows of people. */
    @Select(Questions.ROWS)
    List<Map<String, Object>> rows();

    /** A write. */
    @Update("UPDATE customers SET age = 0")
    int forget();
  }

  @Test
  void answersAndRefusals() throws Exception {
    try (Shop shop = Shop.on(kind, folder)) {
      PooledDataSource pool =
          new PooledDataSource("org.dpjdbc.Driver", shop.url(), shop.user(), shop.password());
      Configuration configuration =
          new Configuration(new Environment("shop", new JdbcTransactionFactory(), pool));
      configuration.addMapper(ShopMapper.class);
      SqlSessionFactory sessions = new SqlSessionFactoryBuilder().build(configuration);
      ClientTranscript transcript = new ClientTranscript();
      try (SqlSession session = sessions.openSession()) {
        ShopMapper mapper = session.getMapper(ShopMapper.class);
        LocalDate since = LocalDate.of(2020, 3, 1);
        assertThat(mapper.sold().stream().map(Category::toString))
            .isEqualTo(shop.raw(Questions.BY_CATEGORY));
        assertThat(shop.raw("SELECT COUNT(*) FROM customers WHERE joined >= DATE '2020-03-01'"))
            .containsExactly(String.valueOf(mapper.customers(since)));
        assertThat(mapper.states()).hasSize(3);
        shop.charged(3);
        Refused.by(mapper::rows, "DP-RAW-ROWS", "42501", PersistenceException.class);
        Refused.by(mapper::forget, "DP-READ-ONLY", "25006", PersistenceException.class);
        session.commit();
        shop.charged(3);
        session.clearCache();
        transcript.ask(
            "mapper.sold()", () -> mapper.sold().stream().map(Category::toString).toList());
        transcript.ask(
            "mapper.customers(LocalDate.of(2020, 3, 1))",
            () -> List.of(String.valueOf(mapper.customers(since))));
        transcript.ask(
            "mapper.states()", () -> mapper.states().stream().map(Map::toString).toList());
        // Asked again within a session, MyBatis answers itself.
        mapper.sold();
        shop.charged(6);
        transcript.ask("mapper.rows()", () -> mapper.rows().stream().map(Map::toString).toList());
        transcript.ask("mapper.forget()", () -> List.of(String.valueOf(mapper.forget())));
        shop.charged(6);
      } finally {
        pool.forceCloseAll();
      }
      transcript.isOn("mybatis", kind, shop);
    }
  }
}
