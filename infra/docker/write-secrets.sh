#!/bin/sh
# Writes the secrets of containers that open strangers' files out of .env into ./secrets, as docker-compose.yml mounts them:
#   sh infra/docker/write-secrets.sh
# Run it again when one of them changes.
set -eu
cd "$(dirname "$0")/../.."
value() { sed -n "s/^$1=//p" .env | tail -n 1 | sed "s/^'\(.*\)'\$/\1/; s/^\"\(.*\)\"\$/\1/"; }
# Others on this machine come no further than the folder; the user of a container is one of them.
mkdir -p -m 700 secrets
umask 022
printf 'postgres://toile:%s@postgres:5432/toile\n' "$(value POSTGRES_PASSWORD)" >secrets/database_url
printf 'redis://toile:%s@redis:6379/0\n' "$(value REDIS_PASSWORD)" >secrets/redis_url
# Empty where files are kept in a folder: nobody reads them then.
value S3_ACCESS_KEY_ID >secrets/s3_access_key_id
value S3_SECRET_ACCESS_KEY >secrets/s3_secret_access_key
