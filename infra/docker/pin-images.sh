#!/bin/sh
# Pins third-party images in the Dockerfile and docker-compose.yml by the current digests of their versions. Needs
# access to the registries; review the diff, and build:
#   sh infra/docker/pin-images.sh
set -eu
cd "$(dirname "$0")/../.."
files='docker-compose.yml infra/docker/Dockerfile'
for image in $(sed -nE 's/^( +image: |ARG NODE_IMAGE=)([^ @]+:[^ @]+)(@.*)?$/\2/p' $files | sort -u); do
  digest=$(docker buildx imagetools inspect "$image" --format '{{.Manifest.Digest}}')
  sed -i -E "s#^( +image: |ARG NODE_IMAGE=)$image(@.*)?\$#\\1$image@$digest#" $files
  echo "$image@$digest"
done
