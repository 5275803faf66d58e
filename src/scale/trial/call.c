#include "scale/trial/call.h"

#include <dlfcn.h>

/* Returns whether the MPI library that this program runs with has the function. */
static bool library_has(const char *function)
{
    return dlsym(RTLD_DEFAULT, function) != NULL;
}

/* Persistent collectives. Open MPI had them as extensions before they were in the standard. */
#define STANDARD(Name, suffix, ...) MPI_##Name##_init##suffix(__VA_ARGS__)
#ifdef TUTTI_FAMILY_OPENMPI
#define EITHER(Name, suffix, ...)                                             \
    (library_has("MPI_Barrier_init") ? MPI_##Name##_init##suffix(__VA_ARGS__) \
                                     : MPIX_##Name##_init##suffix(__VA_ARGS__))
#else
#define EITHER STANDARD
#endif

#define CALL_OF(PERSISTENT, suffix, Name, name, ...)                              \
    (c->function.mode == MODE_BLOCKING ? MPI_##Name##suffix(__VA_ARGS__, c->comm) \
     : c->function.mode == MODE_NONBLOCKING                                       \
         ? MPI_I##name##suffix(__VA_ARGS__, c->comm, request)                     \
         : PERSISTENT(Name, suffix, __VA_ARGS__, c->comm, MPI_INFO_NULL, request))

#define ISSUE(part)           issue_##part
#define COUNT                 int
#define COUNTS                c->counts
#define DISPLACEMENTS         c->displacements
#define PLAIN(Name)           MPI_##Name
#define CALL(Name, name, ...) CALL_OF(EITHER, , Name, name, __VA_ARGS__)
#include "scale/trial/issue.inc"
#undef ISSUE
#undef COUNT
#undef COUNTS
#undef DISPLACEMENTS
#undef PLAIN
#undef CALL

#define ISSUE(part)           issue_large_##part
#define COUNT                 MPI_Count
#define COUNTS                c->long_counts
#define DISPLACEMENTS         c->long_displacements
#define PLAIN(Name)           MPI_##Name##_c
#define CALL(Name, name, ...) CALL_OF(STANDARD, _c, Name, name, __VA_ARGS__)
#include "scale/trial/issue.inc"

bool call_exists(const struct function *function)
{
    bool collective = !function_is_pairwise(function);
    return (!function->large || library_has("MPI_Bcast_c")) &&
           (!collective || function->mode != MODE_PERSISTENT || library_has("MPI_Barrier_init") ||
            (library_has("MPIX_Barrier_init") && !function->large));
}

static int call_start(const struct call *call, MPI_Request *request)
{
    if (call->function.large)
        return issue_large_any(call, request);
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
