#include "simulate/simulation.h"

#include "base/clock.h"
#include "base/memory.h"

#include <malloc.h>
#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

enum { STACK = 256 << 10 };

struct actor {
    ucontext_t context;
    void (*body)(void *data);
    void *data, *stack;
    int host;
    double wake;   /* when it goes on */
    double busy;   /* not before that: until then it computes */
    uint64_t turn; /* how often that was set: what is in the calendar may be old */
    bool listens, over;
    double processor;
    int64_t memory;
};

struct date {
    double when;
    uint64_t order, turn;
    struct actor *actor;
};

static struct {
    bool charges;
    double now;   /* when the actor that runs was let go on */
    double begun; /* what the processor clock said then */
    double entered;
    struct actor *self;
    struct actor **actors;
    size_t actor_count, actor_space;
    struct date *calendar; /* a heap */
    size_t date_count, date_space;
    uint64_t order;
    ucontext_t scheduler;
} world;

/* The linker's names for what the calls would have been. */
void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void __real_free(void *memory);
int __real_vasprintf(char **text, const char *format, va_list arguments)
    __attribute__((format(printf, 2, 0)));
int __real_usleep(useconds_t microseconds);
int __real_nanosleep(const struct timespec *time, struct timespec *left);
_Noreturn void __real__exit(int code);
double __real_clock_seconds(void);

static double processor_clock(void)
{
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static bool before(const struct date *one, const struct date *other)
{
    return one->when < other->when || (one->when == other->when && one->order < other->order);
}

static void add_date(struct actor *actor, double when)
{
    world.calendar =
        memory_room(world.calendar, world.date_count, &world.date_space, sizeof *world.calendar);
    size_t at = world.date_count++;
    struct date date = {when, world.order++, ++actor->turn, actor};
    actor->wake = when;
    for (; at > 0 && before(&date, &world.calendar[(at - 1) / 2]); at = (at - 1) / 2)
        world.calendar[at] = world.calendar[(at - 1) / 2];
    world.calendar[at] = date;
}

static struct date next_date(void)
{
    struct date first = world.calendar[0], last = world.calendar[--world.date_count];
    size_t at = 0;
    for (;;) {
        size_t child = 2 * at + 1;
        if (child >= world.date_count)
            break;
        if (child + 1 < world.date_count &&
            before(&world.calendar[child + 1], &world.calendar[child]))
            child++;
        if (!before(&world.calendar[child], &last))
            break;
        world.calendar[at] = world.calendar[child];
        at = child;
    }
    if (world.date_count > 0)
        world.calendar[at] = last;
    return first;
}

void simulation_begin(bool charges)
{
    world.charges = charges;
    world.now = 1;
}

void simulation_end(void)
{
    for (size_t i = 0; i < world.actor_count; i++) {
        munmap(world.actors[i]->stack, STACK);
        free(world.actors[i]);
    }
    free(world.actors);
    free(world.calendar);
    world.actors = NULL;
    world.calendar = NULL;
    world.actor_count = world.actor_space = world.date_count = world.date_space = 0;
}

double simulation_now(void)
{
    return world.now + (world.self && world.charges ? processor_clock() - world.begun : 0);
}

void simulation_enter(void)
{
    world.entered = processor_clock();
}

void simulation_leave(void)
{
    world.begun += processor_clock() - world.entered;
}

static void begin_body(void)
{
    world.self->body(world.self->data);
    actor_exit();
}

struct actor *actor_start(void (*body)(void *data), void *data, int host)
{
    struct actor *actor = memory_zero(1, sizeof *actor);
    actor->body = body;
    actor->data = data;
    actor->host = host;
    actor->stack = mmap(NULL, STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (actor->stack == MAP_FAILED)
        memory_exhausted();
    getcontext(&actor->context); /* cppcheck-suppress getcontextCalled; threads would be slow */
    actor->context.uc_stack.ss_sp = actor->stack;
    actor->context.uc_stack.ss_size = STACK;
    makecontext(&actor->context, begin_body, 0); /* cppcheck-suppress makecontextCalled */
    world.actors =
        memory_room(world.actors, world.actor_count, &world.actor_space, sizeof *world.actors);
    world.actors[world.actor_count++] = actor;
    add_date(actor, simulation_now());
    return actor;
}

void actor_kill(struct actor *actor)
{
    actor->over = true;
}

bool actor_over(const struct actor *actor)
{
    return actor->over;
}

int actor_host(const struct actor *actor)
{
    return actor->host;
}

void *actor_data(const struct actor *actor)
{
    return actor->data;
}

struct actor *actor_self(void)
{
    return world.self;
}

double actor_processor(const struct actor *actor)
{
    return actor->processor;
}

size_t actor_memory(const struct actor *actor)
{
    return actor->memory > 0 ? (size_t)actor->memory : 0;
}

static void put_aside(void)
{
    struct actor *self = world.self;
    swapcontext(&self->context, &world.scheduler); /* cppcheck-suppress swapcontextCalled */
}

void actor_wait(double until, bool listens)
{
    double now = simulation_now();
    world.self->listens = listens;
    world.self->busy = now;
    add_date(world.self, until > now ? until : now);
    put_aside();
}

void actor_wake(struct actor *actor, double when)
{
    when = when > actor->busy ? when : actor->busy;
    if (actor->listens && !actor->over && when < actor->wake)
        add_date(actor, when);
}

void actor_exit(void)
{
    world.self->over = true;
    put_aside();
    abort();
}

void simulation_run(double until)
{
    while (world.date_count > 0 && world.calendar[0].when <= until &&
           !isinf(world.calendar[0].when)) {
        struct date date = next_date();
        struct actor *actor = date.actor;
        if (actor->over || date.turn != actor->turn)
            continue;
        world.now = date.when;
        actor->listens = false;
        world.self = actor;
        world.begun = processor_clock();
        swapcontext(&world.scheduler, &actor->context); /* cppcheck-suppress swapcontextCalled */
        double took = processor_clock() - world.begun;
        world.self = NULL;
        actor->processor += took;
    }
    if (!isinf(until) && until > world.now)
        world.now = until;
}

double __wrap_clock_seconds(void);
int __wrap_usleep(useconds_t microseconds);
int __wrap_nanosleep(const struct timespec *time, struct timespec *left);
_Noreturn void __wrap__exit(int code);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);
void __wrap_free(void *memory);
int __wrap_vasprintf(char **text, const char *format, va_list arguments)
    __attribute__((format(printf, 2, 0)));

double __wrap_clock_seconds(void)
{
    return world.self ? simulation_now() : __real_clock_seconds();
}

int __wrap_usleep(useconds_t microseconds)
{
    if (!world.self)
        return __real_usleep(microseconds);
    actor_wait(simulation_now() + microseconds * 1e-6, false);
    return 0;
}

int __wrap_nanosleep(const struct timespec *time, struct timespec *left)
{
    if (!world.self)
        return __real_nanosleep(time, left);
    actor_wait(simulation_now() + (double)time->tv_sec + (double)time->tv_nsec * 1e-9, false);
    return 0;
}

void __wrap__exit(int code)
{
    if (!world.self)
        __real__exit(code);
    actor_exit();
}

/* Memory counts for the actor that runs. */
static void *account(void *memory, int sign)
{
    if (world.self && memory)
        world.self->memory += sign * (int64_t)malloc_usable_size(memory);
    return memory;
}

void *__wrap_malloc(size_t size)
{
    return account(__real_malloc(size), 1);
}

void *__wrap_calloc(size_t count, size_t size)
{
    return account(__real_calloc(count, size), 1);
}

void *__wrap_realloc(void *old, size_t size)
{
    account(old, -1);
    return account(__real_realloc(old, size), 1);
}

void __wrap_free(void *memory)
{
    account(memory, -1);
    __real_free(memory);
}

int __wrap_vasprintf(char **text, const char *format, va_list arguments)
{
    int length = __real_vasprintf(text, format, arguments);
    if (length >= 0)
        account(*text, 1);
    return length;
}
