# shellcheck shell=bash
# lib.sh: the beginning of every bench: the command, a temporary directory, launchers that work for root and on one
# machine. Sourced with the command as first argument.
# shellcheck disable=SC2034 # for the benches
tutti=$1
# shellcheck disable=SC2034
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
export UCX_NET_DEVICES=lo OMPI_MCA_btl=self,vader OMPI_MCA_rmaps_base_oversubscribe=1
export PRTE_MCA_rmaps_default_mapping_policy=:oversubscribe # the same for Open MPI 5
cd "$work" || exit

# best FILE: the least number in it.
best() { sort -g "$1" | head -n 1; }
