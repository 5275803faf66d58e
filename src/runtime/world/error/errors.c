#include "runtime/world/error/errors.h"

#include "runtime/next.h"
#include "runtime/world/calls.h"
#include "runtime/world/error/handlers.h"
#include "runtime/world/error/object.h"
#include "runtime/world/error/problem.h"
#include "runtime/world/file/file.h"
#include "runtime/world/rma/window.h"

static MPI_Comm keepers[2]; /* hold the handlers of MPI_COMM_WORLD and MPI_COMM_SELF */

/* Codes given to and left by the last handler, until a call returns the code left. */
static struct {
    bool waits;
    int given;
    int left;
} answer;

void errors_start(void)
{
    for (int i = 0; i < 2; i++) {
        if (NEXT(PMPI_Comm_dup)(MPI_COMM_SELF, &keepers[i]) != MPI_SUCCESS)
            rank_stop("the MPI library cannot duplicate MPI_COMM_SELF");
        NEXT(PMPI_Comm_set_errhandler)(keepers[i], MPI_ERRORS_ARE_FATAL);
    }
    NEXT(PMPI_Comm_set_errhandler)(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    NEXT(PMPI_Comm_set_errhandler)(MPI_COMM_SELF, MPI_ERRORS_RETURN);
}

static bool errors_is_kept(MPI_Comm comm)
{
    return comm == MPI_COMM_WORLD || comm == MPI_COMM_SELF;
}

static MPI_Comm keeper_of(MPI_Comm comm)
{
    if (!errors_is_kept(comm))
        return comm;
    return keepers[comm == MPI_COMM_SELF];
}

static struct vfile *errors_file_of(MPI_Comm comm)
{
    const struct vcomm *found = comm_find(comm);
    return found ? found->file : NULL;
}

bool errors_are_fatal(MPI_Comm comm)
{
    const struct vfile *file = errors_file_of(comm);
    if (file)
        return file_errors_are_fatal(file);
    MPI_Errhandler handler = MPI_ERRHANDLER_NULL;
    const struct vwin *window = window_of_comm(comm);
    if (window)
        NEXT(PMPI_Win_get_errhandler)(window->handle, &handler);
    else
        NEXT(PMPI_Comm_get_errhandler)(keeper_of(comm), &handler);
    bool fatal = handler == MPI_ERRORS_ARE_FATAL || handler == MPI_ERRORS_ABORT;
    NEXT(PMPI_Errhandler_free)(&handler); /* the reference that the call above created */
    return fatal;
}

bool errors_are_unasked(MPI_Comm comm)
{
    const struct vfile *file = errors_file_of(comm);
    return file && !file->chosen;
}

static void call_handler(MPI_Comm comm, int error_class)
{
    struct vfile *file = errors_file_of(comm);
    if (file) {
        file_errors_call(file, error_class);
        return;
    }
    MPI_Errhandler handler = MPI_ERRHANDLER_NULL;
    const struct vwin *window = window_of_comm(comm);
    if (window) {
        NEXT(PMPI_Win_call_errhandler)(window->handle, error_class);
        return;
    }
    if (errors_is_kept(comm)) {
        NEXT(PMPI_Comm_get_errhandler)(keeper_of(comm), &handler);
        NEXT(PMPI_Comm_set_errhandler)(comm, handler);
        NEXT(PMPI_Errhandler_free)(&handler);
    }
    NEXT(PMPI_Comm_call_errhandler)(comm, error_class);
    if (errors_is_kept(comm))
        NEXT(PMPI_Comm_set_errhandler)(comm, MPI_ERRORS_RETURN);
}

void errors_call(MPI_Comm comm, int code)
{
    handlers_expect();
    call_handler(comm, code);
    answer.waits = true;
    answer.given = code;
    answer.left = handlers_left(code);
}

int errors_left(int code)
{
    bool waits = answer.waits;
    answer.waits = false;
    return waits && code == answer.given ? answer.left : code;
}

void errors_inherit(MPI_Comm from, MPI_Comm to)
{
    MPI_Errhandler handler = MPI_ERRHANDLER_NULL;
    NEXT(PMPI_Comm_get_errhandler)(keeper_of(from), &handler);
    NEXT(PMPI_Comm_set_errhandler)(to, handler);
    NEXT(PMPI_Errhandler_free)(&handler);
}

static const char *rule_of_class(int error_class)
{
    static const struct {
        int error_class;
        const char *rule;
    } rules[] = {
        {MPI_ERR_BUFFER, "arg.buffer"},   {MPI_ERR_COUNT, "arg.count"},
        {MPI_ERR_TYPE, "arg.datatype"},   {MPI_ERR_TAG, "arg.tag"},
        {MPI_ERR_COMM, "arg.comm"},       {MPI_ERR_RANK, "arg.rank"},
        {MPI_ERR_ROOT, "arg.root"},       {MPI_ERR_OP, "arg.op"},
        {MPI_ERR_REQUEST, "arg.request"},
    };
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
        if (rules[i].error_class == error_class)
            return rules[i].rule;
    return "arg.other";
}

/* Cuts the text after its first line: libraries append their own stack to "MPI_ERR_TYPE: invalid
 * datatype". */
static void first_line(char *text)
{
    for (; *text; text++)
        if (*text == '\n') {
            *text = '\0';
            return;
        }
}

int errors_of_library(const struct world_call *at, MPI_Comm comm, int code)
{
    struct vfile *file = errors_file_of(comm);
    if (comm != MPI_COMM_NULL && !errors_is_kept(comm) && !file) {
        answer.waits = false; /* the library has called the handler */
        return code;
    }
    if (file && !file_errors_are_fatal(file)) { /* such as a missing file, which a program may
                                                   expect */
        errors_call(comm, code);
        return code;
    }
    int error_class = MPI_ERR_OTHER, length = 0;
    char text[MPI_MAX_ERROR_STRING + 1] = "";
    NEXT(PMPI_Error_class)(code, &error_class);
    NEXT(PMPI_Error_string)(error_class, text, &length);
    first_line(text);
    struct problem problem = {.at = at, .rule = rule_of_class(error_class)};
    problem_raise(&problem, comm, error_class, "%s: %s", at->name, text);
    answer.given = code;
    if (answer.left == error_class) /* the handler has not changed it */
        answer.left = code;
    return code;
}

int world_Comm_set_errhandler(const struct world_call *at, MPI_Comm comm, MPI_Errhandler errhandler)
{
    (void)at;
    return NEXT(PMPI_Comm_set_errhandler)(keeper_of(comm), errhandler);
}

int world_Comm_get_errhandler(const struct world_call *at, MPI_Comm comm,
                              MPI_Errhandler *errhandler)
{
    int result = NEXT(PMPI_Comm_get_errhandler)(keeper_of(comm), errhandler);
    object_given(OBJECT_ERRHANDLER, (intptr_t)*errhandler, at->site);
    return result;
}

/* The names of MPI 1. */
int world_Errhandler_set(const struct world_call *at, MPI_Comm comm, MPI_Errhandler errhandler)
{
    return world_Comm_set_errhandler(at, comm, errhandler);
}

int world_Errhandler_get(const struct world_call *at, MPI_Comm comm, MPI_Errhandler *errhandler)
{
    return world_Comm_get_errhandler(at, comm, errhandler);
}

int world_Comm_call_errhandler(const struct world_call *at, MPI_Comm comm, int errorcode)
{
    if (!errors_are_fatal(comm)) {
        call_handler(comm, errorcode);
        return MPI_SUCCESS;
    }
    struct problem problem = {.at = at, .rule = "crash.abort"};
    problem_stop(&problem, "the program calls a fatal error handler with code %d", errorcode);
}
