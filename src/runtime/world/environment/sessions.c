/* sessions.c: sessions, process sets, and communicators from groups (MPI 4.0, sections 7.4.2 and
 * 11.3). A session is a real one of the program's MPI, which holds the error handler and the info.
 * The process sets are those of the world. */
#include "runtime/next.h"
#include "runtime/world/calls.h"
#include "runtime/world/checksum.h"
#include "runtime/world/comm/construct.h"
#include "runtime/world/comm/group_handles.h"
#include "runtime/world/environment/environment.h"
#include "runtime/world/error/errors.h"
#include "runtime/world/error/object.h"
#include "runtime/world/error/problem.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Names are URIs, which ignore case. */
static const char *const sets[] = {"mpi://WORLD", "mpi://SELF"};
enum { SET_WORLD, SET_SELF, SET_COUNT };

/* Values of the key "thread_level". */
static const struct {
    const char *name;
    int level;
} levels[] = {{"MPI_THREAD_SINGLE", MPI_THREAD_SINGLE},
              {"MPI_THREAD_FUNNELED", MPI_THREAD_FUNNELED},
              {"MPI_THREAD_SERIALIZED", MPI_THREAD_SERIALIZED},
              {"MPI_THREAD_MULTIPLE", MPI_THREAD_MULTIPLE}};
enum { LEVEL_COUNT = 4 };

struct open_session {
    MPI_Session handle;
    int level; /* index in `levels` */
    int number;
    struct open_session *next;
};

static struct open_session *open_sessions;
static int session_count; /* that were opened */

/* Returns the index of the level that the program asks for, even if the library gives a higher one;
 * without a request the highest. */
static int sessions_level_of(MPI_Info info)
{
    char value[MPI_MAX_INFO_VAL + 1] = "";
    int flag = 0;
    if (info != MPI_INFO_NULL)
        NEXT(PMPI_Info_get)(info, "thread_level", MPI_MAX_INFO_VAL, value, &flag);
    for (int i = 0; flag && i < LEVEL_COUNT; i++)
        if (strcmp(value, levels[i].name) == 0)
            return i;
    return LEVEL_COUNT - 1;
}

int world_Session_init(const struct world_call *at, MPI_Info info, MPI_Errhandler errhandler,
                       MPI_Session *session)
{
    environment_enter_session(at);
    int result = NEXT(PMPI_Session_init)(info, errhandler, session);
    if (result != MPI_SUCCESS) {
        environment_leave_session(at);
        return errors_of_library(at, MPI_COMM_NULL, result);
    }
    struct open_session *made = rank_memory(malloc(sizeof *made));
    *made =
        (struct open_session){*session, sessions_level_of(info), ++session_count, open_sessions};
    open_sessions = made;
    environment_raise_level(levels[made->level].level);
    return result;
}

static struct open_session **sessions_find(MPI_Session session)
{
    struct open_session **link = &open_sessions;
    while (*link && (*link)->handle != session)
        link = &(*link)->next;
    return link;
}

static int check_session(const struct world_call *at, MPI_Session session)
{
    struct problem problem = {.at = at, .rule = "arg.other"};
    if (*sessions_find(session))
        return MPI_SUCCESS;
    return problem_raise(&problem, MPI_COMM_NULL, MPI_ERR_SESSION, "%s: session is %s", at->name,
                         session == MPI_SESSION_NULL ? "MPI_SESSION_NULL"
                                                     : "no session, or one that has ended");
}

int environment_session_number(const struct world_call *at, MPI_Session session, int *number)
{
    int error = check_session(at, session);
    if (error == MPI_SUCCESS)
        *number = (*sessions_find(session))->number;
    return error;
}

int environment_only_session(void)
{
    bool only = open_sessions && !open_sessions->next && !environment_has_world();
    return only ? open_sessions->number : 0;
}

/* Reports a wrong argument: the error handler of the session decides. */
static int session_reject(const struct world_call *at, MPI_Session session, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static int session_reject(const struct world_call *at, MPI_Session session, const char *format, ...)
{
    struct problem problem = {.at = at, .rule = "arg.other"};
    MPI_Errhandler handler = MPI_ERRORS_ARE_FATAL;
    char what[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    NEXT(PMPI_Session_get_errhandler)(session, &handler);
    if (handler == MPI_ERRORS_ARE_FATAL || handler == MPI_ERRORS_ABORT)
        problem_stop(&problem, "%s: %s", at->name, what);
    NEXT(PMPI_Session_call_errhandler)(session, MPI_ERR_ARG);
    return MPI_ERR_ARG;
}

int world_Session_finalize(const struct world_call *at, MPI_Session *session)
{
    int error = check_session(at, *session);
    if (error != MPI_SUCCESS)
        return error;
    struct open_session **link = sessions_find(*session), *gone = *link;
    *link = gone->next;
    free(gone);
    int result = NEXT(PMPI_Session_finalize)(session);
    environment_leave_session(at);
    return result == MPI_SUCCESS ? result : errors_of_library(at, MPI_COMM_NULL, result);
}

int world_Session_get_num_psets(const struct world_call *at, MPI_Session session, MPI_Info info,
                                int *npset_names)
{
    (void)info;
    int error = check_session(at, session);
    if (error == MPI_SUCCESS)
        *npset_names = SET_COUNT;
    return error;
}

/* With a length of 0 the program asks only for the length needed. */
int world_Session_get_nth_pset(const struct world_call *at, MPI_Session session, MPI_Info info,
                               int n, int *pset_len, char *pset_name)
{
    (void)info;
    int error = check_session(at, session);
    if (error != MPI_SUCCESS)
        return error;
    if (n < 0 || n >= SET_COUNT)
        return session_reject(at, session, "n is %d, and there are %d process sets", n, SET_COUNT);
    if (*pset_len > 0)
        snprintf(pset_name, (size_t)*pset_len, "%s", sets[n]);
    *pset_len = (int)strlen(sets[n]) + 1;
    return MPI_SUCCESS;
}

static int set_of(const struct world_call *at, MPI_Session session, const char *name, int *set)
{
    int error = check_session(at, session);
    if (error != MPI_SUCCESS)
        return error;
    for (*set = 0; *set < SET_COUNT; ++*set)
        if (name && strcasecmp(name, sets[*set]) == 0)
            return MPI_SUCCESS;
    return session_reject(at, session, "there is no process set \"%s\"", name ? name : "");
}

int world_Session_get_info(const struct world_call *at, MPI_Session session, MPI_Info *info_used)
{
    int error = check_session(at, session);
    if (error != MPI_SUCCESS)
        return error;
    int result = NEXT(PMPI_Session_get_info)(session, info_used);
    if (result != MPI_SUCCESS)
        return errors_of_library(at, MPI_COMM_NULL, result);
    NEXT(PMPI_Info_set)(*info_used, "thread_level", levels[(*sessions_find(session))->level].name);
    object_created(OBJECT_INFO, (intptr_t)*info_used, at->site);
    return result;
}

int world_Session_get_pset_info(const struct world_call *at, MPI_Session session,
                                const char *pset_name, MPI_Info *info)
{
    int set = 0, error = set_of(at, session, pset_name, &set);
    char size[16];
    if (error != MPI_SUCCESS)
        return error;
    snprintf(size, sizeof size, "%d", set == SET_WORLD ? (int)world->ranks : 1);
    NEXT(PMPI_Info_create)(info);
    NEXT(PMPI_Info_set)(*info, "mpi_size", size);
    object_created(OBJECT_INFO, (intptr_t)*info, at->site);
    return MPI_SUCCESS;
}

int world_Group_from_session_pset(const struct world_call *at, MPI_Session session,
                                  const char *pset_name, MPI_Group *newgroup)
{
    int set = 0, error = set_of(at, session, pset_name, &set);
    struct vgroup *group = NULL;
    struct fault fault = {0};
    if (error != MPI_SUCCESS)
        return error;
    enum fault_kind kind = set == SET_WORLD ? vgroup_create_world((int)world->ranks, &group, &fault)
                                            : vgroup_create(1, &world_rank, &group, &fault);
    if (kind != FAULT_NONE)
        return problem_of_fault(at, MPI_COMM_NULL, &fault);
    *newgroup = group_add(at, group);
    return MPI_SUCCESS;
}

/* Returns a negative tag: MPI_Comm_create_group, which collects its members in the same way, uses
 * the others. */
static int tag_of(const char *text)
{
    return (int)(checksum_bytes(0, (const unsigned char *)text, strlen(text)) | 0x80000000U);
}

static MPI_Comm make_handle(const struct world_call *at, MPI_Errhandler errhandler)
{
    MPI_Comm made = construct_handle(at, MPI_COMM_SELF);
    NEXT(PMPI_Comm_set_errhandler)(made, errhandler);
    return made;
}

static int not_a_member(const struct world_call *at, const char *group)
{
    struct problem problem = {.at = at, .rule = "arg.other"};
    return problem_raise(&problem, MPI_COMM_NULL, MPI_ERR_GROUP, "%s: this process is not in %s",
                         at->name, group);
}

int world_Comm_create_from_group(const struct world_call *at, MPI_Group handle,
                                 const char *stringtag, MPI_Info info, MPI_Errhandler errhandler,
                                 MPI_Comm *newcomm)
{
    (void)info;
    struct vgroup *group = NULL;
    int error = group_get(at, MPI_COMM_NULL, handle, &group);
    if (error != MPI_SUCCESS)
        return error;
    *newcomm = MPI_COMM_NULL;
    if (group->size == 0)
        return MPI_SUCCESS;
    if (vgroup_rank(group, world_rank) < 0)
        return not_a_member(at, "the group");
    int context = construct_in_group(at, comm_require(at, MPI_COMM_WORLD), group->world,
                                     group->size, tag_of(stringtag));
    *newcomm = make_handle(at, errhandler);
    comm_add(*newcomm, context, construct_copy(group->world, group->size), group->size, NULL, 0,
             at->site);
    return MPI_SUCCESS;
}

/* Returns the members of both groups, in the same order on both sides. */
static int *sessions_members_of(const struct vgroup *local, const struct vgroup *remote)
{
    const struct vgroup *first = local->world[0] < remote->world[0] ? local : remote;
    const struct vgroup *second = first == local ? remote : local;
    int *members = construct_list(first->size + second->size);
    memcpy(members, first->world, (size_t)first->size * sizeof *members);
    memcpy(members + first->size, second->world, (size_t)second->size * sizeof *members);
    return members;
}

static int check_leader(const struct world_call *at, const char *name, int leader,
                        const struct vgroup *group)
{
    struct problem problem = {.at = at, .rule = "arg.rank"};
    if (leader >= 0 && leader < group->size)
        return MPI_SUCCESS;
    return problem_raise(&problem, MPI_COMM_NULL, MPI_ERR_RANK,
                         "%s: %s is %d, and the group has ranks 0 to %d", at->name, name, leader,
                         group->size - 1);
}

static int check_groups(const struct world_call *at, const struct vgroup *local,
                        const struct vgroup *remote, int local_leader, int remote_leader)
{
    struct problem problem = {.at = at, .rule = "arg.other"};
    int error = check_leader(at, "local_leader", local_leader, local);
    if (error == MPI_SUCCESS)
        error = check_leader(at, "remote_leader", remote_leader, remote);
    if (error != MPI_SUCCESS)
        return error;
    if (vgroup_rank(local, world_rank) < 0)
        return not_a_member(at, "local_group");
    for (int i = 0; i < remote->size; i++)
        if (vgroup_rank(local, remote->world[i]) >= 0)
            return problem_raise(&problem, MPI_COMM_NULL, MPI_ERR_GROUP,
                                 "%s: rank %d of the world is in both groups", at->name,
                                 remote->world[i]);
    return MPI_SUCCESS;
}

int world_Intercomm_create_from_groups(const struct world_call *at, MPI_Group local_group,
                                       int local_leader, MPI_Group remote_group, int remote_leader,
                                       const char *stringtag, MPI_Info info,
                                       MPI_Errhandler errhandler, MPI_Comm *newintercomm)
{
    (void)info;
    struct vgroup *local = NULL, *remote = NULL;
    int error = group_get(at, MPI_COMM_NULL, local_group, &local);
    if (error == MPI_SUCCESS)
        error = group_get(at, MPI_COMM_NULL, remote_group, &remote);
    if (error == MPI_SUCCESS)
        error = check_groups(at, local, remote, local_leader, remote_leader);
    if (error != MPI_SUCCESS)
        return error;
    int *members = sessions_members_of(local, remote);
    int context = construct_in_group(at, comm_require(at, MPI_COMM_WORLD), members,
                                     local->size + remote->size, tag_of(stringtag));
    free(members);
    *newintercomm = make_handle(at, errhandler);
    comm_add(*newintercomm, context, construct_copy(local->world, local->size), local->size,
             construct_copy(remote->world, remote->size), remote->size, at->site);
    return MPI_SUCCESS;
}
