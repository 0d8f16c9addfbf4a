#!/usr/bin/env bash
# Publishes a file of a build at an address that stays: the page is found again by a label, and made once.
# What others saved since the last build is kept: merged, or the job fails with status 5 and says who saved what.
# Reads RECTO_URL, FILE, KEY, and either RECTO_API_KEY or ORGANIZATION with a token of the build. Writes what came of it as
# name=value lines to OUTPUT, else to stdout, and a summary in Markdown to SUMMARY. Needs bash, curl and Node 20.
set -euo pipefail

fail() { printf '%s\n' "$1" >&2; exit 2; }
[ -n "${RECTO_URL:-}" ] || fail 'RECTO_URL is missing: the address of the server.'
[ -n "${FILE:-}" ] || fail 'FILE is missing: the HTML or Markdown file to publish.'
[ -n "${KEY:-}" ] && [ "${#KEY}" -le 40 ] || fail 'KEY is missing or longer than 40 characters: what the page is found by again.'
export RECTO_URL="${RECTO_URL%/}" RECTO_ACTOR_NAME="${RECTO_ACTOR_NAME:-CI}"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# A member of the JSON document on stdin.
member() { node -e 'const all=JSON.parse(require("fs").readFileSync(0,"utf8"));console.log(all[process.argv[1]]??"")' "$1"; }

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

npm install --silent --no-audit --no-fund --prefix "$work/cli" "$RECTO_URL/cli.tgz" > /dev/null
recto() { "$work/cli/node_modules/.bin/recto" "$@"; }

# Says who saved which version after the one numbered $2 of the page $1, and how to go on. Words of others stand between backticks.
others() {
  recto versions "$1" --limit 100 --json | FILE="$FILE" node -e '
    const { data } = JSON.parse(require("fs").readFileSync(0, "utf8")), [page, base] = process.argv.slice(1), now = data[0].version
    const said = text => "`" + text.replace(/\s+/g, " ").replace(/`/g, "\u0027") + "`"
    const by = v => said(v.actorType === "human" || !v.actorName ? v.author.name : `${v.actorName} for ${v.author.name}`)
    const line = v => `- Version ${v.version}, saved by ${by(v)} at ${v.createdAt}${v.note ? `: ${said(v.note)}` : ""}`
    const rows = data.filter(v => v.version > base).map(line)
    console.log(`Nothing was published: what others saved cannot be merged with ${said(process.env.FILE)}. ${process.env.RECTO_URL}/${page} is as it was.\n`)
    console.log(rows.slice(0, 20).join("\n") + (rows.length > 20 ? `\n- and ${rows.length - 20} more` : ""))
    if (base > 0) console.log(`\nThis build starts from version ${base}: \`recto diff ${page} ${base} ${now}\` shows what changed.`)
    console.log(`\nSave the page with \`recto get ${page} -o theirs\` and bring what they changed into what the build makes. Then run the build with REPLACE=${now} (\`replace: ${now}\`): it replaces that version and no later one.`)
  ' "$1" "$2"
}

found=$(recto list --label "$KEY" --sort createdAt --order asc --limit 1 --jq '.data[0] // empty | "\(.shortId) \(.version)"')
before=0
if [ -n "$found" ]; then
  before=${found#* } page=${found% *} status=0
  base=$(recto versions "$page" --limit 1 --jq '.baseVersion // 0')
  from=(--base-version "$base" --keep-others)
  [ "${REPLACE:-}" != "$before" ] || from=(--base-version "$before" --no-keep-others)
  if [ "${from[1]}" = 0 ]; then status=5
  else recto publish "$FILE" --id "$page" "${from[@]}" ${NOTE:+--note "$NOTE"} --json > "$work/page.json" 2> "$work/said" || status=$?; fi
  if [ "$status" = 5 ]; then
    others "$page" "$base" > "$work/others.md"
    cat "$work/others.md" >&2
    [ -z "${SUMMARY:-}" ] || { printf '### `%s`\n\n' "${KEY//\`/}"; cat "$work/others.md"; } >> "$SUMMARY"
  elif [ "$status" != 0 ]; then cat "$work/said" >&2; fi
  [ "$status" = 0 ] || exit "$status"
else
  # The first build makes the page. The same key again, from a retry or a job beside it, is answered with that page.
  curl -sS -H "Authorization: Bearer $RECTO_API_KEY" -H "Idempotency-Key: recto-page-$(printf '%s' "$KEY" | node -e 'process.stdin.on("data",d=>console.log(require("crypto").createHash("sha256").update(d).digest("hex")))')" \
    -F "file=@\"$(printf '%s' "$FILE" | sed 's/[\\"]/\\&/g')\"" --form-string "visibility=${VISIBILITY:-company}" --form-string "labels=$KEY" \
    ${NOTE:+--form-string "note=$NOTE"} "$RECTO_URL/v1/artifacts" > "$work/page.json"
  id=$(member shortId < "$work/page.json")
  [ -n "$id" ] || { member detail < "$work/page.json" >&2; exit 1; }
fi

id=$(member shortId < "$work/page.json")
url=$(member url < "$work/page.json")
version=$(member version < "$work/page.json")
threads=$(recto get "$id" --jq '.openThreadCount // 0')
changes='No changes'
if [ "$before" = 0 ]; then
  changes='First version'
elif [ "$version" != "$before" ]; then
  recto diff "$id" "$before" "$version" --jq .diff > "$work/diff"
  added=$(grep -c '^+[^+]\|^+$' "$work/diff" || true)
  removed=$(grep -c '^-[^-]\|^-$' "$work/diff" || true)
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
