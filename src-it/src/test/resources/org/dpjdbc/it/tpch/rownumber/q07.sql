select
  count(distinct pid) as keycount,
  supp_nation,
  cust_nation,
  extract(year from l_shipdate) as l_year,
  sum(l_extendedprice * (1 - l_discount)) as revenue
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
          n1.n_name as supp_nation,
          n2.n_name as cust_nation,
          l_shipdate,
          case when l_extendedprice < 900 then 900 when l_extendedprice > 105000 then 105000 else l_extendedprice end as l_extendedprice,
          case when l_discount < 0 then 0 when l_discount > 0.1 then 0.1 else l_discount end as l_discount
        from
          supplier,
          lineitem,
          orders,
          customer,
          nation n1,
          nation n2
        where
          s_suppkey = l_suppkey
          and o_orderkey = l_orderkey
          and c_custkey = o_custkey
          and s_nationkey = n1.n_nationkey
          and c_nationkey = n2.n_nationkey
          and (
            (n1.n_name = 'FRANCE' and n2.n_name = 'GERMANY')
            or (n1.n_name = 'GERMANY' and n2.n_name = 'FRANCE')
          )
          and l_shipdate between date '1995-01-01' and date '1996-12-31'
      ) as clamped
  ) as per_key_random
where
  row_num <= 250
group by
  supp_nation,
  cust_nation,
  extract(year from l_shipdate)
