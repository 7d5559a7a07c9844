#!/bin/sh
# Re-creates src/expedition/web/static/vendor/lit.js from pinned packages and compares its SHA-256
# with the one in vendor/README.md. For maintainers: nothing that a user runs needs Node.
#   tools/vendor_lit.sh          build in a temporary folder and compare
#   tools/vendor_lit.sh --write  put the bundle, its licence and its hash in their places
set -eu
LIT=3.3.3
ESBUILD=0.28.2
here=$(cd "$(dirname "$0")/.." && pwd)
vendor="$here/src/expedition/web/static/vendor"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cp "$here/tools/lit_entry.js" "$work/entry.js"
cd "$work"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts "lit@$LIT" "esbuild@$ESBUILD"
{
  printf '// lit %s (https://lit.dev), BSD-3-Clause, see LICENSE-lit. Made by tools/vendor_lit.sh.\n' "$LIT"
  node_modules/.bin/esbuild entry.js --bundle --format=esm --minify --target=es2022 \
    --legal-comments=none --conditions=production
} >lit.js
hash=$(sha256sum lit.js | cut -d' ' -f1)

if [ "${1:-}" = --write ]; then
  cp lit.js "$vendor/lit.js"
  cp node_modules/lit/LICENSE "$vendor/LICENSE-lit"
  sed -i "s/^SHA-256: .*/SHA-256: \`$hash\`/" "$vendor/README.md"
  echo "Wrote lit.js, $hash"
elif grep -q "$hash" "$vendor/README.md" && cmp -s lit.js "$vendor/lit.js"; then
  echo "lit.js is what these versions make: $hash"
else
  echo "lit.js differs from what lit $LIT and esbuild $ESBUILD make ($hash)." >&2
  exit 1
fi
