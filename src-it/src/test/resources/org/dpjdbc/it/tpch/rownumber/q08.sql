select
  count(distinct pid) as keycount,
  extract(year from o_orderdate) as o_year,
  sum(case when nation = 'BRAZIL' then l_extendedprice * (1 - l_discount) else 0 end) as brazil,
  sum(l_extendedprice * (1 - l_discount)) as volume
from
  (
    select
      *,
      row_number() over (partition by pid order by draw) as row_num
    from
      (
        select
          c_custkey as pid,
          random() as draw,
          o_orderdate,
          n2.n_name as nation,
          case when l_extendedprice < 900 then 900 when l_extendedprice > 105000 then 105000 else l_extendedprice end as l_extendedprice,
          case when l_discount < 0 then 0 when l_discount > 0.1 then 0.1 else l_discount end as l_discount
        from
          part,
          supplier,
          lineitem,
          orders,
          customer,
          nation n1,
          nation n2,
          region
        where
          p_partkey = l_partkey
          and s_suppkey = l_suppkey
          and l_orderkey = o_orderkey
          and o_custkey = c_custkey
          and c_nationkey = n1.n_nationkey
          and n1.n_regionkey = r_regionkey
          and r_name = 'AMERICA'
          and s_nationkey = n2.n_nationkey
          and o_orderdate between date '1995-01-01' and date '1996-12-31'
          and p_type = 'ECONOMY ANODIZED STEEL'
      ) as clamped
  ) as per_key_random
where
  row_num <= 250
group by
  extract(year from o_orderdate)
