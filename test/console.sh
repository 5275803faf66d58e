# console.sh: pages whose commands are executed, for tests. To be sourced by bash, after lib.sh.
#
#   console_tools FLAVOUR    tutti and the compilers and launchers of this MPI, by their plain names, come first in PATH
#   console_judge PAGE       executes each command of the page's blocks of ```console, in their order, and fails if
#                            one prints something else than the page says. They run in this shell: cd and export affect
#                            the commands that follow. In the page `...` stands for any lines, or within a line for any
#                            text, and `<time>` for the time of a run.
#   console_not_executed     the commands that are left out, each with its reason; one that is on no page is an error
# shellcheck shell=bash

declare -A console_not_executed=()

console_tools() {
    local tool
    mkdir "$WORK/bin"
    ln -s "$TUTTI" "$WORK/bin/tutti"
    for tool in mpicc mpicxx mpif90 mpiexec; do
        ln -s "$(command -v "$tool.$1")" "$WORK/bin/$tool"
    done
    [ "$1" != mpich ] || ln -s "$(command -v hydra_pmi_proxy)" "$WORK/bin/hydra_pmi_proxy"
    export PATH=$WORK/bin:$PATH
    unset TUTTI
}

# console_matches EXPECTED ACTUAL: line by line.
console_matches() {
    awk '
        function like(want, have,    parts, part, i, at) {
            parts = split(want, part, /\.\.\./)
            if (parts == 1)
                return want == have
            if (substr(have, 1, length(part[1])) != part[1])
                return 0
            have = substr(have, length(part[1]) + 1)
            for (i = 2; i < parts; i++) {
                at = index(have, part[i])
                if (part[i] != "" && at == 0)
                    return 0
                have = substr(have, at + length(part[i]))
            }
            return length(have) >= length(part[parts]) &&
                substr(have, length(have) - length(part[parts]) + 1) == part[parts]
        }
        function fits(e, a) { # lines from these on
            while (e <= expected && want[e] != "...") {
                if (a > actual || !like(want[e], have[a]))
                    return 0
                e++; a++
            }
            if (e > expected)
                return a > actual
            for (; a <= actual + 1; a++)
                if (fits(e + 1, a))
                    return 1
            return 0
        }
        FILENAME == ARGV[1] { want[++expected] = $0; next }
        { have[++actual] = $0 }
        END { exit !fits(1, 1) }' "$1" "$2"
}

# console_run PAGE COMMAND: the command, compared with what the page says in $WORK/expected.txt.
console_run() {
    local actual=$WORK/actual.txt
    if [ -n "${console_not_executed[$2]:-}" ]; then
        console_left_out[$2]=$1
        return 0
    fi
    eval "$2" >"$WORK/said.txt" 2>&1 </dev/null || true
    sed -E 's,(tutti-out/[a-z]+-)[0-9]{8}-[0-9]{6}(-[0-9]+)?,\1<time>,' "$WORK/said.txt" >"$actual"
    console_matches "$WORK/expected.txt" "$actual" || { diff "$WORK/expected.txt" "$actual" >&2 || fail "$1: $2"; }
}

console_judge() {
    local page=$1 command='' inside=no line count=0
    declare -A console_left_out=()
    while IFS= read -r line <&3; do
        case $inside:$line in
            no:'```console') inside=yes ;;
            yes:'```' | yes:'$ '*)
                [ -z "$command" ] || { console_run "$page" "$command"; count=$((count + 1)); }
                command=''
                [ "$line" != '```' ] || { inside=no; continue; }
                command=${line#??}
                : >"$WORK/expected.txt"
                ;;
            yes:*) printf '%s\n' "$line" >>"$WORK/expected.txt" ;;
        esac
    done 3<"$page"
    [ "$count" -gt 0 ] || fail "$page has no command"
    for command in "${!console_not_executed[@]}"; do
        [ -n "${console_left_out[$command]:-}" ] || fail "$page does not have: $command"
    done
}
