#!/usr/bin/env bash
# The compiler of the rules refuses each fault of form, with file and line; a good set passes.
# Usage: rules_format.sh TUTTI-RULES
set -eu
tool=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
bad=0

fresh() {
    rm -rf rules
    mkdir -p rules/two
    printf 'one\ntwo.more-words\n' >rules/order.list
    cat >rules/one.rule <<'END'
title: The first "rule"
severity: warning
section: MPI 4.0, section 1.1
ranks: 3
flags: -fopenmp
---
It has a \ backslash.

It has two paragraphs??!
--- wrong
int main(void) { return 1; }
--- right
int main(void) { return 0; }
END
    sed -e 's/^title:.*/title: The second/' -e '/^ranks:/d' -e '/^flags:/d' \
        -e 's/^section.*/&\nlanguage: fortran/' rules/one.rule >rules/two/two.more-words.rule
}

complain() {
    echo "FAIL $*"
    bad=1
}

refuse() { # TEXT: the rules as they are now are refused with this text, and no table is written
    rm -f table.c
    if "$tool" --table table.c rules 2>err; then
        complain "accepted: $1"
    elif ! grep -qF -e "$1" err; then
        complain "no \"$1\" in: $(cat err)"
    elif [ -e table.c ]; then
        complain "left a table: $1"
    fi
}

edit() { # SED-EXPRESSION TEXT: one.rule, edited, is refused
    fresh
    sed -i -e "$1" rules/one.rule
    refuse "$2"
}

fresh
"$tool" --table table.c rules
grep -q '^const size_t rule_count = 2;$' table.c || complain "table: $(cat table.c)"
[ "$("$tool" --list rules)" = "$(printf 'one\tc\t3\t-fopenmp\ntwo.more-words\tfortran\t2\t')" ] ||
    complain "list: $("$tool" --list rules)"
[ "$("$tool" --example wrong one rules)" = 'int main(void) { return 1; }' ] || complain 'example wrong'
[ "$("$tool" --example right two.more-words rules)" = 'int main(void) { return 0; }' ] || complain 'example right'
"$tool" --examples out rules
[ "$(ls out | tr '\n' ' ')" = 'one.right.c one.wrong.c two.more-words.right.f90 two.more-words.wrong.f90 ' ] ||
    complain "examples: $(ls out)"

# The table is C, and says what the file says.
cat >finding.h <<'END'
#include <stddef.h>
enum severity { SEVERITY_ERROR, SEVERITY_WARNING, SEVERITY_NOTE };
struct rule { const char *id, *title, *section, *language, *flags, *explanation, *wrong, *right;
              enum severity severity; int ranks; };
END
mkdir -p finding && mv finding.h finding/rules.h
printf '#include <stdio.h>\nint main(void) { printf("%%s|%%s|%%d|%%s", rules[0].title, rules[0].explanation, rules[0].ranks, rules[1].flags); }\n' >>table.c
cc -I. -Wall -Werror -trigraphs table.c -o table
[ "$(./table)" = "$(printf 'The first "rule"|It has a \\ backslash.\n\nIt has two paragraphs??!\n|3|')" ] ||
    complain "table says: $(./table)"

edit '1d' 'rules/one.rule:1: no "title" in the heading'
edit '2d' 'rules/one.rule:1: no "severity" in the heading'
edit '3d' 'rules/one.rule:1: no "section" in the heading'
edit '1s/.*/&./' 'the title must be at most 72 columns, without a stop'
edit '2s/warning/fatal/' 'rules/one.rule:1: the severity must be error, warning or note'
edit '3s/.*/&\n&/' 'rules/one.rule:4: a second "section"'
edit '3s/.*/colour: red/' 'rules/one.rule:3: no heading is called "colour"'
edit '3s/.*/nonsense/' 'rules/one.rule:3: expected "name: value" or "---"'
edit '4s/3/0/' 'the ranks must be a number from 1 to 64'
edit '4s/3/many/' 'the ranks must be a number from 1 to 64'
edit '5s/-fopenmp/openmp/' 'the flags must be options of the compiler'
edit '5s/.*/language: pascal/' 'the language must be c or fortran'
edit '6s/---/--- Explanation/' 'rules/one.rule:6: expected the parts'
edit '/--- wrong/,/^int.*1/d' 'rules/one.rule:10: expected the parts'
edit '/--- right/,$d' 'nothing behind "--- right"'
edit '$d' 'rules/one.rule:12: nothing behind "--- right"'
edit '7,9d' 'nothing behind "---"'
edit '$s/.*/&\n--- right/' 'rules/one.rule:14: expected the parts'
edit 's/return 1/return 0/' 'the wrong and the right example are the same'
edit "8s/.*/$(printf '%081d' 0)/" 'rules/one.rule:8: more than 80 columns'
edit '8s/.*/It ends with blanks.  /' 'rules/one.rule:8: blank at the end of the line'
edit '11s/ /\t/' 'rules/one.rule:11: control character (a tab?) in column 4'

fresh
rm rules/one.rule
refuse 'cannot read rules/one.rule'
fresh
cp rules/one.rule rules/stray.rule
refuse 'rules/stray.rule is not the file of a rule that order.list names'
fresh
cp rules/one.rule rules/two/two.strays.rule
refuse 'rules/two/two.strays.rule is not the file of a rule that order.list names'
fresh
cp rules/one.rule rules/two/one.rule
refuse 'rules/two/one.rule is not the file of a rule that order.list names'
fresh
mv rules/two/two.more-words.rule rules/two.more-words.rule
refuse 'cannot read rules/two/two.more-words.rule'
fresh
echo one >>rules/order.list
refuse 'rules/order.list:3: a second "one"'
fresh
echo '../one' >>rules/order.list
refuse 'rules/order.list:3: "../one" cannot be a rule'
fresh
: >rules/order.list
refuse 'rules/order.list names no rule'
fresh
printf 'title: x' >rules/one.rule
refuse 'rules/one.rule: not a text file that ends with a newline'
fresh
head -c 300000 /dev/zero | tr '\0' 'x' >rules/one.rule
refuse 'larger than the limit'

if "$tool" --table 2>err || ! grep -q 'usage: tutti-rules' err; then
    complain 'no usage'
fi
fresh
if "$tool" --example wrong three rules 2>err || ! grep -q 'there is no rule "three"' err; then
    complain 'no such rule'
fi
exit "$bad"
