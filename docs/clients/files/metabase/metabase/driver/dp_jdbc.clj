(ns metabase.driver.dp-jdbc
  "dp-jdbc by JDBC's metadata and standard SQL alone."
  (:require [clojure.string :as str]
            [metabase.driver :as driver]
            [metabase.driver.sql-jdbc.connection :as sql-jdbc.conn]
            [metabase.driver.sql-jdbc.sync :as sql-jdbc.sync]
            [metabase.driver.sql.query-processor :as sql.qp]))

(driver/register! :dp-jdbc, :parent :sql-jdbc)

(doseq [[feature supported?] {:actions             false
                              :persist-models      false
                              :table-privileges    false
                              :uploads             false
                              :window-functions    true}]
  (defmethod driver/database-supports? [:dp-jdbc feature] [_ _ _] supported?))

(defmethod sql-jdbc.conn/connection-details->spec :dp-jdbc
  [_ {:keys [url user password]}]
  {:classname   "org.dpjdbc.Driver"
   :subprotocol "dp"
   :subname     (str/replace-first url "jdbc:dp:" "")
   :user        user
   :password    password})

(def ^:private types
  [[#"(?i)bool.*" :type/Boolean]
   [#"(?i)(big|int8).*" :type/BigInteger]
   [#"(?i)(int|small|tiny).*" :type/Integer]
   [#"(?i)(num|dec).*" :type/Decimal]
   [#"(?i)(double|float|real).*" :type/Float]
   [#"(?i)timestamp.*(tz|with time zone).*" :type/DateTimeWithTZ]
   [#"(?i)(timestamp|datetime).*" :type/DateTime]
   [#"(?i)date" :type/Date]
   [#"(?i)time.*" :type/Time]
   [#"(?i)(char|varchar|character|text|bpchar|uuid).*" :type/Text]])

(defmethod sql-jdbc.sync/database-type->base-type :dp-jdbc
  [_ column-type]
  (or (some (fn [[pattern base]] (when (re-matches pattern (name column-type)) base)) types)
      :type/*))

(defmethod sql-jdbc.sync/excluded-schemas :dp-jdbc [_] #{"INFORMATION_SCHEMA" "information_schema"})

(defn- truncated [unit expression]
  [:raw [(str "DATE_TRUNC('" (name unit) "', ") expression ")"]])

(doseq [unit [:minute :hour :day :week :month :quarter :year]]
  (defmethod sql.qp/date [:dp-jdbc unit] [_ unit expression] (truncated unit expression)))
