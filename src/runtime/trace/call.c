#include "runtime/trace/call.h"

#include "runtime/next.h"
#include "runtime/trace/journal.h"
#include "runtime/weak.h"

#include <dlfcn.h>
#include <string.h>

static __thread int call_depth __attribute__((tls_model("initial-exec")));

/* libmpi.so.40, libmpich.so.12, libmpi_mpifh.so, mca_io_romio321.so, libopen-pal.so */
static bool in_mpi_library(const void *address)
{
    static const char *const prefixes[] = {"libmpi", "mca_", "libopen-"};
    Dl_info info;
    if (!dladdr(address, &info) || !info.dli_fname)
        return false;
    const char *slash = strrchr(info.dli_fname, '/');
    const char *name = slash ? slash + 1 : info.dli_fname;
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
        if (strncmp(name, prefixes[i], strlen(prefixes[i])) == 0)
            return true;
    return false;
}

bool call_visible(const char *name, const void *return_address)
{
    return call_depth == 0 || (*name == 'M' && !in_mpi_library(return_address));
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
