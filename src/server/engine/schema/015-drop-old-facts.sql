-- Their rows stand in facts since 013-facts.sql.
DROP TABLE IF EXISTS ip_facts;
DROP TABLE IF EXISTS domain_facts;
DROP TABLE IF EXISTS ns_facts
