#!/usr/bin/env bash
# planted.sh: layering.sh, headers.sh, identifiers.sh, names.sh, words.sh and docs.sh fail on a violation that is planted into a
# copy of the tree, and name it.
set -u
export LC_ALL=C
here=$(cd "$(dirname "$0")" && pwd) || exit 3
scratch=$(mktemp -d) || exit 3
trap 'rm -rf "$scratch"' EXIT
bad=0

fresh() # a copy of the tree that the checks look at, small enough to be checked often
{
    rm -rf "$scratch/tree"
    mkdir -p "$scratch/tree/include"
    cp -r "$here/../src" "$scratch/tree/src"
    cp "$here"/../include/*.h "$scratch/tree/include/" 2>/dev/null
}

bare() # the same without headers: each takes a compiler's time
{
    fresh
    find "$scratch/tree" -name '*.h' -delete
}

expect() # CHECK TEXT: the check must fail and say the text
{
    local output
    if output=$("$here/$1.sh" "$scratch/tree" 2>&1); then
        printf 'FAIL %s did not notice: %s\n' "$1" "$2"
        bad=1
    elif ! grep -qF -e "$2" <<<"$output"; then
        printf 'FAIL %s failed without saying "%s":\n%s\n' "$1" "$2" "$output"
        bad=1
    else
        printf 'ok   %s: %s\n' "$1" "$2"
    fi
}

plant() # FILE LINE
{
    mkdir -p "$(dirname "$scratch/tree/$1")"
    printf '%s\n' "$2" >>"$scratch/tree/$1"
}

fresh
plant src/base/planted.c '#include "report/report.h"'
expect layering 'base does not know report'
fresh
plant src/runtime/trace/planted.c '#include "base/text.h"'
expect layering 'runtime does not know base'
fresh
plant src/runtime/trace/planted.h '#include <jansson.h>'
expect layering 'a guest depends on libc alone'
fresh
plant src/static/planted.c '# include <llvm-c/Core.h>'
expect layering 'only ir/ may include LLVM'
fresh
plant src/launch/planted.c '#include <elfutils/libdwfl.h>'
expect layering 'only symbol/ may include libdw'
fresh
plant src/report/planted.c '#include "report.h"'
expect layering 'does not name its layer'
fresh
plant src/utils/README.md 'no such layer'
expect layering 'a folder that is no row of the table'
fresh
rm -r "$scratch/tree/src/watch"
expect layering 'in the table, but no such folder'
fresh
rm -f "$scratch/tree/src/world/README.md"
expect layering 'has no README.md'
fresh
sed -i 's/^\(| `base` |.*\) |$/\1 report |/' "$scratch/tree/src/README.md"
expect layering 'base knows report, which is no row below it'
fresh
plant src/static/calls/planted.c '#include "static/usage/leaks.h"'
expect layering 'room calls does not know usage'
fresh
plant src/static/hall/planted.c 'int planted;'
expect layering 'a folder that is no room of the table'
fresh
sed -i 's/^| `calls` |/| `cells` |/' "$scratch/tree/src/static/README.md"
expect layering 'in the table of rooms, but no such folder'
fresh
for i in {1..41}; do plant "src/finding/rules/planted/$i.rule" 'title: planted'; done
expect layering '41 files in one folder'

fresh
plant src/base/planted.c '/* See `nowhere_to_be_found`. */'
expect identifiers '`nowhere_to_be_found` is no identifier of the tree'
fresh
plant src/base/planted.c '/* It calls nowhere_to_be_found(). */'
expect identifiers '`nowhere_to_be_found` is no identifier of the tree'
fresh
plant src/base/planted.c '/* See base/nowhere.h. */'
expect identifiers 'there is no nowhere.h'

fresh
plant src/static/planted.c 'static int text_reserve(struct text *text)'
expect names 'static text_reserve() is also in'
fresh
plant src/static/planted.c '__attribute__((format(printf, 1, 2))) static void planted(const char *format, ...)'
expect names 'static planted() does not name its object'
fresh
plant src/static/planted.c 'static const struct ir_program *'
plant src/static/planted.c 'planted(void)'
expect names 'static planted() does not name its object'
fresh
plant src/base/planted.c '    struct text {'
expect names 'the tag text is also in'
fresh
plant src/runtime/symbolic/planted.h 'enum layout {' # as a struct of runtime/world
expect names 'the tag layout is also in'

bare
plant src/base/planted.h 'size_t planted(void);'
expect headers 'planted.h does not compile alone'
bare
plant src/base/planted.h 'enum planted { PLANTED };' # no guard
expect headers 'planted.h does not compile alone'
bare
plant src/runtime/trace/planted.h 'MPI_Comm planted(void);'
expect headers 'planted.h does not compile alone'

fresh
yes '/* long */' | head -n 801 >"$scratch/tree/src/base/planted.c"
expect words '801 lines'
fresh
plant src/base/planted.c "int$(printf '\t')planted;"
expect words 'a tab'
fresh
plant src/base/planted.c 'int planted; '
expect words 'blanks at the end of a line'
fresh
printf 'int planted;' >"$scratch/tree/src/base/planted.c"
expect words 'no newline at the end'
fresh
plant src/base/planted.c "/* see /$(printf 'work')/x */"
expect words 'a path of one machine'
fresh
plant src/base/planted.c "/* from registry.$(printf 'npmjs').org */"
expect words 'a package registry'
fresh
plant src/base/planted.c "/* what sh$(printf 'all') be said */"
expect words 'write "must" or "will"'
fresh
plant src/base/planted.c "/* it is $(printf 'had') again */"
expect words 'write "reproduce", "replay", "get" or "exist"'

pages() # the same, with the pages
{
    fresh
    cp -r "$here/../docs" "$scratch/tree/docs"
}

pages
plant docs/README.md '[planted](planted.md)'
expect docs 'links to ./docs/planted.md, which is not there'
pages
plant docs/README.md '[planted](guide.md#planted)'
expect docs 'links to ./docs/guide.md#planted, which is no heading'
pages
plant docs/design.md 'see `src/world/planted.c`'
expect docs 'names src/world/planted.c, which is not there'
pages
plant docs/man/tutti-planted.1.scd 'tutti-planted(1)'
expect docs 'does not name ./docs/man/tutti-planted.1.scd'
pages
sed -i 's/^| `schedule\/match` |/| `planted` |/' "$scratch/tree/src/world/README.md"
expect docs 'names planted, which is not in ./src/world'
expect docs 'does not name ./src/world/schedule/match.c'
pages
plant docs/design.md '`planted()` in `src/world/schedule/match.c`'
expect docs 'says that planted() is in src/world/schedule/match.c'
exit "$bad"
