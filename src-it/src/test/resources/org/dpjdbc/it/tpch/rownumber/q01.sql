select
  count(distinct pid) as keycount,
  l_returnflag,
  l_linestatus,
  sum(l_quantity) as sum_qty,
  sum(l_extendedprice) as sum_base_price,
  sum(l_extendedprice * (1 - l_discount)) as sum_disc_price,
  sum(l_extendedprice * (1 - l_discount) * (1 + l_tax)) as sum_charge,
  sum(l_discount) as sum_disc,
  count(l_quantity) as count_qty,
  count(l_extendedprice) as count_price,
  count(l_discount) as count_disc,
  count(*) as count_order
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
          l_returnflag,
          l_linestatus,
          case when l_quantity < 1 then 1 when l_quantity > 50 then 50 else l_quantity end as l_quantity,
          case when l_extendedprice < 900 then 900 when l_extendedprice > 105000 then 105000 else l_extendedprice end as l_extendedprice,
          case when l_discount < 0 then 0 when l_discount > 0.1 then 0.1 else l_discount end as l_discount,
          case when l_tax < 0 then 0 when l_tax > 0.08 then 0.08 else l_tax end as l_tax
        from
          lineitem,
          orders
        where
          l_orderkey = o_orderkey
          and l_shipdate <= date '1998-12-01' - interval '90' day
      ) as clamped
  ) as per_key_random
where
  row_num <= 250
group by
  l_returnflag,
  l_linestatus
