# secrets.sh: whether the secret of a job that is watched shows in a command line. To be sourced, with a HOME of its own.
# shellcheck shell=bash
node_program=$(dirname "$TUTTI")/../lib/tutti/tutti-watch-node
node_program=$(readlink -f "$node_program")

# The monitors of this build.
monitors() { pgrep -x tutti-watch-nod | while read -r pid; do [ ! "/proc/$pid/exe" -ef "$node_program" ] || echo "$pid"; done; }

# Of no process, whosever it is; and those that name the monitor's program have no key of any kind.
no_secret_shows() {
    local file secret secrets='' words named=0
    [ "$(stat -c %a "$HOME"/.cache/tutti)" = 700 ] || fail 'others can read the secret'
    for file in "$HOME"/.cache/tutti/watch-*; do # first: the job may end meanwhile
        secret=$(cat "$file")
        [ ${#secret} = 64 ] || fail 'no file has the secret'
        [ "$(stat -c %a "$file")" = 600 ] || fail 'others can read the secret'
        secrets+=$secret$'\n'
    done
    for file in /proc/[0-9]*/cmdline; do
        words=$({ tr '\0' ' ' <"$file"; } 2>/dev/null) || continue
        case $words in
            *"$node_program"*)
                named=1
                words=$(sed "s/TUTTI_GUEST_BEACON=[0-9a-f]*//g" <<<"$words") # an address, which /proc/net/unix shows to all
                [[ ! $words =~ [0-9a-f]{32} ]] || fail "a command line shows a key: $words"
                ;;
        esac
    done
    [ "$named" = 1 ] || fail 'no command line names the program of the monitors'
    ! cat /proc/[0-9]*/cmdline 2>/dev/null | grep -qaFf <(printf '%s' "$secrets") || fail 'a command line shows the secret'
}
