#!/usr/bin/env bash
# The output of `tutti report` fits the schemas, and the schemas reject other output.
. "$(dirname "$0")/../lib.sh"
root=$HERE/../..
: "${TUTTI_NODE_MODULES:=$("$root/packaging/setup" --node-modules)}"
export -n TUTTI_NODE_MODULES # the command takes TUTTI_* for options

# 0: nothing found, 1: findings. Anything else is a failure of the command.
report() {
    local status=0
    "$TUTTI" report "$@" >out 2>err || status=$?
    if [ "$status" -gt 1 ]; then
        cat out err >&2
        fail "exit code $status: tutti report $*"
    fi
}

fixtures=("$HERE"/fixtures/*.json)
for fixture in "${fixtures[@]}"; do
    name=$(basename "$fixture" .json)
    report --json="$name.json" --sarif="$name.sarif" "$fixture"
    cmp "$fixture" "$name.json" || fail "$name.json is not written as it was read"
done
report --sarif=several.sarif "${fixtures[@]}"

TUTTI_NODE_MODULES=$TUTTI_NODE_MODULES \
    node "$HERE/validate.mjs" "$root/docs/findings.schema.json" ./*.json ./*.sarif | tee verdict
expect_text verdict "40 broken ones are not"
runs=$(node -p 'JSON.parse(require("fs").readFileSync("several.sarif")).runs.length')
[ "$runs" -eq ${#fixtures[@]} ] || fail "$runs runs in the SARIF of ${#fixtures[@]} files"
