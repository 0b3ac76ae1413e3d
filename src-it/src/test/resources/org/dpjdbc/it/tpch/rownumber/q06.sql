select
  count(distinct pid) as keycount,
  sum(l_extendedprice * l_discount) as revenue
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
          case when l_extendedprice < 900 then 900 when l_extendedprice > 105000 then 105000 else l_extendedprice end as l_extendedprice,
          case when l_discount < 0 then 0 when l_discount > 0.1 then 0.1 else l_discount end as l_discount
        from
          lineitem,
          orders
        where
          l_orderkey = o_orderkey
          and l_shipdate >= date '1994-01-01'
          and l_shipdate < date '1994-01-01' + interval '1' year
          and l_discount between .06 - 0.01 and .06 + 0.01
          and l_quantity < 24
      ) as clamped
  ) as per_key_random
where
  row_num <= 250
