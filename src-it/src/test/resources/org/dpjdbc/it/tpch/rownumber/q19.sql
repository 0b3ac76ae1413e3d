select
  count(distinct pid) as keycount,
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
          case when l_extendedprice < 900 then 900 when l_extendedprice > 105000 then 105000 else l_extendedprice end as l_extendedprice,
          case when l_discount < 0 then 0 when l_discount > 0.1 then 0.1 else l_discount end as l_discount
        from
          lineitem,
          part,
          orders
        where
          l_orderkey = o_orderkey
          and (
            (
              p_partkey = l_partkey
              and p_brand = 'Brand#12'
              and p_container in ('SM CASE', 'SM BOX', 'SM PACK', 'SM PKG')
              and l_quantity >= 1 and l_quantity <= 1 + 10
              and p_size between 1 and 5
              and l_shipmode in ('AIR', 'AIR REG')
              and l_shipinstruct = 'DELIVER IN PERSON'
            )
            or
            (
              p_partkey = l_partkey
              and p_brand = 'Brand#23'
              and p_container in ('MED BAG', 'MED BOX', 'MED PKG', 'MED PACK')
              and l_quantity >= 10 and l_quantity <= 10 + 10
              and p_size between 1 and 10
              and l_shipmode in ('AIR', 'AIR REG')
              and l_shipinstruct = 'DELIVER IN PERSON'
            )
            or
            (
              p_partkey = l_partkey
              and p_brand = 'Brand#34'
              and p_container in ('LG CASE', 'LG BOX', 'LG PACK', 'LG PKG')
              and l_quantity >= 20 and l_quantity <= 20 + 10
              and p_size between 1 and 15
              and l_shipmode in ('AIR', 'AIR REG')
              and l_shipinstruct = 'DELIVER IN PERSON'
            )
          )
      ) as clamped
  ) as per_key_random
where
  row_num <= 250
