-- SELECT DISTINCT sex, smoker
-- FROM patients

