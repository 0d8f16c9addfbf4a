#!/usr/bin/env bash
# Writes one comment on a pull request of GitHub, or changes the one that is there. Reads TOKEN, NUMBER, KEY, URL, VERSION,
# CHANGES, THREADS, and what every runner of GitHub sets: GITHUB_API_URL and GITHUB_REPOSITORY.
set -euo pipefail

# A key may hold the name of a branch, which is other people's words: neither the mark nor the link ends by it.
mark="<!-- recto: $(node -p 'encodeURIComponent(process.env.KEY)') -->"
comments="$GITHUB_API_URL/repos/$GITHUB_REPOSITORY/issues"
github() { curl -sSf -H "Authorization: Bearer $TOKEN" -H 'Accept: application/vnd.github+json' "$@"; }

# The id of the comment that holds the mark, among those on stdin, and how many these are.
find_marked() {
  node -e 'const all=JSON.parse(require("fs").readFileSync(0,"utf8"));console.log(all.length,all.find(each=>each.body?.includes(process.argv[1]))?.id??"")' "$mark"
}

known=
for page in 1 2 3 4 5 6 7 8 9 10; do
  read -r count known < <(github "$comments/$NUMBER/comments?per_page=100&page=$page" | find_marked)
  [ -z "$known" ] && [ "$count" = 100 ] || break
done

body=$(BODY="$mark
[\`${KEY//\`/}\`]($URL): version $VERSION. $CHANGES. Open threads: $THREADS." node -p 'JSON.stringify({body:process.env.BODY})')
if [ -n "$known" ]; then
  github -X PATCH --data-binary "$body" "$comments/comments/$known" > /dev/null
else
  github --data-binary "$body" "$comments/$NUMBER/comments" > /dev/null
fi
