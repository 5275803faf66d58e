#!/usr/bin/env bash
# Builds, demonstrates and tests this tree in fresh Debian systems: README.md beside this has the details.
#
#   run.sh [OPTION...] ROOT...          `make demo` and `make test` in each root: bookworm, trixie, sid
#   run.sh [OPTION...] --enter ROOT [COMMAND...]    runs a command (default: a shell) in the tree of a root
#
#   --only=PATTERN    only the tests that `ctest -R PATTERN` chooses, without the demo
#   --directory=DIR   where the roots are kept (default: build/roots)
#   --mirror=URL      of Debian (default: the first in this machine's apt configuration)
#   --jobs=N          processes of make and ctest (default: as many as processors)
#
# Exit codes: 0 all passed, 1 something failed in a root, 2 wrong usage, 3 a root cannot be made.
set -u
export LC_ALL=C
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd) || exit 3
tree=$(cd "$here/../.." && pwd) || exit 3
readonly here tree
readonly known=' bookworm trixie sid '
readonly mebibytes_of_a_root=8000 # with packages, a build and what tests write
readonly search_path=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin

fail() # CODE SENTENCE
{
    printf 'roots: %s\n' "$2" >&2
    exit "$1"
}

say()
{
    printf 'roots: %s\n' "$*" >&2
}

usage()
{
    sed -n '2,/^set -u/{s/^# \{0,1\}//;/^set -u/d;p}' "${BASH_SOURCE[0]}"
}

read_options()
{
    directory=$tree/build/roots mirror='' only='' jobs=$(nproc) entered=0 inside=0
    while [ $# -gt 0 ]; do
        case $1 in
            --directory=?*) directory=${1#*=} ;;
            --mirror=?*) mirror=${1#*=} ;;
            --only=*) only=${1#*=} ;;
            --jobs=*) jobs=${1#*=} ;;
            --enter) entered=1 ;;
            --inside) inside=1 ;; # set by this script itself: see enter_namespaces
            -h | --help)
                usage
                exit 0
                ;;
            -*) fail 2 "unknown option '$1'; run.sh --help has the options" ;;
            *) break ;;
        esac
        shift
    done
    case $jobs in '' | *[!0-9]* | 0*) fail 2 "--jobs=$jobs is no number of processes" ;; esac
    [ $# -gt 0 ] || fail 2 "no root is named; there are$known"
    words=("$@")
    roots=("$@")
    [ "$entered" = 0 ] || roots=("$1")
    local root
    for root in "${roots[@]}"; do
        case $known in *" $root "*) ;; *) fail 2 "there is no root '$root'; there are$known" ;; esac
    done
}

check_machine()
{
    [ "$(id -u)" = 0 ] || fail 3 'a root can only be made and entered by root: run this through sudo'
    command -v unshare >/dev/null || fail 3 'unshare is missing: apt-get install util-linux'
    unshare --mount --pid --fork true 2>/dev/null ||
        fail 3 'the kernel grants no mount namespace (unshare --mount --pid): in a container, it needs the capability SYS_ADMIN'
    mkdir -p "$directory" || fail 3 "cannot make the folder $directory"
    directory=$(cd "$directory" && pwd) || exit 3
    case $directory in *[[:space:]]*) fail 2 "$directory has a blank in it: --directory= chooses another place" ;; esac
}

# Everything from here on runs in namespaces of its own. Nobody else sees its mounts, and when it ends, however it
# ends, the kernel unmounts them and kills all processes that are left.
enter_namespaces() # OPTION...
{
    exec unshare --mount --propagation private --pid --fork --kill-child "${BASH_SOURCE[0]}" --inside "$@"
}

free_mebibytes() # DIRECTORY
{
    df -Pm "$1" | awk 'NR == 2 { print $4 }'
}

check_space() # NAME
{
    local free
    free=$(free_mebibytes "$directory")
    [ -e "$directory/$1" ] || [ "$free" -ge "$mebibytes_of_a_root" ] ||
        fail 3 "$directory has $free MiB free, and a root needs up to $mebibytes_of_a_root: --directory= chooses another place"
}

# The cause is often a full disk, which each program reports in its own words.
explain_failure() # CODE SENTENCE
{
    [ "$(free_mebibytes "$directory")" -ge 64 ] || fail "$1" "$2: the disk is full, $directory"
    fail "$1" "$2"
}

# The first mirror that this machine itself uses.
find_mirror()
{
    [ -z "$mirror" ] || return 0
    # shellcheck disable=SC2016 # for apt-get
    command -v apt-get >/dev/null && mirror=$(apt-get indextargets --format '$(REPO_URI) $(LABEL)' 2>/dev/null |
        awk '$2 == "Debian" || $1 ~ /\/debian\/?$/ { print $1; exit }')
    [ -n "$mirror" ] || fail 3 "this machine's apt configuration names no mirror of Debian: --mirror=URL does"
}

# What a root takes over from this machine: names of hosts, how apt reaches the mirror, and the authorities of a
# network that has its own.
share_configuration() # ROOT
{
    local own=/usr/local/share/ca-certificates
    cp -L /etc/resolv.conf /etc/hosts "$1/etc/" 2>/dev/null
    ! command -v apt-config >/dev/null ||
        apt-config dump | grep -iE '^Acquire::([a-z:]*proxy|Check-Valid-Until)' >"$1/etc/apt/apt.conf.d/90machine"
    ls "$own"/*.crt >/dev/null 2>&1 || return 0
    mkdir -p "$1$own"
    cp "$own"/*.crt "$1$own/"
    in_root "$1" update-ca-certificates >"$directory/certificates.log" 2>&1 ||
        explain_failure 3 "the certificates of this machine cannot be installed in $1: $directory/certificates.log"
}

# Made under another name and renamed: a root that exists is complete.
make_root() # NAME
{
    local root=$directory/$1 part=$directory/$1.part log=$directory/$1.log
    [ ! -e "$root" ] || return 0
    command -v debootstrap >/dev/null || fail 3 'debootstrap is missing: apt-get install debootstrap'
    find_mirror
    check_space "$1"
    say "making $root by debootstrap"
    rm -rf --one-file-system "$part"
    if ! debootstrap --variant=minbase --include=ca-certificates,git,make "$1" "$part" "$mirror" >"$log" 2>&1; then
        tail -n 5 "$log" >&2
        umount -R "$part/proc" "$part/sys" 2>/dev/null
        rm -rf --one-file-system "$part"
        explain_failure 3 "debootstrap could not make $1; its last words are above, all of them in $log"
    fi
    # No daemon of a package starts.
    printf '#!/bin/sh\nexit 101\n' >"$part/usr/sbin/policy-rc.d"
    chmod 755 "$part/usr/sbin/policy-rc.d"
    # A lost root can be made again, so dpkg need not wait for the disk after each file.
    mkdir -p "$part/etc/dpkg/dpkg.cfg.d"
    echo force-unsafe-io >"$part/etc/dpkg/dpkg.cfg.d/unsafe-io"
    mv -T "$part" "$root" || fail 3 "cannot rename $part"
}

# The root itself is mounted too: programs expect that of /.
mount_root() # ROOT
{
    { mount --bind "$1" "$1" && mount -t proc proc "$1/proc" && mount --rbind /sys "$1/sys" && mount --rbind /dev "$1/dev" &&
        mount -t tmpfs -o mode=1777 tmpfs "$1/dev/shm"; } || fail 3 "cannot mount what a system needs in $1"
}

# COMMAND... in the root, in the environment of a user who has just logged in there.
in_root() # ROOT COMMAND...
{
    local root=$1 name variables=()
    shift
    for name in TERM http_proxy https_proxy no_proxy; do
        [ -z "${!name:-}" ] || variables+=("$name=${!name}")
    done
    name=$(npm config get registry 2>/dev/null) && variables+=("npm_config_registry=$name")
    # Node does not use the certificates of the system by itself.
    variables+=("NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt")
    chroot "$root" /usr/bin/env -i HOME=/root USER=root LC_ALL=C.UTF-8 "PATH=$search_path" "${variables[@]}" "$@"
}

# The tracked files as they are now, committed or not, as a clone: some tests ask git.
copy_tree() # ROOT
{
    local commit git=(git -C "$tree" -c safe.directory='*' -c user.name=roots -c user.email=roots)
    commit=$("${git[@]}" stash create) || fail 3 "git cannot read $tree"
    commit=${commit:-$("${git[@]}" rev-parse HEAD)} || exit 3
    if ! git init -q "$1/tutti" || ! git -C "$1/tutti" config receive.shallowUpdate true ||
        ! "${git[@]}" push -q -f "$1/tutti" "$commit:refs/heads/tree" ||
        ! git -C "$1/tutti" checkout -q -f --detach tree; then
        explain_failure 3 "cannot copy $tree to $1/tutti"
    fi
}

# The setup is separate from the tests: a mirror that fails is no fault of the tree.
test_root() # NAME
{
    local root=$directory/$1 begin=$SECONDS
    in_root "$root" bash -c 'cd /tutti && ./packaging/setup build test' ||
        explain_failure 3 "the packages could not be installed in $1"
    if [ -n "$only" ]; then
        # shellcheck disable=SC2016 # for the shell in the root
        in_root "$root" bash -c 'cd /tutti && make JOBS="$2" build-tests && cd build && ctest --output-on-failure -j"$2" -R "$1"' \
            - "$only" "$jobs" || return 1
    else
        in_root "$root" bash -c "cd /tutti && make JOBS=$jobs demo && make JOBS=$jobs test" || return 1
    fi
    say "$1: passed in $((SECONDS - begin)) s"
}

enter_root() # COMMAND...
{
    local root=$directory/${roots[0]}
    [ $# -gt 0 ] || set -- bash -l
    # shellcheck disable=SC2016 # for the shell in the root
    in_root "$root" bash -c 'cd /tutti && exec "$@"' - "$@"
}

main()
{
    read_options "$@"
    check_machine
    [ "$inside" = 1 ] || enter_namespaces "$@"
    trap 'say "interrupted; nothing stays mounted and nothing goes on"; exit 130' INT
    trap 'exit 143' TERM HUP
    local root failed=()
    for root in "${roots[@]}"; do
        make_root "$root"
        mount_root "$directory/$root"
        share_configuration "$directory/$root"
        copy_tree "$directory/$root"
        if [ "$entered" = 1 ]; then
            enter_root "${words[@]:1}"
            exit
        fi
        test_root "$root" || failed+=("$root")
    done
    [ ${#failed[@]} -eq 0 ] || explain_failure 1 "failed in: ${failed[*]}"
}

main "$@"
