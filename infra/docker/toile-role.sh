#!/bin/sh
# Run once by Postgres' image on an empty data folder. Toile's role owns its database without superuser rights, which
# would allow reading files and starting programs. The superuser cannot sign in over the network.
set -eu
psql -v ON_ERROR_STOP=1 --username postgres -v password="$POSTGRES_PASSWORD" <<'SQL'
create role toile login password :'password';
create database toile owner toile;
alter role postgres password null;
SQL
