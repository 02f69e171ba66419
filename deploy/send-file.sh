#!/bin/sh
# Sends one file to the portal, and goes on where it broke off (tus 1.0). Run again with the same words, it goes on too, and
# stores nothing twice. Prints what the file became, as JSON; ends with 1 and the portal's sentence where it was refused.
#
#   PORTAL=https://portal.firm.example PORTAL_USER=scanner@loving.example PORTAL_PASSWORD_FILE=/etc/portal-password \
#     send-file.sh rendition.pdf CATEGORY TYPE [DESCRIPTION]
#
# CATEGORY and TYPE are the ids of /api/lookup/categories and /api/lookup/types. Needs curl, and of the
# system awk, base64, sed, tr, wc and cksum. The account must have no second factor: a program cannot give one.
set -eu
[ $# -ge 3 ] || { sed -n '2,/^set/s/^# \{0,1\}//p' "$0" >&2; exit 2; }
file=$1 category=$2 type=$3 description=${4-}
for name in PORTAL PORTAL_USER PORTAL_PASSWORD_FILE; do
  eval "value=\${$name-}"
  [ -n "$value" ] || { echo "$file was not sent: $name is not set." >&2; exit 2; }
done
for needed in "$file" "$PORTAL_PASSWORD_FILE"; do
  [ -r "$needed" ] && [ ! -d "$needed" ] || { echo "$file was not sent: $needed cannot be read." >&2; exit 1; }
done
calls=$PORTAL/api
size=$(wc -c <"$file" | tr -d ' ')
umask 077
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
pause=1

# Runs curl with what every call needs. Answers the HTTP status, and 000 where the line broke.
ask() { curl -sS -b "$work/jar" -c "$work/jar" -D "$work/head" -o "$work/body" -w '%{http_code}' -H 'Expect:' "$@" 2>"$work/error" || true; }
header() { tr -d '\r' <"$work/head" | awk -F': *' -v name="$1" 'tolower($1) == name { print $2 }'; }
json_text() { printf %s "$1" | sed 's/[\\"]/\\&/g'; }
base64_of() { printf %s "$1" | base64 | tr -d '\n'; }
refused() { { sed -n 's/.*"error":"\([^"]*\)".*/\1/p' "$work/body"; echo; echo "$file was not sent: the portal answered $1."; } >&2; exit 1; }
# A broken line and a busy portal are waited for, a minute at most; anything else is an answer.
wait_or_refuse() {
  case $1 in
    000 | 408 | 409 | 423 | 429 | 460 | 5??) sleep "$pause"; pause=$((pause * 2 < 60 ? pause * 2 : 60)) ;;
    *) refused "$1" ;;
  esac
}

sign_in() {
  while :; do
    code=$(printf '{"username":"%s","password":"%s"}' "$(json_text "$PORTAL_USER")" "$(json_text "$(cat "$PORTAL_PASSWORD_FILE")")" |
      ask -H 'Content-Type: application/json' --data-binary @- "$calls/auth/login")
    [ "$code" = 200 ] && return
    wait_or_refuse "$code"
  done
}

# What this file is called by its sender: the same file begun again is the same upload.
key=$(basename "$file" | cksum | tr ' ' -)-$(cksum <"$file" | tr ' ' -)-$category-$type
metadata="filename $(base64_of "$(basename "$file")"),attachmentCategoryID $(base64_of "$category"),attachmentTypeID $(base64_of "$type"),senderKey $(base64_of "$key")"
[ -z "$description" ] || metadata="$metadata,description $(base64_of "$description")"

sign_in
while :; do
  code=$(ask -X POST -H 'Tus-Resumable: 1.0.0' -H "Upload-Length: $size" -H "Upload-Metadata: $metadata" "$calls/files/resumable")
  [ "$code" = 201 ] && break
  if [ "$code" = 401 ]; then sign_in; else wait_or_refuse "$code"; fi
done
upload=$calls/files/resumable/$(header location | sed 's,.*/,,')

while :; do
  code=$(ask -I -H 'Tus-Resumable: 1.0.0' "$upload")
  if [ "$code" = 401 ]; then sign_in; continue; fi
  if [ "$code" != 200 ]; then wait_or_refuse "$code"; continue; fi
  offset=$(header upload-offset)
  [ "$offset" = "$size" ] && [ "$(ask "$upload")" = 200 ] && case $(cat "$work/body") in
    *'"state":"stored"'*) cat "$work/body"; echo; exit 0 ;;
  esac
  # Whole, but not a document yet: no byte is left to be sent.
  if [ "$offset" = "$size" ]; then set -- --data-binary ''; else set -- -T "$file" -C "$offset"; fi
  code=$(ask -X PATCH "$@" -H 'Tus-Resumable: 1.0.0' -H "Upload-Offset: $offset" \
    -H 'Content-Type: application/offset+octet-stream' "$upload")
  case $code in
    204) pause=1 ;;
    401) sign_in ;;
    *) wait_or_refuse "$code" ;;
  esac
done
