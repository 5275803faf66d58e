#include "scale/trial/call.h"

#ifdef OPEN_MPI
#include <mpi-ext.h>
#endif

#if MPI_VERSION >= 4
#define PERSISTENT(Name, suffix) MPI_##Name##_init##suffix
#define HAS_PERSISTENT           true
#define HAS_LARGE                true
#elif defined(OMPI_HAVE_MPI_EXT_PCOLLREQ)
#define PERSISTENT(Name, suffix) MPIX_##Name##_init
#define HAS_PERSISTENT           true
#define HAS_LARGE                false
#else
#define PERSISTENT(Name, suffix) no_persistent
#define HAS_PERSISTENT           false
#define HAS_LARGE                false
static int no_persistent(const void *first, ...)
{
    (void)first;
    return MPI_ERR_OTHER;
}
#endif

#define CALL_OF(suffix, Name, name, ...)                                          \
    (c->function.mode == MODE_BLOCKING ? MPI_##Name##suffix(__VA_ARGS__, c->comm) \
     : c->function.mode == MODE_NONBLOCKING                                       \
         ? MPI_I##name##suffix(__VA_ARGS__, c->comm, request)                     \
         : PERSISTENT(Name, suffix)(__VA_ARGS__, c->comm, MPI_INFO_NULL, request))

#define ISSUE(part)           issue_##part
#define COUNT                 int
#define COUNTS                c->counts
#define DISPLACEMENTS         c->displacements
#define PLAIN(Name)           MPI_##Name
#define CALL(Name, name, ...) CALL_OF(, Name, name, __VA_ARGS__)
#include "scale/trial/issue.inc"
#undef ISSUE
#undef COUNT
#undef COUNTS
#undef DISPLACEMENTS
#undef PLAIN
#undef CALL

#if MPI_VERSION >= 4
#define ISSUE(part)           issue_large_##part
#define COUNT                 MPI_Count
#define COUNTS                c->long_counts
#define DISPLACEMENTS         c->long_displacements
#define PLAIN(Name)           MPI_##Name##_c
#define CALL(Name, name, ...) CALL_OF(_c, Name, name, __VA_ARGS__)
#include "scale/trial/issue.inc"
#endif

bool call_exists(const struct function *function)
{
    bool collective = !function_is_pairwise(function);
    return (HAS_LARGE || !function->large) &&
           (HAS_PERSISTENT || !collective || function->mode != MODE_PERSISTENT);
}

static int call_start(const struct call *call, MPI_Request *request)
{
#if MPI_VERSION >= 4
    if (call->function.large)
        return issue_large_any(call, request);
#endif
    return issue_any(call, request);
}

/* NOLINTBEGIN(clang-analyzer-optin.mpi.MPI-Checker): a call that failed has started nothing, and
 * call_start() also makes persistent requests. */
int call_issue(const struct call *call)
{
    MPI_Request request = MPI_REQUEST_NULL;
    int code = call_start(call, &request);
    if (code != MPI_SUCCESS || request == MPI_REQUEST_NULL)
        return code;
    if (call->function.mode == MODE_PERSISTENT)
        code = MPI_Start(&request);
    if (code == MPI_SUCCESS)
        code = MPI_Wait(&request, MPI_STATUS_IGNORE);
    if (code == MPI_SUCCESS && request != MPI_REQUEST_NULL)
        code = MPI_Request_free(&request);
    return code;
}
/* NOLINTEND(clang-analyzer-optin.mpi.MPI-Checker) */
