#!/usr/bin/env bash
# run.sh FLAVOUR [PROGRAM]: `tutti check` of each program finds what its header says, at the lines
# that are marked, with -O2 and for one flavour, WHOLE, also without options of the compiler; and clang has no
# warning for it, which is asked for WHOLE only.
. "$(dirname "$0")/../../lib.sh"
flavour=$1
shift
# The effect of options does not depend on the MPI: once is enough.
optimisations=('' -O2)
[ "$flavour" = "$WHOLE" ] || optimisations=(-O2)

# key PROGRAM NAME: the value of a key of the header.
key() { sed -nE "s/^[ *!]*$2: *//p" "$1" | head -n 1; }

# The compiler of a source and its options: what `tutti check` uses as well.
compiler() {
    case $1 in
        *.f90 | *.f) echo "$FLANG" ;;
        *.cc) echo "$CLANGXX" ;;
        *) echo "$CLANG" ;;
    esac
}
# Asked of the wrappers once for all programs. MPI's own warnings are not of interest.
: "${C_INCLUDES=$("mpicc.$flavour" -show | tr ' ' '\n' | sed -n 's,^-I,-isystem,p' | sort -u)}"
: "${FORTRAN_INCLUDES=$("mpif90.$flavour" -show | tr ' ' '\n' | grep '^-I' | sort -u)}"
export C_INCLUDES FORTRAN_INCLUDES
includes() {
    case $1 in
        *.f90 | *.f) echo "$FORTRAN_INCLUDES" ;;
        *) echo "$C_INCLUDES" ;;
    esac
}

# marks RULE SOURCE...: file:line of each line marked HERE for the rule.
marks() {
    local rule=${1//./\\.}
    shift
    (grep -nHE "HERE $rule( |\*|$)" "$@" || true) | sed -E 's,^(.*/)?([^/:]+:[0-9]+):.*,\2,'
}

# warnings SOURCE...: prints the compiler's warnings; nothing if all is right. flang has no -Wall.
warnings() {
    local source flags
    for source; do
        flags=(-fsyntax-only "${openmp[@]}")
        case $source in
            *.f90 | *.f) ;;
            *) flags+=(-Wall -Wextra -Werror) ;;
        esac
        # shellcheck disable=SC2046 # flags are words
        "$(compiler "$source")" "${flags[@]}" $(includes "$source") "$source" 2>&1 | head -n 3
    done
}

# compare OPTIMISATION SOURCE...: checks them once and says what is wrong.
compare() {
    local optimisation=$1 name found rule place code=0 want=0
    shift
    name=$(basename "$1")$optimisation
    # shellcheck disable=SC2086 # options are words
    timeout 600 "$TUTTI" check --mpi="$flavour" --no-out --quiet $options --json="$name.json" "$@" \
        -- "${openmp[@]}" $optimisation >"$name.out" 2>&1 </dev/null || code=$?
    [ "$expect" = clean ] || want=1
    [ "$code" = "$want" ] || { echo "exit code $code, not $want: $(head -n 1 "$name.out")"; return; }
    found=$(jq -r '.findings[] | .rule' "$name.json" | sort -u)
    for rule in ${expect#clean}; do
        grep -qx "$rule" <<<"$found" || echo "no $rule"
    done
    jq -r '.findings[] | "\(.rule) \(.locations[0].file // "" | split("/") | last):\(.locations[0].line // 0)"' "$name.json" |
        while read -r rule place; do
            grep -qwF -- "$rule" <<<"${expect#clean} $also" || { echo "found $rule at $place"; continue; }
            marks "$rule" "$@" | grep -qxF "$place" || echo "$rule is at $place"
        done
}

# judge PROGRAM: prints what is wrong, nothing if all is right.
judge() {
    local program=$1 expect also options openmp=() sources=() part optimisation
    expect=$(key "$program" expect)
    also=$(key "$program" also)
    options=$(key "$program" options)
    sources=("$program")
    for part in $(key "$program" files); do
        sources+=("$(dirname "$program")/$part")
    done
    ! grep -qiE '^ *(#pragma|[!c]\$) *omp' "${sources[@]}" || openmp=(-fopenmp)
    [ "$flavour" != "$WHOLE" ] || warnings "${sources[@]}"
    for optimisation in "${optimisations[@]}"; do
        compare "$optimisation" "${sources[@]}" | sed "s/\$/${optimisation:+ (with $optimisation)}/"
    done
}

if [ $# = 1 ]; then
    fault=$(judge "$1")
    [ -z "$fault" ] || { paste -sd ';' <<<"$fault" | sed "s,^,${1#"$HERE"/}: ,"; exit 1; }
    exit 0
fi

printf 'int main(void) { return 0; }\n' >empty.c
expect_exit 0 "$TUTTI" check --mpi="$flavour" --no-out --quiet empty.c # rather than hundreds of failures

find "$HERE" -mindepth 2 -name parts -prune -o \( -name '*.c' -o -name '*.cc' -o -name '*.f90' -o -name '*.f' \) -printf '%P\n' | sort >programs
sample "$flavour" programs
sed "s,^,$HERE/," programs | xargs -P "$(nproc)" -n 1 "$HERE/run.sh" "$flavour" >faults || true
sort -o faults faults

# pending.list names the known failures; remove a program from it when its verdict is right.
touch pending
[ ! -e "$HERE/pending.list" ] || sed 's/ .*//; /^#/d; /^$/d' "$HERE/pending.list" | grep -xFf programs >pending || true
cut -d: -f1 faults >faulty
{
    grep -vxFf pending faulty || true
    { grep -vxFf faulty pending || true; } | sed 's,$, is right and still in pending.list,'
} >wrong
cat faults
grep -F ' ' wrong || true
echo "$flavour: $(wc -l <programs) programs judged, $(wc -l <wrong) wrong, $(wc -l <pending) known to be"
[ ! -s wrong ]
