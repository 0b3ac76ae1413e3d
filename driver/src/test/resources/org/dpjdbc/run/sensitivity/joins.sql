-- One query a line, over the clinic of three private tables.
-- values that are released first
SELECT COUNT(*) FROM visits WHERE cost > (SELECT AVG(cost) FROM visits)
SELECT COUNT(*), SUM(cost) FROM visits WHERE cost <= (SELECT AVG(cost) FROM visits)
SELECT SUM(cost - (SELECT AVG(cost) FROM visits)) FROM visits
SELECT AVG(cost - a) FROM visits, (SELECT AVG(cost) a FROM visits) t
SELECT SUM(cost * n) FROM visits, (SELECT COUNT(*) n FROM patients) t WHERE n BETWEEN 0 AND 20
SELECT SUM(n) FROM visits, (SELECT COUNT(*) n FROM patients) t WHERE n BETWEEN -3 AND 20
SELECT SUM(CASE WHEN cost > a THEN cost ELSE a END) FROM visits, (SELECT AVG(cost) a FROM visits) t
SELECT COUNT(*) FILTER (WHERE cost > a), COUNT(a) FROM visits, (SELECT AVG(cost) a FROM visits) t
SELECT COUNT(t.a), SUM(t.a) FROM visits v LEFT JOIN (SELECT AVG(cost) a FROM visits) t ON v.cost > t.a
SELECT a, COUNT(*) FROM visits, (SELECT COUNT(*) a FROM visits) t GROUP BY a
SELECT cost > (SELECT AVG(cost) FROM visits), COUNT(*) FROM visits GROUP BY 1
SELECT icd, COUNT(*), AVG(cost) FROM visits WHERE cost > (SELECT AVG(cost) FROM visits) GROUP BY icd
SELECT cost, COUNT(*) FROM visits WHERE cost > (SELECT AVG(age) FROM patients) GROUP BY cost
SELECT COUNT(DISTINCT icd), COUNT(DISTINCT cost) FROM visits WHERE cost > (SELECT AVG(cost) FROM visits)
SELECT COUNT(DISTINCT cost - n) FROM visits, (SELECT COUNT(*) n FROM visits) t
SELECT p.region, COUNT(*) FROM patients p JOIN visits v ON p.pid = v.pid AND v.cost > (SELECT AVG(cost) FROM visits) GROUP BY p.region
SELECT r.name, COUNT(*), SUM(age) FROM patients p JOIN regions r ON p.region = r.code WHERE age > (SELECT AVG(age) FROM patients) GROUP BY r.name
SELECT d.chapter, COUNT(*) FROM visits v JOIN diseases d ON v.icd = d.icd WHERE d.severity > (SELECT AVG(cost) FROM visits) GROUP BY d.chapter
SELECT d.chapter, SUM(cost) FROM visits v LEFT JOIN diseases d ON v.icd = d.icd AND d.severity < 3 WHERE v.cost > (SELECT AVG(cost) FROM visits) GROUP BY d.chapter
SELECT COUNT(*) FROM patients p WHERE EXISTS (SELECT 1 FROM visits v WHERE v.pid = p.pid AND v.cost > (SELECT AVG(cost) FROM visits))
SELECT COUNT(*) FROM patients p WHERE NOT EXISTS (SELECT 1 FROM visits v WHERE v.pid = p.pid AND v.cost > (SELECT AVG(cost) FROM visits))
SELECT COUNT(*), SUM(age) FROM patients WHERE EXISTS (SELECT 1 FROM visits HAVING COUNT(*) > 3)
SELECT SUM(m) FROM (SELECT pid, AVG(cost) m FROM visits GROUP BY pid) WHERE m > (SELECT AVG(cost) FROM visits)
SELECT SUM(m) FROM (SELECT pid, MAX(cost) m FROM visits WHERE cost > (SELECT AVG(cost) FROM visits) GROUP BY pid)
SELECT n, COUNT(*) FROM (SELECT pid, COUNT(*) n FROM visits WHERE cost > (SELECT AVG(cost) FROM visits) GROUP BY pid) GROUP BY n
SELECT COUNT(*) FROM (SELECT pid, ROW_NUMBER() OVER (PARTITION BY pid ORDER BY cost, vid) rn FROM visits) WHERE rn <= (SELECT AVG(age) FROM patients)
SELECT SUM(cost) FROM (SELECT pid, cost FROM visits WHERE cost > (SELECT AVG(cost) FROM visits) UNION ALL SELECT pid, age FROM patients WHERE age < (SELECT AVG(age) FROM patients))
SELECT COUNT(*) FROM (SELECT pid FROM patients EXCEPT SELECT pid FROM visits WHERE cost > (SELECT AVG(cost) FROM visits))
SELECT sex, COUNT(*) FROM patients WHERE age > (SELECT AVG(age) FROM patients) GROUP BY ROLLUP (sex)
SELECT COUNT(*) FROM visits WHERE icd = (SELECT icd FROM visits GROUP BY icd ORDER BY COUNT(*) DESC LIMIT 1)
SELECT COUNT(*) FROM visits WHERE icd NOT IN (SELECT icd FROM visits GROUP BY icd ORDER BY COUNT(*) DESC LIMIT 1)
SELECT COUNT(*) FROM visits WHERE cost > (SELECT AVG(cost) FROM visits WHERE cost > (SELECT AVG(cost) FROM visits))
SELECT drug, SUM(dose) FROM prescriptions WHERE dose > (SELECT AVG(dose) FROM prescriptions) GROUP BY drug
SELECT mode, SUM(price) FROM deals WHERE price > (SELECT AVG(age) FROM patients) GROUP BY mode
SELECT COUNT(*) FROM deals WHERE price > (SELECT SUM(price) FROM deals)
SELECT /*+ DP(noise=gaussian) */ icd, SUM(cost - (SELECT AVG(cost) FROM visits)) FROM visits GROUP BY icd
SELECT COUNT(*), SUM(cost) FROM visits WHERE cost > (SELECT AVG(cost) FROM visits) + 2 * (SELECT STDDEV_POP(cost) FROM visits)
-- references
SELECT COUNT(*) FROM prescriptions
SELECT drug, COUNT(*), SUM(dose) FROM prescriptions GROUP BY drug
SELECT COUNT(DISTINCT drug) FROM prescriptions
SELECT dose, COUNT(*) FROM prescriptions GROUP BY dose
SELECT AVG(dose), VAR_POP(dose) FROM prescriptions WHERE drug <> 'a'
-- inner joins on the unit and on keys that tell it
SELECT COUNT(*) FROM patients p JOIN visits v ON p.pid = v.pid
SELECT COUNT(*) FROM visits v JOIN patients p ON p.pid = v.pid
SELECT p.sex, COUNT(*), SUM(v.cost) FROM patients p JOIN visits v ON p.pid = v.pid GROUP BY p.sex
SELECT p.region, COUNT(*), SUM(p.age) FROM patients p JOIN visits v ON p.pid = v.pid GROUP BY p.region
SELECT v.icd, AVG(p.age) FROM patients p JOIN visits v USING (pid) GROUP BY v.icd
SELECT sex, SUM(cost) FROM patients NATURAL JOIN visits GROUP BY sex
SELECT COUNT(*) FROM patients p, visits v WHERE p.pid = v.pid AND v.cost > 0
SELECT COUNT(*) FROM visits v JOIN visits w ON v.pid = w.pid
SELECT COUNT(*), SUM(v.cost) FROM visits v JOIN visits w ON v.pid = w.pid AND v.vid < w.vid AND v.cost > w.cost
SELECT v.urgent, COUNT(*) FROM visits v JOIN visits w ON v.vid = w.vid GROUP BY v.urgent
SELECT COUNT(*) FROM patients p JOIN patients q ON p.pid = q.pid
SELECT COUNT(*), SUM(dose) FROM visits v JOIN prescriptions x ON v.vid = x.vid
SELECT v.icd, COUNT(*), SUM(dose) FROM visits v JOIN prescriptions x ON v.vid = x.vid GROUP BY v.icd
SELECT drug, SUM(v.cost) FROM prescriptions x JOIN visits v USING (vid) GROUP BY drug
SELECT COUNT(*) FROM prescriptions x JOIN prescriptions y ON x.vid = y.vid AND x.drug = y.drug
SELECT p.sex, x.drug, COUNT(*) FROM patients p JOIN visits v ON p.pid = v.pid JOIN prescriptions x ON v.vid = x.vid GROUP BY p.sex, x.drug
SELECT p.sex, SUM(x.dose) FROM prescriptions x JOIN visits v ON x.vid = v.vid JOIN patients p ON p.pid = v.pid GROUP BY p.sex
SELECT p.age, COUNT(*) FROM patients p, visits v, prescriptions x WHERE p.pid = v.pid AND x.vid = v.vid GROUP BY p.age
SELECT COUNT(DISTINCT p.pid), COUNT(DISTINCT x.drug) FROM patients p JOIN visits v ON p.pid = v.pid JOIN prescriptions x ON v.vid = x.vid
SELECT COUNT(*) FROM visits v JOIN visits w ON v.pid = w.pid JOIN prescriptions x ON x.vid = w.vid
SELECT COUNT(*) FROM (SELECT pid, cost FROM visits WHERE urgent) v JOIN (SELECT pid, age FROM patients WHERE age > 20) p ON p.pid = v.pid WHERE v.cost < p.age
SELECT COUNT(*) FROM visits v JOIN patients p ON CAST(v.pid AS BIGINT) = CAST(p.pid AS BIGINT)
-- outer joins
SELECT COUNT(*), COUNT(v.cost), SUM(v.cost) FROM patients p LEFT JOIN visits v ON p.pid = v.pid
SELECT p.sex, COUNT(v.vid), SUM(p.age) FROM patients p LEFT JOIN visits v ON p.pid = v.pid GROUP BY p.sex
SELECT v.urgent, COUNT(*) FROM patients p LEFT JOIN visits v ON p.pid = v.pid GROUP BY v.urgent
SELECT v.icd, COUNT(*) FROM patients p LEFT JOIN visits v ON p.pid = v.pid AND v.cost > 0 GROUP BY v.icd
SELECT p.sex, COUNT(*) FROM visits v LEFT JOIN patients p ON p.pid = v.pid GROUP BY p.sex
SELECT COUNT(*), SUM(p.age), SUM(v.cost) FROM visits v RIGHT JOIN patients p ON p.pid = v.pid
SELECT COUNT(*), SUM(p.age), SUM(v.cost) FROM patients p RIGHT JOIN visits v ON p.pid = v.pid
SELECT COUNT(*), COUNT(p.age), COUNT(v.cost) FROM patients p FULL JOIN visits v ON p.pid = v.pid AND v.urgent
SELECT p.sex, v.urgent, COUNT(*) FROM visits v FULL JOIN patients p ON p.pid = v.pid GROUP BY p.sex, v.urgent
SELECT COUNT(*), COUNT(v.cost), COUNT(x.dose) FROM prescriptions x FULL JOIN visits v ON x.vid = v.vid
SELECT COUNT(*), SUM(dose) FROM visits v LEFT JOIN prescriptions x ON v.vid = x.vid
SELECT COUNT(*), SUM(dose) FROM prescriptions x LEFT JOIN visits v ON v.vid = x.vid
SELECT x.drug, COUNT(*) FROM patients p LEFT JOIN visits v ON p.pid = v.pid LEFT JOIN prescriptions x ON x.vid = v.vid GROUP BY x.drug
SELECT COUNT(*), SUM(x.dose) FROM prescriptions x RIGHT JOIN visits v ON x.vid = v.vid RIGHT JOIN patients p ON p.pid = v.pid
SELECT COUNT(*) FROM patients p LEFT JOIN visits v ON p.pid = v.pid LEFT JOIN prescriptions x ON x.vid = v.vid LEFT JOIN prescriptions y ON y.vid = x.vid
-- public tables, many to many included
SELECT d.chapter, COUNT(*), SUM(v.cost) FROM visits v JOIN diseases d ON v.icd = d.icd GROUP BY d.chapter
SELECT d.chapter, COUNT(*) FROM visits v LEFT JOIN diseases d ON v.icd = d.icd GROUP BY d.chapter
SELECT d.chapter, COUNT(*) FROM diseases d RIGHT JOIN visits v ON v.icd = d.icd GROUP BY d.chapter
SELECT COUNT(*), SUM(d.severity) FROM patients p JOIN visits v ON p.pid = v.pid JOIN diseases d ON v.cost > d.severity
SELECT r.name, d.chapter, COUNT(*) FROM patients p JOIN regions r ON p.region = r.code JOIN visits v ON v.pid = p.pid JOIN diseases d ON d.icd = v.icd GROUP BY r.name, d.chapter
SELECT r.name, COUNT(*), SUM(x.dose) FROM regions r JOIN patients p ON p.region = r.code JOIN visits v ON v.pid = p.pid LEFT JOIN prescriptions x ON x.vid = v.vid GROUP BY r.name
SELECT /*+ DP(max_rows_contributed=2) */ p.sex, COUNT(*) FROM patients p CROSS JOIN diseases d GROUP BY p.sex
SELECT d.chapter, COUNT(*) FROM patients p LEFT JOIN (visits v JOIN diseases d ON d.icd = v.icd) ON p.pid = v.pid GROUP BY d.chapter
SELECT COUNT(*) FROM visits v WHERE v.icd IN (SELECT icd FROM diseases WHERE severity > 1)
-- dimensions first
SELECT d.chapter, COUNT(v.cost), SUM(v.cost) FROM diseases d LEFT JOIN visits v ON v.icd = d.icd GROUP BY d.chapter
SELECT r.name, COUNT(p.pid), AVG(p.age) FROM patients p RIGHT JOIN regions r ON p.region = r.code GROUP BY r.name
SELECT r.name, COUNT(DISTINCT p.pid), SUM(CASE WHEN v.urgent THEN 1 ELSE 0 END) FROM regions r LEFT JOIN patients p ON p.region = r.code LEFT JOIN visits v ON v.pid = p.pid GROUP BY r.name
-- what the private part of a join has been through before
SELECT COUNT(*) FROM (SELECT pid FROM visits UNION ALL SELECT pid FROM visits WHERE urgent) v JOIN patients p ON p.pid = v.pid
SELECT SUM(v.cost) FROM visits v JOIN (SELECT pid AS id, age * 2 AS twice FROM patients) p ON p.id = v.pid WHERE twice > 10
SELECT p.sex, COUNT(*) FILTER (WHERE v.urgent), COUNT(*) FILTER (WHERE NOT v.urgent) FROM patients p JOIN visits v ON p.pid = v.pid GROUP BY p.sex
WITH v AS (SELECT * FROM visits WHERE cost > 0) SELECT COUNT(*) FROM v a JOIN v b ON a.pid = b.pid AND a.vid <> b.vid
SELECT /*+ DP(noise=gaussian) */ p.sex, SUM(v.cost), AVG(x.dose) FROM patients p JOIN visits v ON p.pid = v.pid JOIN prescriptions x ON v.vid = x.vid GROUP BY p.sex
SELECT /*+ DP(noise=gaussian) */ p.region, v.icd, COUNT(*) FROM patients p LEFT JOIN visits v ON p.pid = v.pid GROUP BY p.region, v.icd
SELECT COUNT(*) FROM (SELECT v.vid FROM patients p LEFT JOIN visits v ON p.pid = v.pid) a JOIN (SELECT v.vid FROM patients p LEFT JOIN visits v ON p.pid = v.pid) b ON a.vid = b.vid
SELECT COUNT(*) FROM (SELECT v.vid FROM patients p LEFT JOIN visits v ON p.pid = v.pid) a JOIN visits b ON a.vid IS NOT DISTINCT FROM b.vid
-- a row of two people: sellers are other people than buyers, and have one deal each
SELECT COUNT(*) FROM deals
SELECT SUM(price) FROM deals
SELECT mode, SUM(price), COUNT(buyer) FROM deals GROUP BY mode
SELECT mode, COUNT(*) FROM deals WHERE price > 1 GROUP BY mode
SELECT SUM(price * 2) FILTER (WHERE mode = 'x'), COUNT(*) FILTER (WHERE price > 3) FROM deals
SELECT COUNT(*) FROM deals d JOIN regions r ON CASE d.mode WHEN 'x' THEN 'N' ELSE 'S' END = r.code
-- sub-queries about the same person
SELECT COUNT(*), SUM(age) FROM patients p WHERE EXISTS (SELECT 1 FROM visits v WHERE v.pid = p.pid)
SELECT COUNT(*), SUM(age) FROM patients p WHERE NOT EXISTS (SELECT 1 FROM visits v WHERE v.pid = p.pid AND v.urgent)
SELECT COUNT(*), SUM(cost) FROM visits v WHERE EXISTS (SELECT 1 FROM prescriptions x WHERE x.vid = v.vid AND x.dose > 1)
SELECT COUNT(*), SUM(cost) FROM visits v WHERE NOT EXISTS (SELECT 1 FROM prescriptions x WHERE x.vid = v.vid)
SELECT COUNT(*), SUM(cost) FROM visits v WHERE EXISTS (SELECT 1 FROM patients p WHERE p.pid = v.pid AND p.age > v.cost)
SELECT COUNT(*), SUM(dose) FROM prescriptions x WHERE EXISTS (SELECT 1 FROM visits v WHERE x.vid = v.vid AND v.urgent)
SELECT COUNT(*), SUM(age) FROM patients p WHERE p.pid IN (SELECT v.pid FROM visits v WHERE v.cost > 0)
SELECT COUNT(*) FROM patients WHERE pid NOT IN (SELECT pid FROM visits WHERE urgent)
SELECT COUNT(*) FROM visits WHERE vid IN (SELECT vid FROM prescriptions WHERE drug = 'a')
SELECT COUNT(*), SUM(dose) FROM prescriptions WHERE vid IN (SELECT vid FROM visits WHERE cost > 0)
SELECT COUNT(*) FROM prescriptions WHERE vid NOT IN (SELECT vid FROM visits WHERE cost > 0)
SELECT COUNT(*) FROM prescriptions x WHERE NOT EXISTS (SELECT 1 FROM prescriptions y WHERE y.vid = x.vid AND y.dose > x.dose)
SELECT COUNT(*) FROM patients p WHERE (SELECT COUNT(*) FROM visits v WHERE v.pid = p.pid) > 2
SELECT COUNT(*) FROM patients p WHERE (SELECT COUNT(*) FROM visits v JOIN prescriptions x ON x.vid = v.vid WHERE v.pid = p.pid) > 1
SELECT COUNT(*), SUM(cost) FROM visits v WHERE cost >= (SELECT AVG(w.cost) FROM visits w WHERE w.pid = v.pid)
SELECT COUNT(*) FROM visits v WHERE (SELECT SUM(dose) FROM prescriptions x WHERE x.vid = v.vid) > 3
SELECT COUNT(*) FROM patients p WHERE NOT EXISTS (SELECT 1 FROM visits v WHERE v.pid = p.pid) OR p.age > 60
-- aggregates, windows and set operations within a person, over joined tables
SELECT n, COUNT(*) FROM (SELECT p.pid, COUNT(v.vid) AS n FROM patients p LEFT JOIN visits v ON p.pid = v.pid GROUP BY p.pid) GROUP BY n
SELECT COUNT(*) FROM (SELECT v.vid, SUM(x.dose) AS s FROM visits v JOIN prescriptions x ON x.vid = v.vid GROUP BY v.vid) WHERE s > 3
SELECT COUNT(*) FROM (SELECT vid, SUM(dose) AS s FROM prescriptions GROUP BY vid) WHERE s > 3
SELECT SUM(LEAST(s, 9)) FROM (SELECT v.pid, SUM(x.dose) AS s FROM visits v JOIN prescriptions x ON x.vid = v.vid GROUP BY v.pid)
SELECT p.sex, AVG(LEAST(n, 3)) FROM patients p JOIN (SELECT pid, COUNT(*) AS n FROM visits GROUP BY pid) v ON v.pid = p.pid GROUP BY p.sex
SELECT p.sex, COUNT(*) FROM patients p LEFT JOIN (SELECT pid, COUNT(*) AS n FROM visits GROUP BY pid) v ON v.pid = p.pid WHERE n IS NULL GROUP BY p.sex
SELECT COUNT(*), SUM(cost) FROM (SELECT v.cost, ROW_NUMBER() OVER (PARTITION BY v.pid ORDER BY v.cost) AS r FROM patients p JOIN visits v ON v.pid = p.pid) WHERE r = 1
SELECT COUNT(*), SUM(dose) FROM (SELECT dose, ROW_NUMBER() OVER (PARTITION BY vid ORDER BY dose DESC) AS r FROM prescriptions) WHERE r = 1
SELECT drug, COUNT(*) FROM (SELECT x.drug, RANK() OVER (PARTITION BY v.pid ORDER BY x.dose) AS r FROM visits v JOIN prescriptions x ON x.vid = v.vid) WHERE r = 1 GROUP BY drug
SELECT COUNT(*) FROM (SELECT pid FROM patients EXCEPT SELECT pid FROM visits)
SELECT COUNT(*) FROM (SELECT vid FROM visits INTERSECT SELECT vid FROM prescriptions)
SELECT COUNT(*) FROM (SELECT vid FROM visits EXCEPT SELECT vid FROM prescriptions WHERE dose > 1)
SELECT COUNT(*) FROM (SELECT vid FROM prescriptions EXCEPT SELECT vid FROM visits)
SELECT COUNT(*) FROM (SELECT pid FROM patients UNION SELECT pid FROM visits)
SELECT COUNT(*) FROM (SELECT vid FROM visits UNION SELECT vid FROM prescriptions)
SELECT SUM(c) FROM (SELECT cost AS c FROM visits UNION ALL SELECT dose FROM prescriptions UNION ALL SELECT age FROM patients)
SELECT COUNT(*) FROM (SELECT DISTINCT v.pid, x.drug FROM visits v JOIN prescriptions x ON x.vid = v.vid)
SELECT drug, COUNT(*) FROM (SELECT DISTINCT vid, drug FROM prescriptions) GROUP BY drug
SELECT p.sex, v.urgent, COUNT(*) FROM patients p JOIN visits v ON p.pid = v.pid GROUP BY ROLLUP (p.sex, v.urgent)
SELECT d.chapter, COUNT(v.vid) FROM diseases d LEFT JOIN visits v ON v.icd = d.icd GROUP BY ROLLUP (d.chapter)
SELECT p.region, COUNT(*) FROM patients p JOIN visits v ON p.pid = v.pid JOIN prescriptions x ON x.vid = v.vid GROUP BY CUBE (p.region)
-- bounds on contributions: groups that the unit determines, and those it does not
SELECT p.region, p.sex, COUNT(*), SUM(v.cost), AVG(v.cost) FROM patients p JOIN visits v ON p.pid = v.pid GROUP BY p.region, p.sex
SELECT p.region, v.icd, COUNT(*) FROM patients p JOIN visits v ON p.pid = v.pid GROUP BY p.region, v.icd
SELECT p.region, v.urgent, COUNT(*), SUM(v.cost) FROM patients p JOIN visits v ON p.pid = v.pid GROUP BY p.region, v.urgent
SELECT p.age > 20, COUNT(*) FROM visits v LEFT JOIN patients p ON p.pid = v.pid AND v.urgent GROUP BY p.age > 20
SELECT p.region, COUNT(*) FROM visits v LEFT JOIN patients p ON p.pid = v.pid AND v.urgent GROUP BY p.region
SELECT p.age > 20, COUNT(*) FROM patients p RIGHT JOIN visits v ON p.pid = v.pid AND v.urgent GROUP BY p.age > 20
SELECT p.region, COUNT(*) FROM patients p RIGHT JOIN visits v ON p.pid = v.pid AND v.urgent GROUP BY p.region
SELECT p.region, COUNT(*) FROM patients p FULL JOIN visits v ON p.pid = v.pid AND v.urgent GROUP BY p.region
SELECT r.name, COUNT(*) FROM patients p JOIN visits v ON p.pid = v.pid LEFT JOIN regions r ON p.region = r.code GROUP BY r.name
SELECT r.name, COUNT(*) FROM patients p JOIN visits v ON p.pid = v.pid LEFT JOIN regions r ON p.region = r.code AND v.urgent GROUP BY r.name
SELECT t, COUNT(*) FROM (SELECT pid, region AS t FROM patients UNION ALL SELECT pid, icd FROM visits) GROUP BY t
SELECT region, COUNT(*) FROM (SELECT p.pid, p.region FROM patients p JOIN visits v ON p.pid = v.pid UNION SELECT pid, icd FROM visits) GROUP BY region
SELECT n, COUNT(*) FROM (SELECT v.pid, COUNT(*) OVER (PARTITION BY v.pid, v.icd) AS n FROM visits v) GROUP BY n
SELECT drug, COUNT(*) FROM (SELECT drug, vid FROM prescriptions UNION ALL SELECT drug, vid FROM prescriptions) GROUP BY drug
SELECT p.region, COUNT(*) FROM (SELECT q.region, ROW_NUMBER() OVER (PARTITION BY q.pid ORDER BY v.vid) AS r FROM patients q JOIN visits v ON q.pid = v.pid) p WHERE r <= 2 GROUP BY p.region
SELECT icd, COUNT(*), SUM(cost) FROM (SELECT pid, icd, cost, ROW_NUMBER() OVER (PARTITION BY pid ORDER BY vid) AS r FROM visits) WHERE r <= 3 GROUP BY icd
SELECT x.dose > 1, SUM(x.dose) FROM prescriptions x GROUP BY x.dose > 1
-- clipped norms
SELECT /*+ DP(contribution=clip) */ icd, COUNT(*), SUM(cost), AVG(cost) FROM visits GROUP BY icd
SELECT /*+ DP(contribution=clip, max_rows_contributed=1) */ icd, urgent, VAR_POP(cost) FROM visits GROUP BY icd, urgent
SELECT /*+ DP(contribution=clip) */ cost, COUNT(*), SUM(cost) FROM visits GROUP BY cost
SELECT /*+ DP(contribution=clip) */ drug, COUNT(*), AVG(dose), SUM(dose), COUNT(DISTINCT dose) FROM prescriptions GROUP BY drug
SELECT /*+ DP(contribution=clip, noise=gaussian) */ icd, COUNT(*), SUM(cost), AVG(cost) FROM visits GROUP BY icd
SELECT /*+ DP(contribution=clip, noise=gaussian) */ cost, COUNT(*), SUM(cost), VAR_POP(cost) FROM visits GROUP BY cost
SELECT /*+ DP(contribution=clip, noise=gaussian, max_rows_contributed=1) */ drug, AVG(dose), COUNT(*) FROM prescriptions GROUP BY drug
SELECT /*+ DP(contribution=clip) */ p.region, v.icd, COUNT(*), COUNT(DISTINCT v.pid) FROM patients p JOIN visits v ON p.pid = v.pid GROUP BY p.region, v.icd
SELECT /*+ DP(contribution=clip) */ v.urgent, COUNT(DISTINCT v.pid), SUM(v.cost) FROM patients p LEFT JOIN visits v ON p.pid = v.pid GROUP BY v.urgent
SELECT /*+ DP(contribution=clip) */ p.sex, v.urgent, COUNT(*), SUM(v.cost) FROM patients p JOIN visits v ON p.pid = v.pid GROUP BY CUBE (p.sex, v.urgent)
SELECT /*+ DP(contribution=clip) */ d.chapter, COUNT(v.cost), SUM(v.cost) FROM diseases d LEFT JOIN visits v ON v.icd = d.icd GROUP BY d.chapter
SELECT /*+ DP(contribution=clip) */ DISTINCT icd FROM visits
-- public keys: all rows at once, and the heavy units again
SELECT urgent, COUNT(*), SUM(cost), AVG(cost) FROM visits GROUP BY urgent
SELECT /*+ DP(max_rows_contributed=1) */ urgent, COUNT(cost), SUM(cost) FROM visits GROUP BY urgent
SELECT /*+ DP(max_rows_contributed=1) */ urgent, VAR_POP(cost) FROM visits WHERE icd <> 'b' GROUP BY urgent
SELECT /*+ DP(noise=gaussian) */ cost > 0, COUNT(*), AVG(cost) FROM visits GROUP BY cost > 0
-- tables with a column that the policy does not name, in operations that go by place
SELECT COUNT(*), SUM(cost) FROM (SELECT * FROM visits UNION ALL SELECT vid, pid, cost, icd, urgent FROM visits)
SELECT COUNT(*), SUM(cost) FROM (SELECT vid, pid, cost, icd, urgent FROM visits WHERE cost > 0 EXCEPT SELECT * FROM visits WHERE urgent)
SELECT COUNT(*), SUM(p.age) FROM (SELECT * FROM patients WHERE age > 20) p FULL JOIN (SELECT * FROM visits WHERE urgent) v ON p.pid = v.pid
-- what keeps rows without a partner is a query with conditions of its own
SELECT COUNT(*), COUNT(n) FROM patients p FULL JOIN (SELECT pid, COUNT(*) AS n FROM visits GROUP BY pid HAVING COUNT(*) > 1) v ON p.pid = v.pid
SELECT COUNT(*), SUM(n) FROM (SELECT vid, LEAST(COUNT(*), 3) AS n FROM prescriptions GROUP BY vid) x WHERE n > 1 AND NOT EXISTS (SELECT 1 FROM (SELECT vid FROM visits WHERE urgent) v WHERE v.vid = x.vid)
SELECT COUNT(*), COUNT(b.vid), SUM(a.cost) FROM visits a FULL JOIN visits b ON a.pid = b.pid AND b.urgent
-- public rows alone, on several levels
SELECT chapter, COUNT(*), SUM(severity), GROUPING(chapter) FROM diseases GROUP BY ROLLUP (chapter)
-- few rows of a person, or one in each group, over private keys
SELECT icd, AVG(cost), COUNT(DISTINCT cost), COUNT(DISTINCT pid) FROM (SELECT pid, icd, cost, ROW_NUMBER() OVER (PARTITION BY pid ORDER BY vid) AS r FROM visits) WHERE r <= 3 GROUP BY icd
SELECT /*+ DP(noise=gaussian) */ icd, urgent, COUNT(*), SUM(cost) FROM (SELECT pid, icd, cost, urgent, ROW_NUMBER() OVER (PARTITION BY pid ORDER BY vid) AS r FROM visits) WHERE r <= 3 GROUP BY icd, urgent
SELECT icd, COUNT(*), SUM(c), AVG(c) FROM (SELECT pid, icd, LEAST(MAX(cost), 9) AS c FROM visits GROUP BY pid, icd) GROUP BY icd
SELECT icd, COUNT(*) FROM (SELECT DISTINCT pid, icd, urgent FROM visits) GROUP BY icd
SELECT icd, urgent, COUNT(*) FROM (SELECT DISTINCT pid, icd, urgent FROM visits) GROUP BY icd, urgent
-- people counted once, in each of their groups
SELECT /*+ DP(contribution=clip) */ cost, COUNT(DISTINCT pid) FROM visits GROUP BY cost
SELECT /*+ DP(contribution=clip, noise=gaussian) */ cost, COUNT(DISTINCT pid) FROM visits GROUP BY cost
-- what is unique in a table, but not of a unit; or unique but for NULL; and rows of a unit that meet each other
SELECT COUNT(*), SUM(amount) FROM bills
SELECT amount > 3, COUNT(*) FROM bills GROUP BY amount > 3
SELECT w.ward, COUNT(*) FROM (SELECT pid, MAX(CASE WHEN urgent THEN 'N' END) AS region FROM visits GROUP BY pid) p JOIN wards w ON p.region IS NOT DISTINCT FROM w.region GROUP BY w.ward
SELECT COUNT(*) FROM (SELECT pid, MAX(CASE WHEN urgent THEN 'N' END) AS region FROM visits GROUP BY pid) p LEFT JOIN wards w ON p.region IS NOT DISTINCT FROM w.region
SELECT COUNT(*) FROM (SELECT pid FROM patients UNION ALL SELECT pid FROM patients) a JOIN (SELECT pid FROM patients UNION ALL SELECT pid FROM patients) b ON a.pid = b.pid
-- heavy units known by the rows that theirs reference; a night beyond its bounds is none
SELECT COUNT(*), SUM(cost), AVG(cost) FROM nights
SELECT ward, COUNT(*), SUM(cost), AVG(cost) FROM nights GROUP BY ward
SELECT ward, COUNT(cost), VAR_POP(cost) FROM nights WHERE cost > 0 GROUP BY ward
SELECT /*+ DP(max_rows_contributed=2) */ cost > 2, COUNT(*), SUM(cost) FROM nights GROUP BY cost > 2
SELECT /*+ DP(max_rows_contributed=1) */ COUNT(*), SUM(night) FROM nights
SELECT /*+ DP(noise=gaussian) */ ward, COUNT(*), SUM(night) FROM nights WHERE night > 1 GROUP BY ward
SELECT /*+ DP(contribution=clip) */ ward, COUNT(*), AVG(cost) FROM nights GROUP BY ward
SELECT s.pid > 2, COUNT(*) FROM nights n JOIN stays s ON n.sid = s.sid GROUP BY s.pid > 2
-- sums of products
SELECT ward, SUM(cost * (1 - rate)), AVG(cost * (1 - rate) * (1 + rate)) FROM nights GROUP BY ward
SELECT SUM(CASE WHEN rate > 0.2 THEN cost * rate ELSE -rate * night END) FROM nights
-- other nights of the same stay
SELECT ward, COUNT(*), SUM(cost) FROM nights n WHERE EXISTS (SELECT 1 FROM nights m WHERE m.sid = n.sid AND m.night <> n.night) GROUP BY ward
SELECT COUNT(*), SUM(night) FROM nights n WHERE NOT EXISTS (SELECT 1 FROM nights m WHERE m.sid = n.sid AND m.night > n.night)
SELECT COUNT(*) FROM stays s WHERE EXISTS (SELECT 1 FROM nights n WHERE n.sid = s.sid AND n.cost > 2) AND NOT EXISTS (SELECT 1 FROM nights n WHERE n.sid = s.sid AND n.cost < 1)
-- pairs of columns
SELECT CORR(cost, vid) FROM (SELECT pid, cost, vid FROM visits WHERE vid BETWEEN 0 AND 50) t
SELECT icd, REGR_SLOPE(cost, age), COUNT(*) FROM visits v JOIN patients p ON v.pid = p.pid GROUP BY icd
SELECT /*+ DP(contribution=clip) */ icd, COVAR_POP(cost, cost * cost) FROM visits GROUP BY icd
SELECT /*+ DP(contribution=clip, noise=gaussian) */ icd, CORR(cost, -cost) FROM visits GROUP BY icd
SELECT WIDTH_BUCKET(cost, 0, 10, 4), COUNT(*) FROM visits GROUP BY 1
-- one group for the keys that are not shown
SELECT /*+ DP(other_group=true) */ icd, COUNT(*), SUM(cost) FROM visits GROUP BY icd
SELECT /*+ DP(other_group=true, noise=gaussian) */ icd, AVG(cost) FROM visits GROUP BY icd
SELECT /*+ DP(other_group=true, contribution=clip) */ icd, SUM(cost) FROM visits GROUP BY icd
SELECT /*+ DP(other_group=true) */ icd, urgent, COUNT(*) FROM visits GROUP BY icd, urgent
SELECT /*+ DP(other_group=true) */ region, COUNT(*) FROM patients GROUP BY region
-- quantiles, and the best of public groups
SELECT MEDIAN(night), MIN(cost) FROM nights
SELECT ward, MAX(cost), QUANTILE(night, 0.25) FROM nights n GROUP BY ward
SELECT ward, MEDIAN(cost) FROM nights n WHERE EXISTS (SELECT 1 FROM nights m WHERE m.sid = n.sid AND m.night <> n.night) GROUP BY ward
SELECT night > 2 FROM nights GROUP BY night > 2 ORDER BY COUNT(*) DESC LIMIT 1
SELECT cost > 2 FROM nights GROUP BY cost > 2 ORDER BY SUM(night) LIMIT 1
-- randomized answers
SELECT COUNT(*) FROM surveys WHERE drinks
SELECT COUNT(*) FILTER (WHERE drinks), COUNT(*) FILTER (WHERE drinks IS NOT TRUE), AVG(voted) FROM surveys
SELECT SUM(income), AVG(income), COUNT(income) FROM surveys WHERE NOT drinks
SELECT SUM(CASE WHEN drinks THEN income ELSE 0 END), SUM(CASE WHEN drinks THEN 2 ELSE -7 END) FROM surveys
SELECT drinks, town, COUNT(*), SUM(income) FROM surveys GROUP BY drinks, town
SELECT drinks, voted, COUNT(*) FROM surveys GROUP BY drinks, voted
SELECT town, COUNT(*) FROM surveys WHERE drinks OR voted = 1 GROUP BY ROLLUP (town)
SELECT /*+ DP(noise=gaussian) */ voted, SUM(income) FROM surveys GROUP BY voted
SELECT COUNT(*) FROM polls WHERE lied
SELECT COUNT(*), SUM(minutes), AVG(minutes) FROM polls WHERE lied AND minutes > 0
SELECT topic, COUNT(*), SUM(minutes) FROM polls WHERE lied GROUP BY topic
SELECT topic, lied, COUNT(*), AVG(minutes) FROM polls GROUP BY topic, lied
SELECT lied, voted, COUNT(*), SUM(minutes) FROM polls GROUP BY lied, voted
SELECT /*+ DP(noise=gaussian) */ topic, COUNT(*), SUM(minutes) FROM polls WHERE NOT lied GROUP BY topic
SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS (contribution = 'clip') topic, COUNT(*), SUM(minutes) FROM polls WHERE lied GROUP BY topic
SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS (contribution = 'clip', noise = 'gaussian') topic, COUNT(*), SUM(minutes) FROM polls WHERE lied GROUP BY topic
SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS (other_group = true) topic, COUNT(*) FROM polls WHERE lied GROUP BY topic
SELECT COUNT(*), SUM(v.cost) FROM surveys s JOIN visits v ON s.pid = v.pid WHERE s.drinks
SELECT v.icd, s.drinks, COUNT(*), SUM(v.cost) FROM surveys s JOIN visits v ON s.pid = v.pid GROUP BY v.icd, s.drinks
SELECT COUNT(*), SUM(p.age) FROM patients p LEFT JOIN polls l ON p.pid = l.pid WHERE l.lied IS NOT FALSE
SELECT COUNT(*) FROM polls WHERE lied AND minutes > (SELECT AVG(minutes) FROM polls WHERE NOT lied)
-- the auction: a score is a public price times a count, or a sum
SELECT severity FROM diseases JOIN visits ON cost >= severity GROUP BY severity ORDER BY severity * COUNT(*) DESC LIMIT 1
SELECT severity FROM diseases JOIN visits ON cost >= severity WHERE severity > 1 GROUP BY severity ORDER BY SUM(cost) * severity DESC LIMIT 2
-- the most common of public values
SELECT MODE(sex), MODE(age), COUNT(*) FROM patients
SELECT MODE(urgent), MODE(cost) FROM visits
SELECT icd, MODE(cost), MODE(urgent) FILTER (WHERE cost > 0), COUNT(*) FROM visits GROUP BY icd
SELECT urgent, MODE(sex), MODE(cost) FROM visits v JOIN patients p ON v.pid = p.pid GROUP BY urgent
SELECT ward, MODE(night), MEDIAN(cost) FROM nights GROUP BY ward
SELECT MODE(ward) FROM nights n WHERE EXISTS (SELECT 1 FROM nights m WHERE m.sid = n.sid AND m.night <> n.night)
SELECT sex, MODE(drug) FROM prescriptions r JOIN visits v ON r.vid = v.vid JOIN patients p ON v.pid = p.pid GROUP BY sex
-- rows alone: of all groups together
SELECT kind, COUNT(*) FROM calls GROUP BY kind
SELECT kind, COUNT(*), COUNT(DISTINCT pid), SUM(minutes), AVG(minutes), VAR_POP(minutes) FROM calls GROUP BY kind
SELECT kind, COUNT(DISTINCT pid) FROM calls GROUP BY kind
SELECT kind, SUM(minutes) FROM calls GROUP BY kind
SELECT kind, line, AVG(minutes) FROM calls GROUP BY kind, line
SELECT kind, COUNT(DISTINCT minutes) FROM calls GROUP BY kind
SELECT line, COUNT(*), COUNT(DISTINCT pid), SUM(minutes) FROM calls GROUP BY line
SELECT line, COUNT(DISTINCT pid) FROM calls GROUP BY line
SELECT line, COUNT(DISTINCT minutes), MODE() WITHIN GROUP (ORDER BY minutes) FROM calls GROUP BY line
SELECT kind, MEDIAN(minutes), COUNT(*) FROM calls GROUP BY kind
SELECT kind, line, COUNT(*) FROM calls GROUP BY ROLLUP (kind, line)
SELECT p.region, c.kind, SUM(c.minutes) FROM patients p JOIN calls c ON p.pid = c.pid GROUP BY p.region, c.kind
SELECT kind, n, COUNT(*) FROM (SELECT pid, kind, COUNT(*) AS n FROM calls GROUP BY pid, kind) GROUP BY kind, n
SELECT /*+ DP(max_rows_contributed=1) */ kind, COUNT(*), SUM(minutes) FROM calls GROUP BY kind
SELECT /*+ DP(max_groups_contributed=1) */ kind, COUNT(*), SUM(minutes) FROM calls GROUP BY kind
SELECT /*+ DP(max_groups_contributed=1, contribution=clip) */ kind, COUNT(*), COUNT(DISTINCT pid), SUM(minutes), COUNT(DISTINCT minutes) FROM calls GROUP BY kind
SELECT /*+ DP(other_group=true) */ kind, COUNT(*), SUM(minutes) FROM calls GROUP BY kind
SELECT /*+ DP(noise=gaussian) */ kind, COUNT(*), COUNT(DISTINCT pid), SUM(minutes), AVG(minutes), VAR_POP(minutes) FROM calls GROUP BY kind
SELECT /*+ DP(noise=gaussian) */ line, COUNT(*), COUNT(DISTINCT pid), SUM(minutes), COUNT(DISTINCT minutes) FROM calls GROUP BY line
SELECT /*+ DP(noise=gaussian) */ kind, line, SUM(minutes) FROM calls GROUP BY kind, line
SELECT /*+ DP(noise=best) */ kind, COUNT(*), CORR(minutes, minutes * minutes) FROM calls GROUP BY kind
SELECT kind, COUNT(*) FILTER (WHERE minutes > 0), COUNT(*) FILTER (WHERE minutes > 3), COUNT(*) FROM calls GROUP BY kind
SELECT SUM(DISTINCT minutes), AVG(DISTINCT minutes), VAR_POP(DISTINCT minutes), COUNT(DISTINCT minutes) FROM calls
SELECT kind, SUM(DISTINCT minutes), VAR_SAMP(DISTINCT minutes) FROM calls GROUP BY kind
SELECT /*+ DP(max_groups_contributed=1, contribution=clip) */ kind, SUM(DISTINCT minutes), AVG(DISTINCT minutes) FROM calls GROUP BY kind
SELECT /*+ DP(noise=gaussian) */ line, SUM(DISTINCT minutes), VAR_POP(DISTINCT minutes) FROM calls GROUP BY line
SELECT SUM(DISTINCT cost) FILTER (WHERE urgent), AVG(DISTINCT v.cost) FROM patients p JOIN visits v ON p.pid = v.pid

-- of one listed value, which is asked as all of them
SELECT COUNT(*), SUM(AGE), AVG(AGE) FROM PATIENTS WHERE SEX = 'F'
SELECT REGION, COUNT(*) FROM PATIENTS WHERE SEX = 'M' GROUP BY REGION
SELECT AGE, COUNT(*) FROM PATIENTS WHERE SEX = 'F' AND AGE > 97 GROUP BY AGE
SELECT COUNT(*), SUM(V.COST) FROM VISITS V JOIN PATIENTS P ON V.PID = P.PID WHERE P.SEX = 'F'
SELECT V.URGENT, SUM(V.COST), STDDEV_POP(V.COST) FROM PATIENTS P JOIN VISITS V ON V.PID = P.PID WHERE P.SEX = 'M' GROUP BY V.URGENT
SELECT P.SEX, COUNT(*) FROM PATIENTS P JOIN VISITS V ON V.PID = P.PID WHERE P.SEX IN ('M') AND V.COST > 2 GROUP BY P.SEX
SELECT COUNT(*), AVG(R.DOSE) FROM PRESCRIPTIONS R JOIN VISITS V ON R.VID = V.VID JOIN PATIENTS P ON V.PID = P.PID WHERE P.SEX = 'F' AND R.DRUG = 'a'
SELECT SUM(N) FROM (SELECT P.SEX AS S, P.PID, COUNT(*) AS N FROM PATIENTS P JOIN VISITS V ON V.PID = P.PID GROUP BY P.PID, P.SEX) AS Q WHERE S = 'F'
