#include "runtime/world/check/check.h"

#include "runtime/next.h"
#include "runtime/world/comm/attributes.h"
#include "runtime/world/datatype/datatype.h"
#include "runtime/world/environment/environment.h"
#include "runtime/world/error/problem.h"
#include "runtime/world/file/file.h"
#include "runtime/world/memory/allocator.h"
#include "runtime/world/rank/start.h"
#include "runtime/world/rma/window.h"

#include <stdio.h>

bool check_is_ignored(const struct check *check, const char *name)
{
    return check->idle || name[0] == check->in_place;
}

int check_environment(const struct check *check)
{
    const struct world_call *at = check->at;
    switch (environment_phase()) {
    case PHASE_BEFORE: {
        /* There is no rank yet to report it. */
        start_prepare();
        start_ranks();
        struct problem problem = {.at = at, .rule = "env.init"};
        problem_stop(&problem, "%s is called before MPI_Init", at->name);
    }
    case PHASE_AFTER: {
        struct problem problem = {.at = at,
                                  .rule = "env.finalize",
                                  .related = "finalized at",
                                  .related_site = environment_end()};
        problem_stop(&problem, "%s is called after MPI_Finalize", at->name);
    }
    case PHASE_INSIDE:
        break;
    }
    if (!environment_may_call()) {
        struct problem problem = {.at = at,
                                  .rule = "thread.level",
                                  .related = "initialised at",
                                  .related_site = environment_start()};
        problem_stop(&problem,
                     "%s is called by another thread than the one that initialised MPI, "
                     "which did not ask for MPI_THREAD_SERIALIZED",
                     at->name);
    }
    return MPI_SUCCESS;
}

/* Reports a duplicate that is not complete. It is a finding whatever the error handler, since no
 * library notices. mpi4py sets the error handler of each communicator at once: a program that uses
 * MPI_Comm_idup there gets the finding and goes on. */
static int unfinished_comm(const struct check *check, const char *name, const void *begun)
{
    struct problem problem = {.at = check->at,
                              .rule = "arg.comm",
                              .why = "MPI forbids use of the duplicate before the operation that "
                                     "makes it is complete.",
                              .related = "duplicated at",
                              .related_site = begun};
    static const char headline[] = "%s: %s is a duplicate that is not complete";
    if (!check->early)
        problem_stop(&problem, headline, check->at->name, name);
    problem_keep(&problem, headline, check->at->name, name);
    return MPI_SUCCESS;
}

int check_comm(struct check *check, const char *name, MPI_Comm comm)
{
    struct vcomm *found = comm_find(comm);
    if (found && !found->site && !environment_has_world()) {
        struct problem problem = {.at = check->at, .rule = "env.init"};
        problem_stop(&problem, "%s: %s exists only after MPI_Init, and is not part of a session",
                     check->at->name, comm == MPI_COMM_SELF ? "MPI_COMM_SELF" : "MPI_COMM_WORLD");
    }
    if (found) {
        if (!check->on) {
            check->on = found;
            check->comm = comm;
        }
        return MPI_SUCCESS;
    }
    const void *begun = comm_begun_at(comm), *freed = comm_freed_at(comm);
    if (begun)
        return unfinished_comm(check, name, begun);
    struct problem problem = {.at = check->at,
                              .rule = "arg.comm",
                              .related = freed ? "freed at" : NULL,
                              .related_site = freed};
    const char *what = comm == MPI_COMM_NULL ? "MPI_COMM_NULL"
                       : freed               ? "a communicator that has been freed"
                                             : "no communicator";
    return problem_raise(&problem, comm, MPI_ERR_COMM, "%s: %s is %s", check->at->name, name, what);
}

/* Checks that exposed memory was not freed: it must stay until MPI_Win_free (MPI 4.0, section
 * 12.2.5). */
static int check_exposed(const struct check *check, const struct vwin *window)
{
    const void *freed = window->watch ? allocator_freed_at(window->watch) : NULL;
    struct problem problem = {.at = check->at,
                              .rule = "arg.buffer",
                              .why = "The memory of a window may be freed after MPI_Win_free.",
                              .related = "freed at",
                              .related_site = freed};
    if (!freed)
        return MPI_SUCCESS;
    return problem_raise(&problem, check->comm, MPI_ERR_WIN,
                         "%s: the memory of the window has been freed", check->at->name);
}

int check_win(struct check *check, const char *name, MPI_Win win)
{
    const struct vwin *found = window_find(win);
    if (found) {
        check->on = found->comm;
        check->comm = found->comm->handle;
        return check_exposed(check, found);
    }
    struct object object = object_find(OBJECT_WINDOW, (intptr_t)win);
    bool freed = object.state == OBJECT_FREED;
    struct problem problem = {.at = check->at,
                              .rule = "arg.other",
                              .related = freed ? "freed at" : NULL,
                              .related_site = object.freed};
    const char *what = win == MPI_WIN_NULL ? "MPI_WIN_NULL"
                       : freed             ? "a window that has been freed"
                                           : "no window";
    return problem_raise(&problem, MPI_COMM_WORLD, MPI_ERR_WIN, "%s: %s is %s", check->at->name,
                         name, what);
}

int check_file(struct check *check, const char *name, MPI_File file)
{
    const struct vfile *found = file_find(file);
    if (found) {
        check->on = found->comm;
        check->comm = found->comm->handle;
        return MPI_SUCCESS;
    }
    struct object object = object_find(OBJECT_FILE, (intptr_t)file);
    bool closed = object.state == OBJECT_FREED;
    struct problem problem = {.at = check->at,
                              .rule = "arg.other",
                              .related = closed ? "closed at" : NULL,
                              .related_site = object.freed};
    const char *what = file == MPI_FILE_NULL ? "MPI_FILE_NULL"
                       : closed              ? "a file that has been closed"
                                             : "no file";
    return problem_raise(&problem, file_null()->comm->handle, MPI_ERR_FILE, "%s: %s is %s",
                         check->at->name, name, what);
}

int check_root(struct check *check, const char *name, int root)
{
    const struct vcomm *on = check->on;
    int peers = comm_peer_count(on);
    bool inter = on->remote != NULL;
    bool valid = root >= 0 && root < peers;
    check->idle = inter && root == MPI_PROC_NULL;
    check->elsewhere = inter ? root != MPI_ROOT : root != on->rank;
    if (valid || (inter && (root == MPI_ROOT || root == MPI_PROC_NULL)))
        return MPI_SUCCESS;
    struct problem problem = {.at = check->at, .rule = "arg.root"};
    return problem_raise(&problem, check->comm, MPI_ERR_ROOT,
                         "%s: %s is %d, and the communicator has ranks 0 to %d", check->at->name,
                         name, root, peers - 1);
}

/* In a rooted collective only the root may have its data in place; on an inter-communicator no rank
 * may. */
void check_in_place(struct check *check, const char *name, const void *buffer)
{
    if (buffer == MPI_IN_PLACE && !check->elsewhere && !check->on->remote)
        check->in_place = name[0];
}

int check_count(const struct check *check, const char *name, MPI_Count count)
{
    if (count >= 0 || check_is_ignored(check, name))
        return MPI_SUCCESS;
    struct problem problem = {.at = check->at, .rule = "arg.count"};
    return problem_raise(&problem, check->comm, MPI_ERR_COUNT, "%s: %s is %lld, which is negative",
                         check->at->name, name, (long long)count);
}

static int check_numbers(const struct check *check, const char *rule, int error_class,
                         const char *name, struct numbers numbers, int length)
{
    for (int i = 0; i < length && numbers.list && !check_is_ignored(check, name); i++) {
        if (numbers_at(numbers, i) >= 0)
            continue;
        struct problem problem = {.at = check->at, .rule = rule};
        return problem_raise(&problem, check->comm, error_class,
                             "%s: %s[%d] is %lld, which is negative", check->at->name, name, i,
                             (long long)numbers_at(numbers, i));
    }
    return MPI_SUCCESS;
}

int check_counts(const struct check *check, const char *name, struct numbers counts, int length)
{
    return check_numbers(check, "arg.count", MPI_ERR_COUNT, name, counts, length);
}

int check_block(const struct check *check, const char *name, MPI_Count length)
{
    if (length >= 0)
        return MPI_SUCCESS;
    struct problem problem = {.at = check->at, .rule = "arg.other"};
    return problem_raise(&problem, check->comm, MPI_ERR_ARG, "%s: %s is %lld, which is negative",
                         check->at->name, name, (long long)length);
}

int check_blocks(const struct check *check, const char *name, struct numbers lengths, int length)
{
    return check_numbers(check, "arg.other", MPI_ERR_ARG, name, lengths, length);
}

static int wrong_rank(const struct check *check, const char *name, int rank)
{
    struct problem problem = {.at = check->at, .rule = "arg.rank"};
    return problem_raise(&problem, check->comm, MPI_ERR_RANK,
                         "%s: %s is %d, and the communicator has ranks 0 to %d", check->at->name,
                         name, rank, comm_peer_count(check->on) - 1);
}

int check_rank(const struct check *check, const char *name, int rank)
{
    /* Without a communicator it is a rank of a group or a distributed array, which is checked
     * there. */
    bool valid = !check->on || (rank >= 0 && rank < comm_peer_count(check->on));
    return valid ? MPI_SUCCESS : wrong_rank(check, name, rank);
}

int check_dest(const struct check *check, const char *name, int rank)
{
    return rank == MPI_PROC_NULL ? MPI_SUCCESS : check_rank(check, name, rank);
}

int check_source(const struct check *check, const char *name, int rank, bool any)
{
    struct problem problem = {.at = check->at, .rule = "arg.rank"};
    if (rank != MPI_ANY_SOURCE)
        return check_dest(check, name, rank);
    if (any)
        return MPI_SUCCESS;
    return problem_raise(&problem, check->comm, MPI_ERR_RANK,
                         "%s: %s is MPI_ANY_SOURCE, which is not allowed here", check->at->name,
                         name);
}

int check_tag(const struct check *check, const char *name, int tag, bool any)
{
    int most = environment_tag_limit();
    if ((tag >= 0 && tag <= most) || (any && tag == MPI_ANY_TAG))
        return MPI_SUCCESS;
    struct problem problem = {.at = check->at, .rule = "arg.tag"};
    return problem_raise(&problem, check->comm, MPI_ERR_TAG, "%s: %s is %d, and tags are 0 to %d",
                         check->at->name, name, tag, most);
}

int check_color(const struct check *check, const char *name, int color)
{
    if (color >= 0 || color == MPI_UNDEFINED)
        return MPI_SUCCESS;
    struct problem problem = {.at = check->at, .rule = "arg.other"};
    return problem_raise(&problem, check->comm, MPI_ERR_ARG,
                         "%s: %s is %d: neither 0 or more nor MPI_UNDEFINED", check->at->name, name,
                         color);
}

int check_split_type(const struct check *check, const char *name, int split_type)
{
    static const int known[] = {
        MPI_COMM_TYPE_SHARED,
        MPI_UNDEFINED,
        MPI_COMM_TYPE_HW_GUIDED,
        MPI_COMM_TYPE_HW_UNGUIDED,
        MPI_COMM_TYPE_RESOURCE_GUIDED,
#ifdef TUTTI_FAMILY_MPICH
        MPICH_COMM_TYPE_NEIGHBORHOOD_OLD,
        MPICH_COMM_TYPE_NEIGHBORHOOD,
#endif
#ifdef TUTTI_FAMILY_OPENMPI
        OMPI_COMM_TYPE_NODE,
        OMPI_COMM_TYPE_HWTHREAD,
        OMPI_COMM_TYPE_CORE,
        OMPI_COMM_TYPE_L1CACHE,
        OMPI_COMM_TYPE_L2CACHE,
        OMPI_COMM_TYPE_L3CACHE,
        OMPI_COMM_TYPE_SOCKET,
        OMPI_COMM_TYPE_NUMA,
        OMPI_COMM_TYPE_BOARD,
        OMPI_COMM_TYPE_HOST,
        OMPI_COMM_TYPE_CU,
        OMPI_COMM_TYPE_CLUSTER,
#endif
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (known[i] == split_type)
            return MPI_SUCCESS;
    struct problem problem = {.at = check->at, .rule = "arg.other"};
    return problem_raise(&problem, check->comm, MPI_ERR_ARG,
                         "%s: %s is %d, which MPI does not know", check->at->name, name,
                         split_type);
}

int check_datatype(const struct check *check, const char *name, MPI_Datatype datatype, bool ready)
{
    if (check_is_ignored(check, name))
        return MPI_SUCCESS;
    struct datatype_life life = datatype_life(datatype);
    const char *what = "no datatype";
    struct problem problem = {.at = check->at, .rule = "arg.datatype"};
    switch (life.state) {
    case DATATYPE_READY:
        return MPI_SUCCESS;
    case DATATYPE_UNCOMMITTED:
        if (!ready)
            return MPI_SUCCESS;
        what = "a datatype that is not committed";
        problem.related = "created at";
        problem.related_site = (const void *)(uintptr_t)life.created;
        break;
    case DATATYPE_FREED:
        what = "a datatype that has been freed";
        problem.related = "freed at";
        problem.related_site = (const void *)(uintptr_t)life.freed;
        break;
    case DATATYPE_NULL:
        what = "MPI_DATATYPE_NULL";
        break;
    case DATATYPE_UNKNOWN:
        break;
    }
    return problem_raise(&problem, check->comm, MPI_ERR_TYPE, "%s: %s is %s", check->at->name, name,
                         what);
}

int check_datatypes(const struct check *check, const char *name, const MPI_Datatype *datatypes,
                    int length, bool ready)
{
    int wrong = MPI_SUCCESS;
    for (int i = 0; i < length && datatypes && !check_is_ignored(check, name) && !wrong; i++) {
        char entry[64];
        snprintf(entry, sizeof entry, "%s[%d]", name, i);
        wrong = check_datatype(check, entry, datatypes[i], ready);
    }
    return wrong;
}

int check_object(const struct check *check, const char *name, enum object_kind kind,
                 intptr_t handle, intptr_t null)
{
    static const char *const nouns[] = {"operation", "key", "error handler", "info object", "file"};
    struct object object = object_find(kind, handle);
    struct problem problem = {.at = check->at, .rule = kind == OBJECT_OP ? "arg.op" : "arg.other"};
    int error_class = kind == OBJECT_OP       ? MPI_ERR_OP
                      : kind == OBJECT_KEYVAL ? MPI_ERR_KEYVAL
                      : kind == OBJECT_INFO   ? MPI_ERR_INFO
                                              : MPI_ERR_ARG;
    /* Keys are numbers. Any other handle that is 0 was never set, in each MPI. */
    if (handle == null || (handle == 0 && kind != OBJECT_KEYVAL))
        return problem_raise(&problem, check->comm, error_class, "%s: %s is null: no %s",
                             check->at->name, name, nouns[kind]);
    if (object.state != OBJECT_FREED)
        return MPI_SUCCESS;
    problem.related = "freed at";
    problem.related_site = object.freed;
    return problem_raise(&problem, check->comm, error_class, "%s: %s has been freed: no %s",
                         check->at->name, name, nouns[kind]);
}

int check_result(const struct check *check, const char *name, const void *place)
{
    struct problem problem = {.at = check->at, .rule = "arg.other"};
    if (place)
        return MPI_SUCCESS;
    return problem_raise(&problem, check->comm, MPI_ERR_ARG,
                         "%s: %s is NULL: there is no place for the result", check->at->name, name);
}

/* Checks a key. A freed key stays valid while an attribute has it, which may be read and deleted
 * (MPI 4.0, section 7.7.2). */
int check_key(const struct check *check, const char *name, int key, MPI_Comm comm,
              MPI_Datatype datatype)
{
    struct object object = object_find(OBJECT_KEYVAL, key);
    if (object.state == OBJECT_FREED && attribute_is_there(comm, datatype, key))
        return MPI_SUCCESS;
    return check_object(check, name, OBJECT_KEYVAL, key, MPI_KEYVAL_INVALID);
}

int check_info(const struct check *check, const char *name, MPI_Info info, bool may_be_null)
{
    if (may_be_null && info == MPI_INFO_NULL)
        return MPI_SUCCESS;
    return check_object(check, name, OBJECT_INFO, (intptr_t)info, (intptr_t)MPI_INFO_NULL);
}
