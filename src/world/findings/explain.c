#include "world/findings/explain.h"

#include "base/text.h"

#include <string.h>

enum { SHOWN = 4, CAP = 4096 };

static void explain_add_place(struct text *text, const struct location *location)
{
    const char *name = location->file ? strrchr(location->file, '/') : NULL;
    if (location->file && location->line > 0)
        text_addf(text, " (%s:%d)", name ? name + 1 : location->file, location->line);
}

/* Returns whether several threads of the rank wait. */
static bool is_beside_others(const struct finding *finding, const struct location *location)
{
    size_t count = 0;
    for (size_t i = 0; i < finding->location_count; i++)
        count += finding->locations[i].rank == location->rank;
    return count > 1;
}

/* Adds a text such as "MPI_Recv from 1, tag 7", from the first wait of the rank. For a call that
 * waits for requests, it names the one that is not complete. If several threads of a rank wait, a
 * wait does not tell which thread it belongs to, so none is used. */
static void explain_add_wait(struct text *text, const struct finding *finding,
                             const struct location *location)
{
    const struct wait *first = NULL;
    bool alone = !is_beside_others(finding, location);
    for (size_t i = 0; i < finding->wait_count && alone && !first; i++)
        if (finding->waits[i].rank == location->rank && finding->waits[i].why)
            first = &finding->waits[i];
    bool same =
        first && location->call && strncmp(first->why, location->call, strlen(location->call)) == 0;
    if (same)
        text_addf(text, "rank %d waits in %s", location->rank, first->why);
    else
        text_addf(text, "rank %d waits in %s%s%s", location->rank,
                  location->call ? location->call : "a call", first ? " for " : "",
                  first ? first->why : "");
    explain_add_place(text, location);
}

void explain_deadlock(struct finding *finding, struct arena *arena)
{
    struct text text;
    text_init(&text, CAP);
    for (size_t i = 0; i < finding->location_count && i < SHOWN; i++) {
        text_add(&text, i ? "; " : "");
        explain_add_wait(&text, finding, &finding->locations[i]);
    }
    if (finding->location_count > SHOWN)
        text_addf(&text, "; %zu more wait", finding->location_count - SHOWN);
    text_add(&text, ". No message or collective under way can let any of them continue.");
    if (finding->why)
        text_addf(&text, " %s", finding->why);
    finding->why = arena_copy(arena, text.data);
    text_free(&text);
}
