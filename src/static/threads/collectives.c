#include "static/threads/collectives.h"

#include "static/calls/handles.h"
#include "static/threads/findings.h"

#include <string.h>

enum { MOST_SITES = 500 };

/* Returns the communicator of a site; parameters are replaced by what the calls that lead to it
 * pass. */
static struct handle handle_of_site(const struct team_sites *sites, const struct site *site)
{
    struct analysis *analysis = sites->team->threading->analysis;
    const struct team *team = sites->team;
    struct handle handle = handle_of_call(analysis, site->call);
    for (uint32_t frame = team->nodes[site->node].frame;
         frame != TEAM_NONE && handle.kind == HANDLE_PARAMETER && team->frames[frame].call;
         frame = team->frames[frame].parent) {
        if (handle.variable && handle.variable->function != team->frames[frame].function)
            break;
        handle = handle_at_call(analysis, handle, team->frames[frame].call);
    }
    return handle_anywhere(analysis, handle);
}

static bool made_in_loop(struct threading *threading, const struct ir_value *made)
{
    if (!made || !made->block)
        return true;
    return threading_flow(threading, made->function)->loops->depth[made->block->number] > 0;
}

enum same { SAME_NEVER, SAME_PERHAPS, SAME_CERTAINLY };

static enum same same_communicator(struct threading *threading, struct handle a, struct handle b)
{
    if (!handle_may_equal(a, b))
        return SAME_NEVER;
    if (!handle_equal(a, b))
        return SAME_PERHAPS;
    /* A class is all communicators that one place makes: in a loop these are several. */
    if (a.kind == HANDLE_MADE && made_in_loop(threading, a.made))
        return SAME_PERHAPS;
    if (a.kind == HANDLE_UNKNOWN && (!a.variable || a.offset == POINTS_ANYWHERE))
        return SAME_PERHAPS;
    return SAME_CERTAINLY;
}

/* Returns how the communicator (window, file) may differ between threads. */
static unsigned communicator_differs(const struct threading *threading, const struct site *site)
{
    static const char *const roles[] = {"comm", "win", "file"};
    unsigned bits = THREAD_SAME;
    for (size_t i = 0; i < sizeof roles / sizeof *roles; i++) {
        struct analysis_argument argument =
            analysis_role(threading->analysis, site->call, roles[i]);
        if (argument.value)
            bits |= argument.by_reference ? thread_memory(threading, argument.value)
                                          : thread_value(threading, argument.value);
    }
    return bits;
}

/* Checks category 1: algorithm 4 with L = (S|PB*S)*. */
static void check_several(struct collective_check *check, struct team_sites *sites,
                          struct site *site)
{
    struct threading *threading = check->threading;
    struct document *document = threading->run->document;
    unsigned differs = communicator_differs(threading, site);
    struct handle handle = handle_of_site(sites, site);
    if ((differs & THREAD_DIFFERS) || handle.kind == HANDLE_SELF)
        return; /* each thread has a communicator of its own */
    threading->run->needs->threads = true;
    if (differs || site->unsure || check->told_several[site->call->number])
        return;
    check->told_several[site->call->number] = true;
    struct finding *finding = site_finding(sites, site, "thread.multithreaded-collective");
    finding->headline = arena_printf(&document->arena, "several threads of one rank call %s on %s",
                                     site->mpi->name, handle_describe(threading->analysis, handle));
    finding->why = arena_printf(
        &document->arena,
        "%s A collective is a call of the rank, not of a thread: the rank takes part once for each "
        "thread, and the order of the calls is not fixed%s. No thread level allows that.",
        site_sentence(sites, site),
        site->locked ? "; a critical section or a lock puts them one after the other, but their "
                       "number is still that of the threads"
                     : "");
}

static void warn_pair(struct collective_check *check, struct team_sites *sites,
                      const struct site *a, const struct site *b, struct handle handle)
{
    struct threading *threading = check->threading;
    struct document *document = threading->run->document;
    struct arena *arena = &document->arena;
    const char *communicator = handle_describe(threading->analysis, handle);
    struct finding *finding = site_finding(sites, a, "thread.concurrent-collectives");
    if (a == b) {
        finding->headline = arena_printf(arena, "%s may run twice at the same time on %s",
                                         a->mpi->name, communicator);
        finding->why = arena_printf(
            arena,
            "%s Nothing makes the team wait between two executions, so another thread may already "
            "be in the next one. Collectives on one communicator match by their order, which is "
            "not fixed here. No thread level allows that.",
            site_sentence(sites, a));
        return;
    }
    finding->headline = a->mpi == b->mpi
                            ? arena_printf(arena, "two calls of %s may run at the same time on %s",
                                           a->mpi->name, communicator)
                            : arena_printf(arena, "%s and %s may run at the same time on %s",
                                           a->mpi->name, b->mpi->name, communicator);
    finding->why = arena_printf(
        arena,
        "%s %s No barrier of the team is between them, so that they may run at the same time or in "
        "any order. Collectives on one communicator match by their order. No thread level allows "
        "that.",
        site_sentence(sites, a), site_sentence(sites, b));
    *arena_push(arena, finding->locations, finding->location_count) =
        analysis_location(threading->analysis, document, b->call);
}

/* Checks category 2: algorithm 7. */
static void check_pair(struct collective_check *check, struct team_sites *sites, struct site *a,
                       struct site *b)
{
    if (a->several || b->several)
        return;
    enum at_once at_once = team_sites_at_once(sites, a, b);
    if (at_once == AT_ONCE_NEVER)
        return;
    struct handle handle = handle_of_site(sites, a);
    enum same same = same_communicator(check->threading, handle, handle_of_site(sites, b));
    if (same == SAME_NEVER || handle.kind == HANDLE_SELF)
        return;
    check->threading->run->needs->threads = true;
    bool swap = b->call->place.line < a->call->place.line; /* report the upper place first */
    const struct site *first = swap ? b : a;
    if (same != SAME_CERTAINLY || at_once != AT_ONCE_MAYBE || a->unsure || b->unsure ||
        check->told_at_once[first->call->number])
        return;
    check->told_at_once[first->call->number] = true;
    warn_pair(check, sites, first, swap ? a : b, handle);
}

void collectives_check(struct collective_check *check, struct team_sites *sites)
{
    bool many = sites->count > MOST_SITES;
    for (size_t i = 0; i < sites->count; i++) {
        struct site *site = &sites->list[i];
        if (!site->mpi->collective)
            continue;
        if (site->several)
            check_several(check, sites, site);
        for (size_t k = i; !many && k < sites->count; k++)
            if (sites->list[k].mpi->collective)
                check_pair(check, sites, site, &sites->list[k]);
    }
    if (many)
        check->threading->run->needs->threads = true;
}
