/* search.c: a search of `tutti verify` on many nodes, simulated (searching.h).
 *
 *   simulate_search          small ones, in seconds; fails if items are lost or done twice, or if
 *                            workers are idle
 *   simulate_search WORKERS balanced|skewed SECONDS ITEMS [DIRECTORY]
 *                            a row of a table: how well so many workers are used, and what process
 * 0 has to do; an item takes SECONDS, and there are ITEMS for each worker; with a journal in the
 * directory */
#include "simulate/searching.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PER_PROCESS = 8 };

static double efficiency(const struct search_scene *scene, const struct search_outcome *outcome)
{
    return outcome->work / (outcome->seconds * scene->processes * scene->workers);
}

static void print(const struct search_scene *scene, const struct search_outcome *outcome)
{
    double seconds = outcome->seconds;
    printf("| %d | %s | %.1f ms | %llu | %.2f s | %.3f | %.2f s ",
           scene->processes * scene->workers, scene->skewed ? "skewed" : "balanced",
           scene->seconds * 1e3, (unsigned long long)outcome->done, seconds,
           efficiency(scene, outcome), outcome->path);
    printf("| %.2f s, %.2f s | %.0f | %.0f | %.0f | %.2f | %.1f |%s\n", outcome->begun,
           outcome->ending, (double)outcome->messages / seconds,
           (double)outcome->bytes_in / seconds, (double)outcome->bytes_out / seconds,
           outcome->processor / seconds, (double)outcome->memory / (1 << 20), outcome->note);
    fflush(stdout);
}

static struct search_scene scene_of(int workers, bool skewed, double seconds, uint64_t items)
{
    int per_process = workers < PER_PROCESS ? workers : PER_PROCESS;
    return (struct search_scene){.processes = workers / per_process,
                                 .workers = per_process,
                                 .seconds = seconds,
                                 .items = items,
                                 .skewed = skewed};
}

static bool holds(const struct search_scene *scene, double least)
{
    struct search_outcome outcome;
    searching_simulate(scene, &outcome);
    print(scene, &outcome);
    bool good = outcome.complete && outcome.done == scene->items && !outcome.note[0] &&
                efficiency(scene, &outcome) >= least;
    if (!good)
        printf("FAILED: complete %d, %llu of %llu items, efficiency %.3f of %.2f\n",
               outcome.complete, (unsigned long long)outcome.done, (unsigned long long)scene->items,
               efficiency(scene, &outcome), least);
    return good;
}

static int print_row(char **words, const char *directory)
{
    int workers = (int)strtol(words[0], NULL, 10);
    struct search_scene scene =
        scene_of(workers, strcmp(words[1], "skewed") == 0, strtod(words[2], NULL),
                 (uint64_t)workers * strtoull(words[3], NULL, 10));
    struct search_outcome outcome;
    scene.charges = true;
    scene.directory = directory;
    searching_simulate(&scene, &outcome);
    print(&scene, &outcome);
    return !outcome.complete;
}

int main(int argc, char **argv)
{
    bool good = true;
    if (argc > 4)
        return print_row(argv + 1, argc > 5 ? argv[5] : NULL);
    for (int skewed = 0; skewed < 2; skewed++) {
        struct search_scene few = scene_of(8, skewed, 0.005, 8 * 400),
                            many = scene_of(80, skewed, 0.005, 80 * 400);
        good = holds(&few, 0.9) && good;
        good = holds(&many, 0.8) && good;
    }
    return !good;
}
