select
  count(distinct pid) as keycount,
  n_name as nation,
  extract(year from o_orderdate) as o_year,
  sum(l_extendedprice * (1 - l_discount) - ps_supplycost * l_quantity) as sum_profit
from
  (
    select
      *,
      row_number() over (partition by pid order by draw) as row_num
    from
      (
        select
          o_custkey as pid,
          random() as draw,
          n_name,
          o_orderdate,
          case when l_extendedprice < 900 then 900 when l_extendedprice > 105000 then 105000 else l_extendedprice end as l_extendedprice,
          case when l_discount < 0 then 0 when l_discount > 0.1 then 0.1 else l_discount end as l_discount,
          case when ps_supplycost < 1 then 1 when ps_supplycost > 1000 then 1000 else ps_supplycost end as ps_supplycost,
          case when l_quantity < 1 then 1 when l_quantity > 50 then 50 else l_quantity end as l_quantity
        from
          part,
          supplier,
          lineitem,
          partsupp,
          orders,
          nation
        where
          s_suppkey = l_suppkey
          and ps_suppkey = l_suppkey
          and ps_partkey = l_partkey
          and p_partkey = l_partkey
          and o_orderkey = l_orderkey
          and s_nationkey = n_nationkey
          and p_name like '%green%'
      ) as clamped
  ) as per_key_random
where
  row_num <= 250
group by
  n_name,
  extract(year from o_orderdate)
