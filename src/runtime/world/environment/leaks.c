#include "runtime/world/environment/leaks.h"

#include "runtime/world/comm/comm.h"
#include "runtime/world/comm/group_handles.h"
#include "runtime/world/datatype/datatype.h"
#include "runtime/world/error/object.h"
#include "runtime/world/error/problem.h"

struct leak {
    const char *rule, *noun, *end;
};

/* Reports a leak at the place where the object was created. */
static void environment_leaks_report(const struct leak *leak, const void *site)
{
    struct world_call made = {"", site};
    struct problem problem = {
        .at = &made, .rule = leak->rule, .related = "created at", .related_site = site};
    problem_keep(&problem, "%s is not %s before MPI_Finalize", leak->noun, leak->end);
}

static void report_object(const struct object *object, void *context)
{
    environment_leaks_report(context, object->created);
}

static void report_type(MPI_Datatype handle, uint64_t created, void *context)
{
    (void)handle;
    environment_leaks_report(context, (const void *)(uintptr_t)created);
}

static void report_group(MPI_Group handle, const void *created, void *context)
{
    (void)handle;
    environment_leaks_report(context, created);
}

void leaks_report(const struct world_call *at)
{
    (void)at;
    struct leak group = {"leak.group", "a group", "freed"};
    struct leak comm = {"leak.comm", "a communicator", "freed"},
                type = {"leak.type", "a datatype", "freed"};
    struct leak op = {"leak.op", "an operation", "freed"},
                key = {"leak.keyval", "a key of attributes", "freed"};
    struct leak window = {"leak.win", "a window", "freed"};
    struct leak handler = {"leak.errhandler", "an error handler", "freed"};
    struct leak file = {"leak.file", "a file", "closed"};
    for (const struct vcomm *each = comm_first(); each; each = each->next)
        if (each->site)
            environment_leaks_report(&comm, each->site);
    object_each(OBJECT_WINDOW, report_object, &window);
    group_each_leak(report_group, &group);
    datatype_each_leak(report_type, &type);
    object_each(OBJECT_OP, report_object, &op);
    object_each(OBJECT_KEYVAL, report_object, &key);
    object_each(OBJECT_ERRHANDLER, report_object, &handler);
    object_each(OBJECT_FILE, report_object, &file);
}
