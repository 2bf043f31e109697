#!/bin/sh
# Run once by the image of Postgres, on an empty data folder. Toile's processes own their database and are nobody else
# in the cluster, as a superuser could read files and start programs. Nobody signs in as that one over the network.
set -eu
psql -v ON_ERROR_STOP=1 --username postgres -v password="$POSTGRES_PASSWORD" <<'SQL'
create role toile login password :'password';
create database toile owner toile;
alter role postgres password null;
SQL
