select
  count(distinct pid) as keycount,
  n_name,
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
          n_name,
          case when l_extendedprice < 900 then 900 when l_extendedprice > 105000 then 105000 else l_extendedprice end as l_extendedprice,
          case when l_discount < 0 then 0 when l_discount > 0.1 then 0.1 else l_discount end as l_discount
        from
          customer,
          orders,
          lineitem,
          supplier,
          nation,
          region
        where
          c_custkey = o_custkey
          and l_orderkey = o_orderkey
          and l_suppkey = s_suppkey
          and c_nationkey = s_nationkey
          and s_nationkey = n_nationkey
          and n_regionkey = r_regionkey
          and r_name = 'ASIA'
          and o_orderdate >= date '1994-01-01'
          and o_orderdate < date '1994-01-01' + interval '1' year
      ) as clamped
  ) as per_key_random
where
  row_num <= 250
group by
  n_name
