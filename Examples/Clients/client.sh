#!/bin/sh
# Usage: client.sh http://127.0.0.1:8080 passport.jpg      With a token: TOKEN=… client.sh …
set -eu
answer=$(mktemp)
trap 'rm -f "$answer"' EXIT
code=$(curl -sS -o "$answer" -w '%{http_code}' ${TOKEN:+-H "Authorization: Bearer $TOKEN"} \
    -H 'Content-Type: application/octet-stream' --data-binary "@$2" "$1/v1/scan")
case $code in
200 | 422) jq -r '[.status, .format // "-"] | join(" ")' "$answer" ;;
*) jq -r '.error.code + ": " + .error.message' "$answer" >&2 && exit 1 ;;
esac
