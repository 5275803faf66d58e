# known.sh: which tests are known to break a rule of MPI. Sourced.
# shellcheck shell=bash

# known TEST RULE: why $KNOWN says that the test is wrong in this way. False: it does not.
known() {
    local test rules reason
    while IFS='|' read -r test rules reason; do
        case $test in '' | '#'*) continue ;; esac
        # shellcheck disable=SC2053 # a pattern
        if [[ "$1" = ${test// /} ]] && [[ " $rules " = *" $2 "* ]]; then
            echo "${reason# }"
            return 0
        fi
    done <"$KNOWN"
    return 1
}
