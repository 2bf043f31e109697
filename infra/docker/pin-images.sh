#!/bin/sh
# Pins every image that others made by the digest that its registry has for its version today, in the Dockerfile and in
# docker-compose.yml:
#   sh infra/docker/pin-images.sh
# Run it where the registries can be asked; see the difference with git, and build.
set -eu
cd "$(dirname "$0")/../.."
files='docker-compose.yml infra/docker/Dockerfile'
for image in $(sed -nE 's/^( +image: |ARG NODE_IMAGE=)([^ @]+:[^ @]+)(@.*)?$/\2/p' $files | sort -u); do
  digest=$(docker buildx imagetools inspect "$image" --format '{{.Manifest.Digest}}')
  sed -i -E "s#^( +image: |ARG NODE_IMAGE=)$image(@.*)?\$#\\1$image@$digest#" $files
  echo "$image@$digest"
done
