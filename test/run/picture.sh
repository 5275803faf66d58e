#!/usr/bin/env bash
# A deadlock is told with what led to it: the calls before, what they met, what is under way and
# meets nothing, and a sentence that names the lines.
. "$(dirname "$0")/../lib.sh"

cat >tags.c <<'END'
#include <mpi.h>
#include <stddef.h>
int main(void)
{
    int rank, value = 1;
    MPI_Request request;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        MPI_Ssend(&value, 1, MPI_INT, 1, 5, MPI_COMM_WORLD); /* line 10 */
    else
        MPI_Recv(&value, 1, MPI_INT, 0, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* line 12 */
    MPI_Barrier(MPI_COMM_WORLD); /* line 13 */
    if (rank == 0) {
        MPI_Issend(&value, 1, MPI_INT, 1, 7, MPI_COMM_WORLD, &request); /* line 15 */
        MPI_Wait(&request, MPI_STATUS_IGNORE); /* line 16 */
    } else {
        MPI_Recv(&value, 1, MPI_INT, 0, 8, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* line 18 */
    }
    MPI_Finalize();
    return 0;
}
END

for mpi in $TUTTI_MPIS; do
    mpi_cc "$mpi" -g tags.c -o "tags-$mpi"
    code=0
    "$TUTTI" run --no-out --json=found.json -n 2 -- "./tags-$mpi" >text || code=$?
    [ $code = 1 ] || fail "$mpi: exit code $code"
    jq -e '.findings | length == 1' found.json >check || fail "$mpi: not one finding"
    jq -e '.findings[0] | .rule == "deadlock" and .ranks == [0, 1]
        and (.why | contains("rank 0 waits in MPI_Wait") and contains("tags.c:16")
            and contains("rank 1 waits in MPI_Recv from 0, tag 8 (tags.c:18)"))' found.json >check ||
        fail "$mpi: the sentence: $(jq -r '.findings[0].why' found.json)"
    jq -e '.findings[0].related | length == 1 and .[0].line == 15 and (.[0].what | contains("tag 7"))' \
        found.json >check || fail "$mpi: the message with tag 7 is not told"
    # The message of line 10 met the receive of line 12, the two barriers met, the rest did not.
    jq -e '.findings[0] | . as $f
        | ([.matches[] | select(.kind == "message") | [.events[] as $e | $f.events[$e].line]] == [[10, 12]])
        and ([.matches[] | select(.kind == "collective") | [.events[] as $e | $f.events[$e].line]] == [[13, 13]])
        and ([.events[] | select(.state == "blocked") | .line] | sort == [16, 18])
        and ([.events[] | select(.state == "pending") | .line] == [15])' found.json >check ||
        fail "$mpi: the picture: $(jq -c '.findings[0] | {events, matches}' found.json)"
done
