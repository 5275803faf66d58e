#!/usr/bin/env bash
# The report of a deadlock shows what led to it: the calls before, what they matched, what is under way and matches
# nothing, and a sentence that names the lines.
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

for mpi in $(flavours); do
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
    # The message of line 10 matched the receive of line 12, the two barriers matched, the rest did not.
    jq -e '.findings[0] | . as $f
        | ([.matches[] | select(.kind == "message") | [.events[] as $e | $f.events[$e].line]] == [[10, 12]])
        and ([.matches[] | select(.kind == "collective") | [.events[] as $e | $f.events[$e].line]] == [[13, 13]])
        and ([.events[] | select(.state == "blocked") | .line] | sort == [16, 18])
        and ([.events[] | select(.state == "pending") | .line] == [15])' found.json >check ||
        fail "$mpi: the picture: $(jq -c '.findings[0] | {events, matches}' found.json)"
done

# One call is one event, however many operations it has; leftover messages have a picture, too.
cat >once.c <<'C'
#include <mpi.h>
#include <string.h>
int main(int argc, char **argv)
{
    int rank, other, out = 1, in;
    MPI_Comm copy = MPI_COMM_NULL;
    MPI_Request request;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    other = 1 - rank;
    for (int i = 0; i < 2; i++)
        MPI_Sendrecv(&out, 1, MPI_INT, other, i, &in, 1, MPI_INT, other, i, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (argc > 1 && strcmp(argv[1], "leak") == 0)
        MPI_Comm_dup(MPI_COMM_WORLD, &copy); /* line 14 */
    if (argc > 1 && strcmp(argv[1], "left") == 0 && rank == 0) {
        MPI_Isend(&out, 1, MPI_INT, 1, 9, MPI_COMM_WORLD, &request); /* line 16 */
        MPI_Request_free(&request);
    }
    MPI_Finalize();
    return 0;
}
C
for mpi in $(flavours); do
    mpi_cc "$mpi" once.c -o "once-$mpi"
    expect_exit 1 "$TUTTI" run --no-out --json=found.json -n 2 -- "./once-$mpi" leak
    jq -e '.findings[0] | ([.events[].call] == ["MPI_Sendrecv", "MPI_Sendrecv", "MPI_Sendrecv", "MPI_Sendrecv",
            "MPI_Comm_dup", "MPI_Comm_dup"])
        and .events[0].args == {"dest": 1, "tag": 0, "comm": "WORLD", "source": 1}
        and ([.events[].state] | unique == ["done"])
        and ([.matches[] | select(.kind == "message") | .events] == [[1, 0], [0, 1], [3, 2], [2, 3]])' found.json >check ||
        fail "$mpi: the picture of a leak: $(jq -c '.findings[0] | {events, matches}' found.json)"
    expect_exit 1 "$TUTTI" run --no-out --json=found.json -n 2 -- "./once-$mpi" left
    jq -e '.findings[0] | .rule == "message.unmatched"
        and ([.events[] | select(.state == "pending") | .line] == [16])' found.json >check ||
        fail "$mpi: the picture of what is left: $(jq -c '.findings[0].events' found.json)"
    # A correct program: the report shows what it did.
    expect_exit 0 "$TUTTI" run --no-out --html=clean.html --json=clean.json -n 2 -- "./once-$mpi"
    expect_text clean.html 'What it did' '<dt>Messages</dt><dd>4</dd>' '<dt>Bytes in messages</dt><dd>16</dd>'
    jq -e '.stats | .messages == 4 and .message_bytes == 16 and .collective_calls == 0' clean.json >check ||
        fail "$mpi: $(jq -c .stats clean.json)"
    jq -e 'has("interleavings") | not' clean.json >check || fail "$mpi: one execution is no search"
done
