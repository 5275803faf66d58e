#include "runtime/trace/call.h"

#include "runtime/library.h"
#include "runtime/next.h"
#include "runtime/session.h"
#include "runtime/trace/journal.h"
#include "runtime/weak.h"

static __thread int call_depth __attribute__((tls_model("initial-exec")));

bool call_visible(const char *name, const void *return_address)
{
    return call_depth == 0 || (*name == 'M' && !library_has(return_address));
}

void call_begin(void)
{
    call_depth++;
}

void call_end(void)
{
    call_depth--;
}

void call_initialised(void)
{
    int rank, size;
    if (NEXT(PMPI_Comm_rank)(MPI_COMM_WORLD, &rank) == MPI_SUCCESS &&
        NEXT(PMPI_Comm_size)(MPI_COMM_WORLD, &size) == MPI_SUCCESS)
        journal_set_rank(rank, size);
}

void call_session_started(MPI_Session session)
{
    int rank, size;
    if (session_place(session, &rank, &size))
        journal_set_rank(rank, size);
}
