#!/bin/sh
# Writes the media workers' secrets from .env to ./secrets, which docker-compose.yml mounts. Run it again after
# changes:
#   sh infra/docker/write-secrets.sh
set -eu
cd "$(dirname "$0")/../.."
value() { sed -n "s/^$1=//p" .env | tail -n 1 | sed "s/^'\(.*\)'\$/\1/; s/^\"\(.*\)\"\$/\1/"; }
# The folder keeps other users of this machine out; the files are readable by the containers' user.
mkdir -p -m 700 secrets
umask 022
printf 'postgres://toile:%s@postgres:5432/toile\n' "$(value POSTGRES_PASSWORD)" >secrets/database_url
printf 'redis://toile:%s@redis:6379/0\n' "$(value REDIS_PASSWORD)" >secrets/redis_url
# Empty for a folder store, which does not read them.
value S3_ACCESS_KEY_ID >secrets/s3_access_key_id
value S3_SECRET_ACCESS_KEY >secrets/s3_secret_access_key
