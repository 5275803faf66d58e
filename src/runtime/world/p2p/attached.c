#include "runtime/world/p2p/attached.h"

#include "runtime/world/calls.h"
#include "runtime/world/datatype/data.h"
#include "runtime/world/error/problem.h"
#include "runtime/world/rank/callers.h"
#include "runtime/world/request/completion.h"

#include <limits.h>
#include <stdlib.h>

static void *buffer; /* NULL: none is attached */
static uint64_t size, used;

/* Messages in the buffer, oldest first. */
static uint32_t *numbers;
static uint64_t *sizes;
static int count, space;
static bool asking; /* a thread asks the scheduler about the messages; others must not change the
                       list */

static void begin_asking(void)
{
    while (asking)
        callers_pause();
    asking = true;
}

static void end_asking(void)
{
    asking = false;
    callers_resume();
}

static void *attached_grow(void *list, size_t size_of_one)
{
    void *grown = rank_memory(realloc(list, (size_t)space * size_of_one));
    return grown;
}

/* Removes messages that were received; returns whether there were any. It asks the scheduler and
 * ignores completions in the inbox, so that a replay makes the same calls. */
static bool attached_make_room(const struct world_call *at)
{
    begin_asking();
    int asked = count; /* another thread may add messages meanwhile */
    bool *received = rank_memory(calloc((size_t)asked + 1, sizeof *received));
    bool any = asked > 0 &&
               completion_ask(at, WAIT_FOR_SOME, OP_POLLS | OP_SPACE, asked, numbers, received);
    int kept = 0;
    for (int i = 0; i < count; i++) {
        if (i < asked && received[i]) {
            used -= sizes[i];
            continue;
        }
        numbers[kept] = numbers[i];
        sizes[kept++] = sizes[i];
    }
    count = kept;
    free(received);
    end_asking();
    return any;
}

int attached_reserve(const struct world_call *at, MPI_Comm comm, MPI_Count elements,
                     MPI_Datatype datatype, uint64_t *bytes)
{
    *bytes = data_size(elements, datatype) + MPI_BSEND_OVERHEAD;
    while (buffer && used + *bytes > size && count > 0 && attached_make_room(at))
        continue;
    if (buffer && used + *bytes <= size)
        return MPI_SUCCESS;
    struct problem problem = {
        .at = at,
        .rule = "arg.buffer",
        .why = "Until it is received, a message takes as many bytes of the attached buffer as "
               "MPI_Pack_size says, plus MPI_BSEND_OVERHEAD."};
    if (!buffer)
        return problem_raise(&problem, comm, MPI_ERR_BUFFER, "%s: no buffer is attached", at->name);
    return problem_raise(&problem, comm, MPI_ERR_BUFFER,
                         "%s needs %llu bytes of the attached buffer, which has %llu left of %llu",
                         at->name, (unsigned long long)*bytes, (unsigned long long)(size - used),
                         (unsigned long long)size);
}

void attached_add(uint32_t number, uint64_t bytes)
{
    if (count == space) {
        space = space ? 2 * space : 64;
        numbers = attached_grow(numbers, sizeof *numbers);
        sizes = attached_grow(sizes, sizeof *sizes);
    }
    numbers[count] = number;
    sizes[count++] = bytes;
    used += bytes;
}

static int attached_refuse(const struct world_call *at, const char *what)
{
    struct problem problem = {.at = at, .rule = "arg.buffer"};
    return problem_raise(&problem, MPI_COMM_NULL, MPI_ERR_BUFFER, "%s: %s", at->name, what);
}

int world_Buffer_attach(const struct world_call *at, void *given, MPI_Count bytes)
{
    if (buffer)
        return attached_refuse(at, "a buffer is attached already");
    if (!given || bytes < 0)
        return attached_refuse(at, given ? "the size is negative" : "the buffer is a null pointer");
    buffer = given;
    size = (uint64_t)bytes;
    return MPI_SUCCESS;
}

/* Waits until every message in the buffer has been received. `given` is the address of a
 * pointer. */
int world_Buffer_detach_c(const struct world_call *at, void *given, MPI_Count *bytes)
{
    if (!buffer)
        return attached_refuse(at, "no buffer is attached");
    begin_asking();
    if (count > 0)
        completion_ask(at, WAIT_FOR_ALL, 0, count, numbers, NULL);
    count = 0;
    used = 0;
    end_asking();
    *(void **)given = buffer;
    *bytes = (MPI_Count)size;
    buffer = NULL;
    return MPI_SUCCESS;
}

int world_Buffer_detach(const struct world_call *at, void *given, int *bytes)
{
    MPI_Count all = 0;
    int error = world_Buffer_detach_c(at, given, &all);
    if (error == MPI_SUCCESS)
        *bytes = all > INT_MAX ? MPI_UNDEFINED : (int)all;
    return error;
}
