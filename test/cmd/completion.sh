#!/bin/bash
# completion.sh FILE: tries the shell completion that the command has printed into FILE, in the shell
# that it is for. A file that starts with #compdef is for zsh, one that ends with .fish for fish, any other
# for bash.
# Exit code 77: that shell is not here.
set -u
file=$(realpath -- "$1") || exit 2
work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT
failures=0

mkdir -p "$work/files/results directory" "$work/bin"
touch "$work/files/findings one.json"
printf '#!/bin/sh\n' > "$work/bin/unmistakable-program"
chmod +x "$work/bin/unmistakable-program"
cd "$work/files" || exit 2
PATH=$PATH:$work/bin

fail()
{
    echo "FAILED: $*" >&2
    ((++failures))
}

# bash ---------------------------------------------------------------------------------------------

# offers WORD...: what is offered for the last word, one per line. The words are as bash splits
# them: "=" is one of its own.
offers()
{
    bash --norc --noprofile -u -c '
        . "$1" || exit 3
        shift
        COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
        [[ $(complete -p tutti) == "complete -F _tutti tutti" ]] || echo "not registered"
        _tutti tutti "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}" || echo "status $?"
        ((${#COMPREPLY[@]})) && printf "%s\n" "${COMPREPLY[@]}"
        true
    ' bash "$file" "$@" 2>&1
}

# among EXPECTED WORD...: the line EXPECTED is offered; only EXPECTED WORD...: and nothing else;
# not_among likewise.
among()
{
    grep -qxF -- "$1" <<< "$(offers "${@:2}")" || fail "${*:2}<TAB> does not offer $1"
}

only()
{
    local got
    got=$(offers "${@:2}")
    [[ $got == "$1" ]] || fail "${*:2}<TAB> should offer only '$1', but offers '$got'"
}

not_among()
{
    ! grep -qxF -- "$1" <<< "$(offers "${@:2}")" || fail "${*:2}<TAB> offers $1"
}

test_bash()
{
    bash -n "$file" || fail "bash cannot parse the file"

    among trace tutti ''
    among help tutti ''
    among --version tutti -
    only doctor tutti doc
    only '' tutti no-such-verb
    only trace tutti help tra
    only trace tutti --help tra
    only '' tutti help trace tra

    among --json= tutti trace --
    among --quiet tutti trace --
    among --help tutti doctor ''
    only --color= tutti trace --col
    only --no-quiet tutti trace --no-qu
    not_among --no-quiet tutti trace --
    among --open tutti report --
    not_among --open tutti trace --
    only '' tutti no-such-verb --

    only $'auto\nalways\nnever' tutti trace --color =
    only always tutti trace --color = al
    only always tutti trace --color al
    only --color=always tutti trace --color=al # "=" taken out of COMP_WORDBREAKS
    only 'findings one.json' tutti trace --json = find
    only 'findings one.json' tutti trace --json find
    only 'results directory' tutti trace --out = ''
    only '' tutti trace --time-limit = ''
    only $'one\nall' tutti test --focus = ''

    only deadlock tutti explain deadl
    only leak.comm tutti explain deadlock leak.co
    among thread.level tutti explain ''
    not_among 'findings one.json' tutti explain ''
    among --quiet tutti explain --
    only leak.comm tutti check --rules = leak.co
    only deadlock,leak.comm tutti check --rules deadlock,leak.co
    only --rules=deadlock,-leak.comm tutti check --rules=deadlock,-leak.co

    only 'findings one.json' tutti report find
    only 'findings one.json' tutti report other.json find
    only 'findings one.json' tutti report --quiet -- find
    only '' tutti report -- --js
    only '' tutti doctor find

    among unmistakable-program tutti trace -- unmist
    among unmistakable-program tutti trace unmist
    among 'findings one.json' tutti trace -- find
    among unmistakable-program tutti trace --color = never -- unmist
    among unmistakable-program tutti trace --color never unmist
    among unmistakable-program tutti trace --json = a : b -- unmist
    only 'findings one.json' tutti trace -- mpiexec find
    not_among unmistakable-program tutti trace -- mpiexec unmist
    only '' tutti trace -- mpiexec --js
    only '' tutti trace mpiexec --js
    only '' tutti trace --color = never -- mpiexec --js
    only '' tutti trace --color never mpiexec --js
}

# zsh ----------------------------------------------------------------------------------------------

# type.zsh WORK [FILE]: types the lines of stdin into an interactive zsh, in a terminal of its own;
# ^T writes out what a line has become. FILE is read first.
cat > "$work/type.zsh" << 'END'
zmodload zsh/zpty
export TERM=xterm
rm -f $1/ready
zpty shell zsh -f -i
shell() { zpty -w shell "$1" }
shell "PS1= ; zstyle ':completion:*' menu no; unsetopt beep; fpath=($1/functions \$fpath)"
shell "autoload -Uz compinit && compinit -D -u; [[ -z '$2' ]] || source '$2'"
shell "report() { print -rn -- \"\$BUFFER\" > $1/line.new && mv $1/line.new $1/line; BUFFER= }"
shell "zle -N report; bindkey '^T' report; : > $1/ready"
integer wait
for (( wait = 0; wait < 200; wait++ )) { [[ -e $1/ready ]] && break; zpty -t shell; sleep 0.05 }
while IFS= read -r typed; do
  rm -f $1/line
  zpty -w -n shell "$typed"$'\t\C-t'
  for (( wait = 0; wait < 200; wait++ )) { [[ -e $1/line ]] && break; sleep 0.05 }
  print -r -- "$(cat $1/line 2> /dev/null || print nothing)"
done
zpty -d shell
END

test_zsh()
{
    command -v zsh > /dev/null || exit 77
    zsh -n "$file" || fail "zsh cannot parse the file"
    [[ $(head -n 1 "$file") == '#compdef tutti' ]] || fail "the first line is not '#compdef tutti'"
    local -a typed=() expected=()
    while IFS='|' read -r before after _; do
        typed+=("$before") expected+=("$after")
    done << 'END'
tutti doc|tutti doctor |
tutti help tra|tutti help trace |
tutti trace --col|tutti trace --color=|
tutti trace --color=al|tutti trace --color=always |
tutti trace --color al|tutti trace --color always |
tutti trace --no-qu|tutti trace --no-quiet |
tutti test --focus=o|tutti test --focus=one |
tutti explain deadl|tutti explain deadlock |
tutti explain deadlock leak.co|tutti explain deadlock leak.comm |
tutti check --rules=deadl|tutti check --rules=deadlock,|
tutti check --rules=deadlock,leak.co|tutti check --rules=deadlock,leak.comm,|
tutti trace --ope|tutti trace --ope|
tutti report --ope|tutti report --open |
tutti report find|tutti report findings\ one.json |
tutti report a.json find|tutti report a.json findings\ one.json |
tutti trace --json=find|tutti trace --json=findings\ one.json |
tutti trace --json find|tutti trace --json findings\ one.json |
tutti trace --out=|tutti trace --out=results\ directory/|
tutti trace -- unmist|tutti trace -- unmistakable-program |
tutti trace unmist|tutti trace unmistakable-program |
tutti trace -- mpiexec find|tutti trace -- mpiexec findings\ one.json |
tutti trace -- mpiexec --js|tutti trace -- mpiexec --js|
tutti trace cat --js|tutti trace cat --js|
tutti trace unmistakable-program --js|tutti trace unmistakable-program --js|
tutti trace --color=never unmistakable-program --color=al|tutti trace --color=never unmistakable-program --color=al|
END
    # As it is installed, found by its first line; and read as a file.
    mkdir "$work/functions"
    cp "$file" "$work/functions/_tutti"
    try_zsh
    rm "$work/functions/_tutti"
    try_zsh "$file"
}

# try_zsh [FILE]: compares what becomes of what is `typed` with what is `expected`.
try_zsh()
{
    local i=0 line
    while IFS= read -r line; do
        [[ $line == "${expected[i]}" ]] ||
            fail "zsh: '${typed[i]}<TAB>' becomes '$line', not '${expected[i]}'"
        ((++i))
    done < <(printf '%s\n' "${typed[@]}" | zsh -f "$work/type.zsh" "$work" "$@")
    ((i == ${#typed[@]})) || fail "zsh answered $i of ${#typed[@]} lines"
}

# fish ---------------------------------------------------------------------------------------------

test_fish()
{
    command -v fish > /dev/null || exit 77
    fish --no-execute "$file" || fail "fish cannot parse the file"
    local typed want got
    while IFS='|' read -r typed want; do
        got=$(HOME=$work fish --no-config -c 'source $argv[1]; complete -C $argv[2]' "$file" "$typed" 2>&1 |
            cut -f 1 | paste -sd '|')
        [[ $got == "$want" ]] || fail "fish: '$typed<TAB>' offers '$got', not '$want'"
    done << 'END'
tutti doc|doctor
tutti help tra|trace
tutti trace --col|--color
tutti trace --color=al|--color=always
tutti trace --color al|always
tutti trace --no-qu|--no-quiet
tutti test --focus=|--focus=all|--focus=one
tutti report --ope|--open
tutti doctor --ope|
tutti report find|findings one.json
tutti doctor find|
tutti trace --json=find|--json=findings one.json
tutti trace --out=|--out=results directory/
tutti trace --out |results directory/
tutti trace -- unmist|unmistakable-program
tutti trace unmist|unmistakable-program
tutti trace -- cat find|findings one.json
tutti trace -- mpiexec --jso|
tutti explain deadl|deadlock
tutti explain deadlock leak.co|leak.comm
tutti explain findings|
tutti check --rules=deadlock,leak.co|--rules=deadlock,leak.comm
tutti check --rules leak.co|leak.comm
END
}

if [[ $(head -n 1 "$file") == '#compdef'* ]]; then
    test_zsh
elif [[ $file == *.fish ]]; then
    test_fish
else
    test_bash
fi
((failures == 0)) || exit 1
echo "completion of $(basename "$file"): all as expected"
