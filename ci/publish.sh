#!/usr/bin/env bash
# Publishes a file of a build at an address that stays: the page is found again by a label, and made once.
# What others saved since the last build is kept: merged, or the job fails with status 5 and says who saved what.
# Reads RECTO_URL, FILE, KEY, and either RECTO_API_KEY or ORGANIZATION with a token of the build. Writes what came of it as
# name=value lines to OUTPUT, else to stdout, and a summary in Markdown to SUMMARY. Needs bash, curl and Node 20.
set -euo pipefail

fail() { printf '%s\n' "$1" >&2; exit "${2:-2}"; }
[ -n "${RECTO_URL:-}" ] || fail 'RECTO_URL is missing: the address of the server.'
[ -n "${FILE:-}" ] || fail 'FILE is missing: the HTML or Markdown file to publish.'
case "$FILE" in -*) FILE="./$FILE" ;; esac
[ -f "$FILE" ] || fail "FILE is no file: $FILE"
[ -n "${KEY:-}" ] || fail 'KEY is missing: what the page is found by again, at most 40 characters.'
export RECTO_URL="${RECTO_URL%/}" RECTO_ACTOR_NAME="${RECTO_ACTOR_NAME:-CI}"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# A member of the JSON document on stdin; nothing where it is none.
member() { node -e 'let all={};try{all=JSON.parse(require("fs").readFileSync(0,"utf8"))}catch{};console.log(all?.[process.argv[1]]??"")' "$1"; }

curl -sSfL --retry 2 --connect-timeout 20 -o "$work/cli.tgz" "$RECTO_URL/cli.tgz" &&
  npm install --loglevel=error --no-audit --no-fund --prefix "$work/cli" "$work/cli.tgz" > "$work/npm" 2>&1 ||
  { cat "$work/npm" >&2 2> /dev/null || true; fail "No command line could be installed from $RECTO_URL/cli.tgz. Is RECTO_URL the address of a Recto server, without a path?" 1; }
recto() { "$work/cli/node_modules/.bin/recto" "$@"; }

# The token by which the build proves who it is: asked for on GitHub, given as ID_TOKEN on GitLab.
build_token() {
  if [ -n "${ID_TOKEN:-}" ]; then printf '%s' "$ID_TOKEN"; return; fi
  [ -n "${ACTIONS_ID_TOKEN_REQUEST_URL:-}" ] ||
    fail 'There is neither RECTO_API_KEY nor a token of the build. On GitHub the job needs "permissions: id-token: write".'
  curl -sSf --get -H "Authorization: Bearer $ACTIONS_ID_TOKEN_REQUEST_TOKEN" --data-urlencode "audience=$RECTO_URL" \
    "$ACTIONS_ID_TOKEN_REQUEST_URL" | member value
}

if [ -z "${RECTO_API_KEY:-}" ]; then
  token=$(build_token)
  [ -n "${ORGANIZATION:-}" ] || fail 'ORGANIZATION is missing: its id stands on the page "CI builds" of the server.'
  printf '{"token":"%s","organization":"%s"}' "$token" "$ORGANIZATION" |
    curl -sS -H 'Content-Type: application/json' --data-binary @- "$RECTO_URL/auth/ci" > "$work/key.json"
  RECTO_API_KEY=$(member key < "$work/key.json")
  [ -n "$RECTO_API_KEY" ] || { member detail < "$work/key.json" >&2; exit 3; }
fi
export RECTO_API_KEY
[ -z "${GITHUB_ACTIONS:-}" ] || printf '::add-mask::%s\n' "$RECTO_API_KEY"

# Says who saved what the build cannot be merged with, from a conflict or a list of versions on stdin, and how to go on. Words of
# others stand between backticks.
others() {
  FILE="$FILE" node -e '
    const told = JSON.parse(require("fs").readFileSync(0, "utf8")), page = process.argv[1]
    const rows = told.others ?? told.data ?? [], now = told.currentVersion ?? rows[0].version, since = told.othersSince
    const said = text => "`" + text.replace(/\s+/g, " ").replace(/`/g, "\u0027") + "`"
    const by = v => said(v.actorType === "human" || !v.actorName ? v.author.name : `${v.actorName} for ${v.author.name}`)
    const line = v => `- Version ${v.version}, saved by ${by(v)} at ${v.createdAt}${v.note ? `: ${said(v.note)}` : ""}`
    const more = told.othersCount > rows.length ? [`- and ${told.othersCount - rows.length} more`] : told.nextCursor ? ["- and earlier ones"] : []
    const why = told.data ? "the page of this KEY was first published by a person or with a key of a person, never by this build" : `what others saved cannot be merged with ${said(process.env.FILE)}`
    console.log(`Nothing was published: ${why}. ${process.env.RECTO_URL}/${page} is as it was.\n`)
    console.log(rows.length > 0 ? [...rows.map(line), ...more].join("\n") : `${said(told.detail)} If it was another build, run this one again.`)
    if (since > 0) console.log(`\n\`recto diff ${page} ${since} ${now}\` shows what they changed.`)
    if (told.data) console.log("\nChoose another KEY, and the build makes a page of its own. Or go on with this one:")
    console.log(`\nSave the page with \`recto get ${page} -o theirs\` and bring what they changed into what the build makes. Then run the build with REPLACE=${now} (\`replace: ${now}\`): it replaces that version and no later one.`)
  ' "$1"
}

# Makes the page. The same key again, from a retry or a job beside it, makes no second one within a day: status 1. Control
# characters in the name of the file are sent as blanks, because no header may hold them.
create() {
  local once escaped=${FILE//\\/\\\\}
  escaped=${escaped//\"/\\\"}
  once=$(printf '%s' "$KEY" | node -e 'process.stdin.on("data",d=>console.log(require("crypto").createHash("sha256").update(d).digest("hex")))')
  curl -sS -D "$work/headers" -H "Authorization: Bearer $RECTO_API_KEY" -H "Idempotency-Key: recto-page-$once" \
    -F "file=@\"$escaped\";filename=\"$(printf '%s' "${escaped##*/}" | tr '[:cntrl:]' ' ')\"" --form-string "visibility=${VISIBILITY:-company}" --form-string "labels=$KEY" \
    ${NOTE:+--form-string "note=$NOTE"} "$RECTO_URL/v1/artifacts" > "$work/page.json" ||
    fail 'Nothing was published: curl did not send the file; its reason stands above.' 1
  case "$(member code < "$work/page.json")" in idempotency_*) return 1 ;; esac
  ! grep -qi '^idempotent-replay: *true' "$work/headers" || return 1
  [ -n "$(member shortId < "$work/page.json")" ] ||
    fail "Nothing was published: $(member detail < "$work/page.json") $(grep '^HTTP' "$work/headers" | tail -n 1)" 1
}

# Updates the page $1, whose version is $2.
update() {
  local status=0 base from
  base=$(recto versions "$1" --limit 1 --jq '.baseVersion // 0')
  from=(--base-version "$base" --keep-others)
  [ "${REPLACE:-}" != "$2" ] || from=(--base-version "$2" --no-keep-others)
  if [ "${from[1]}" = 0 ]; then status=5 && recto versions "$1" --limit 20 --json > "$work/said"
  else recto publish "$FILE" --id "$1" "${from[@]}" ${NOTE:+--note="$NOTE"} --json > "$work/page.json" 2> "$work/said" || status=$?; fi
  if [ "$status" = 5 ]; then
    others "$1" < "$work/said" > "$work/others.md"
    cat "$work/others.md" >&2
    [ -z "${SUMMARY:-}" ] || { printf '### `%s`\n\n' "${KEY//\`/}"; cat "$work/others.md"; } >> "$SUMMARY"
  elif [ "$status" != 0 ]; then cat "$work/said" >&2; fi
  [ "$status" = 0 ] || exit "$status"
}

before=0 done=
for wait in 0 1 2 4; do
  sleep "$wait"
  found=$(recto list --label="$KEY" --sort createdAt --order asc --limit 1 --jq '.data[0] // empty | "\(.shortId) \(.version)"')
  if [ -n "$found" ]; then
    before=${found#* }
    update "${found% *}" "$before"
  else
    gone=$(recto list --label="$KEY" --trashed --limit 1 --jq '.data[0].shortId // empty')
    [ -z "$gone" ] || fail "Nothing was published: the page of this KEY was deleted. Bring it back with \`recto undelete $gone\`, or choose another KEY for a new page." 4
    create || continue
  fi
  done=yes && break
done
[ -n "$done" ] || fail 'Nothing was published: a page was made with this KEY within the last day and is gone, private, or without its label. Bring it back, or choose another KEY for a new page.' 4

id=$(member shortId < "$work/page.json")
url=$(member url < "$work/page.json")
version=$(member version < "$work/page.json")
threads=$(recto get "$id" --jq '.openThreadCount // 0')
changes='No changes'
if [ "$before" = 0 ]; then
  changes='First version'
elif [ "$version" != "$before" ]; then
  recto diff "$id" "$before" "$version" --jq .diff > "$work/diff"
  # The first two lines name the versions.
  added=$(tail -n +3 "$work/diff" | grep -c '^+' || true)
  removed=$(tail -n +3 "$work/diff" | grep -c '^-' || true)
  changes="+$added −$removed lines since v$before"
fi

results() {
  printf '%s\n' "url=$url" "short_id=$id" "version=$version" "changes=$changes" "open_threads=$threads"
}
if [ -n "${OUTPUT:-}" ]; then results >> "$OUTPUT"; else results; fi
if [ -n "${SUMMARY:-}" ]; then
  # Between backticks: a key may hold the name of a branch, which is other people's words.
  printf '### [`%s`](%s)\n\nVersion %s. %s. Open threads: %s.\n' "${KEY//\`/}" "$url" "$version" "$changes" "$threads" >> "$SUMMARY"
fi
