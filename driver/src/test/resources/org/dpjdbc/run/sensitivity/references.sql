-- One query a line, over the hospital in which several columns together reference a row.
-- a table by itself
SELECT COUNT(*) FROM checks
SELECT COUNT(*), COUNT(ward), COUNT(bed), SUM(pulse) FROM checks
SELECT result, COUNT(*), SUM(pulse) FROM checks GROUP BY result
SELECT ward, COUNT(*) FROM checks GROUP BY ward
SELECT bed, SUM(pulse) FROM checks GROUP BY bed
SELECT COUNT(DISTINCT bed), COUNT(DISTINCT ward) FROM checks
SELECT COUNT(*) FILTER (WHERE ward IS NULL), COUNT(*) FILTER (WHERE bed IS NOT NULL) FROM checks
SELECT COUNT(*) FROM checks WHERE ward IS NULL OR bed IS NULL
SELECT severity, COUNT(*) FROM alarms GROUP BY severity
SELECT COUNT(*), SUM(words) FROM notes
SELECT words, COUNT(*) FROM notes GROUP BY words
SELECT COUNT(*), SUM(mg) FROM doses
SELECT d, COUNT(*) FROM doses GROUP BY d
SELECT AVG(pulse), MEDIAN(pulse) FROM checks
-- along the reference
SELECT COUNT(*), SUM(pulse) FROM checks c JOIN beds b ON c.ward = b.ward AND c.bed = b.bed
SELECT b.kind, COUNT(*), SUM(b.price) FROM beds b JOIN checks c ON c.ward = b.ward AND c.bed = b.bed GROUP BY b.kind
SELECT kind, COUNT(*) FROM checks JOIN beds USING (ward, bed) GROUP BY kind
SELECT c.result, COUNT(*) FROM checks c LEFT JOIN beds b ON c.ward = b.ward AND c.bed = b.bed GROUP BY c.result
SELECT COUNT(*), COUNT(c.pulse), SUM(b.price) FROM beds b LEFT JOIN checks c ON c.ward = b.ward AND c.bed = b.bed
SELECT COUNT(*), COUNT(c.cid) FROM beds b LEFT JOIN checks c ON c.ward = b.ward AND c.bed = b.bed WHERE c.cid IS NULL
SELECT COUNT(*), COUNT(b.price) FROM checks c RIGHT JOIN beds b ON c.ward = b.ward AND c.bed = b.bed
SELECT COUNT(*), COUNT(b.price), COUNT(c.pulse) FROM checks c FULL JOIN beds b ON c.ward = b.ward AND c.bed = b.bed
SELECT b.kind, COUNT(*) FROM beds b JOIN alarms a ON a.w = b.ward AND a.b = b.bed GROUP BY b.kind
SELECT p.sex, COUNT(*), SUM(c.pulse) FROM checks c JOIN beds b ON c.ward = b.ward AND c.bed = b.bed JOIN people p ON p.pid = b.pid GROUP BY p.sex
SELECT p.sex, SUM(c.pulse) FROM people p, beds b, checks c WHERE c.bed = b.bed AND b.ward = c.ward AND p.pid = b.pid AND c.pulse > 1 GROUP BY p.sex
SELECT COUNT(*) FROM (SELECT ward w, bed n, pulse FROM checks WHERE pulse > 0) c JOIN (SELECT bed, ward FROM beds WHERE kind = 'x') b ON c.w = b.ward AND c.n = b.bed
SELECT COUNT(*), SUM(pulse) FROM checks c JOIN beds b ON CAST(c.ward AS BIGINT) = b.ward AND c.bed = CAST(b.bed AS BIGINT)
-- two that reference the same
SELECT COUNT(*) FROM checks c JOIN checks d ON c.ward = d.ward AND c.bed = d.bed
SELECT COUNT(*), SUM(c.pulse) FROM checks c JOIN alarms a ON c.ward = a.w AND c.bed = a.b
SELECT a.severity, COUNT(*) FROM alarms a LEFT JOIN checks c ON c.ward = a.w AND c.bed = a.b GROUP BY a.severity
SELECT COUNT(*), COUNT(c.pulse), COUNT(a.severity) FROM alarms a FULL JOIN checks c ON c.ward = a.w AND c.bed = a.b
SELECT COUNT(*) FROM checks c JOIN beds b ON c.ward = b.ward AND c.bed = b.bed JOIN alarms a ON a.w = b.ward AND a.b = b.bed
SELECT COUNT(*), SUM(n.words) FROM notes n JOIN checks c ON n.cid = c.cid JOIN beds b ON c.ward = b.ward AND c.bed = b.bed
SELECT b.kind, SUM(n.words) FROM beds b LEFT JOIN checks c ON c.ward = b.ward AND c.bed = b.bed LEFT JOIN notes n ON n.cid = c.cid GROUP BY b.kind
-- whether there are some
SELECT COUNT(*), SUM(price) FROM beds b WHERE EXISTS (SELECT 1 FROM checks c WHERE c.ward = b.ward AND c.bed = b.bed)
SELECT COUNT(*), SUM(price) FROM beds b WHERE NOT EXISTS (SELECT 1 FROM checks c WHERE c.ward = b.ward AND c.bed = b.bed AND c.pulse > 3)
SELECT COUNT(*) FROM checks c WHERE NOT EXISTS (SELECT 1 FROM beds b WHERE c.ward = b.ward AND c.bed = b.bed)
SELECT COUNT(*) FROM checks c WHERE EXISTS (SELECT 1 FROM alarms a WHERE c.ward = a.w AND c.bed = a.b)
SELECT COUNT(*) FROM checks WHERE (ward, bed) IN (SELECT ward, bed FROM beds WHERE kind = 'x')
-- within a unit
SELECT COUNT(*), SUM(m) FROM (SELECT ward, bed, MAX(pulse) m FROM checks GROUP BY ward, bed)
SELECT n, COUNT(*) FROM (SELECT bed, ward, COUNT(*) n FROM checks GROUP BY bed, ward) GROUP BY n
SELECT SUM(m) FROM (SELECT c.ward, c.bed, b.kind, MIN(pulse) m FROM checks c JOIN beds b USING (ward, bed) GROUP BY c.ward, c.bed, b.kind)
SELECT COUNT(*) FROM (SELECT n.words, c.ward, c.bed FROM notes n JOIN checks c ON n.cid = c.cid GROUP BY n.words, c.ward, c.bed)
SELECT COUNT(*) FROM (SELECT pulse, ROW_NUMBER() OVER (PARTITION BY ward, bed ORDER BY pulse, cid) rn FROM checks) WHERE rn = 1
SELECT COUNT(*) FROM (SELECT DISTINCT ward, bed FROM checks)
SELECT COUNT(*) FROM (SELECT ward, bed FROM checks UNION ALL SELECT w, b FROM alarms)
SELECT COUNT(*) FROM (SELECT ward, bed FROM checks UNION SELECT ward, bed FROM beds)
SELECT COUNT(*) FROM (SELECT ward, bed FROM beds EXCEPT SELECT ward, bed FROM checks)
SELECT COUNT(*) FROM (SELECT ward, bed FROM checks INTERSECT SELECT w, b FROM alarms)
SELECT SUM(mx) FROM beds b JOIN (SELECT ward, bed, MAX(pulse) mx FROM checks GROUP BY ward, bed) c ON c.ward = b.ward AND c.bed = b.bed
-- one column of the key leads to the owner of its row
SELECT COUNT(*), SUM(mg) FROM doses o JOIN days y ON o.sid = y.sid AND o.d = y.d
SELECT COUNT(*), SUM(mg), COUNT(cost) FROM doses o LEFT JOIN days y ON o.sid = y.sid AND o.d = y.d
SELECT COUNT(*), SUM(mg) FROM doses o JOIN stays s ON o.sid = s.sid
SELECT COUNT(*) FROM doses o JOIN doses q ON o.sid = q.sid
-- public rows
SELECT r.name, COUNT(*) FROM checks c JOIN results r ON c.result = r.code GROUP BY r.name
SELECT r.name, b.kind, COUNT(*) FROM checks c LEFT JOIN results r ON c.result = r.code JOIN beds b ON b.ward = c.ward AND b.bed = c.bed GROUP BY r.name, b.kind
SELECT kind, COUNT(*) FROM checks JOIN beds USING (ward, bed) WHERE pulse > (SELECT AVG(pulse) FROM checks) GROUP BY kind
