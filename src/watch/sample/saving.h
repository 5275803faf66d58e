/* saving.h: saves core files while a monitor works.
 *
 * Saving a large rank takes minutes, and a monitor that is silent for seconds counts as lost. So
 * each core file has a process of its own, and the monitor asks now and then which of them have
 * ended.
 */
#ifndef TUTTI_WATCH_SAMPLE_SAVING_H
#define TUTTI_WATCH_SAMPLE_SAVING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct descendant;
struct saving;

struct savings {
    struct saving *list;
    size_t count, space;
};

/* Begins to save the core file of a process, below the directory. `key` names it. If it has begun
 * before, it is not saved again; if it has ended before, savings_next() returns it once more. */
void savings_start(struct savings *savings, uint64_t key, const struct descendant *process,
                   int rank, const char *directory);

/* Returns a save that has ended, each once: its key, and a sentence for the user, which lives as
 * long as the savings. Returns false if none has ended. Does not wait. */
bool savings_next(struct savings *savings, uint64_t *key, const char **sentence);

/* Returns whether some are under way. */
bool savings_busy(const struct savings *savings);

/* Ends the saves that are under way, and frees the rest. */
void savings_end(struct savings *savings);

#endif
