select
  count(distinct pid) as keycount,
  sum(case when p_type like 'PROMO%' then l_extendedprice * (1 - l_discount) else 0 end) as promo,
  sum(l_extendedprice * (1 - l_discount)) as revenue
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
          p_type,
          case when l_extendedprice < 900 then 900 when l_extendedprice > 105000 then 105000 else l_extendedprice end as l_extendedprice,
          case when l_discount < 0 then 0 when l_discount > 0.1 then 0.1 else l_discount end as l_discount
        from
          lineitem,
          part,
          orders
        where
          l_partkey = p_partkey
          and l_orderkey = o_orderkey
          and l_shipdate >= date '1995-09-01'
          and l_shipdate < date '1995-09-01' + interval '1' month
      ) as clamped
  ) as per_key_random
where
  row_num <= 250
