-- Run once on the primary: psql -h 10.0.0.11 -U postgres -f create-database.sql
-- Change the password.

create role pledge login password 'change-me';

-- PgBouncer doesn't pass on the time limit that Pledge asks for, so it is the role's.
alter role pledge set statement_timeout = '20s';

create database pledge owner pledge;
