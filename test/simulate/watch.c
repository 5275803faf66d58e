/* watch.c: `tutti watch` at the scale of a machine room, simulated (watching.h).
 *
 *   simulate_watch            a small machine, in seconds; fails if a hang is not found, or one is
 *                             found where none is
 *   simulate_watch --costs NODES RANKS MINUTES
 *                             so many nodes with so many ranks each, healthy: what monitors cost
 *   simulate_watch --hangs NODES RANKS [FIRST [LAST]]
 *                             how soon hangs are found there, all of them or those numbers */
#include "simulate/watching.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double FAULT = 70; /* seconds after the start: the first minute is another matter */

static bool failed;

static void check(bool holds, const struct scene *scene, const char *what)
{
    if (!holds)
        printf("FAILED: %s: %s\n", scene->name, what);
    failed = failed || !holds;
}

static void print_alarm(const struct scene *scene, const struct outcome *outcome)
{
    bool found = !isinf(outcome->alarm);
    printf("%s | %s | ", scene->name, found ? outcome->headline : "no alarm");
    if (found && !isinf(outcome->hung))
        printf("%.1f s", outcome->alarm - outcome->hung);
    printf(" | %s\n", outcome->lost_names);
    fflush(stdout);
}

static struct scene scene_of(const char *name, int nodes, int per_node, size_t fan)
{
    return (struct scene){.name = name,
                          .ranks = {.nodes = nodes,
                                    .per_node = per_node,
                                    .step = 0.4,
                                    .fault_at = FAULT,
                                    .fault_rank = nodes * per_node / 2},
                          .seconds = FAULT + 130,
                          .fan = fan,
                          .trouble_at = 40,
                          .trouble_node = 1};
}

struct expected {
    const char *name;
    enum fault fault;
    enum trouble trouble;
    enum monitor_state state;
    double within; /* seconds */
};

static const struct expected FAULTS[] = {
    {"deadlock of two ranks", FAULT_DEADLOCK, TROUBLE_NONE, MONITOR_PROVED, 6},
    {"a rank skips a collective", FAULT_SKIP, TROUBLE_NONE, MONITOR_PROVED, 6},
    {"a rank loops", FAULT_LOOP, TROUBLE_NONE, MONITOR_HANGS, 120},
    {"a rank is stopped", FAULT_STOPPED, TROUBLE_NONE, MONITOR_HANGS, 8},
    {"deadlock, a slow node", FAULT_DEADLOCK, TROUBLE_SLOW, MONITOR_PROVED, 30},
    {"deadlock, a monitor was killed", FAULT_DEADLOCK, TROUBLE_KILLED, MONITOR_HANGS, 120},
    {"deadlock, a node was lost", FAULT_DEADLOCK, TROUBLE_SILENT, MONITOR_HANGS, 120},
};
enum { FAULT_COUNT = sizeof FAULTS / sizeof *FAULTS };

static void simulate_fault(const struct expected *expected, struct scene scene,
                           struct outcome *outcome)
{
    bool loses = expected->trouble == TROUBLE_KILLED || expected->trouble == TROUBLE_SILENT;
    scene.name = expected->name;
    scene.ranks.fault = expected->fault;
    scene.trouble = expected->trouble;
    watching_simulate(&scene, outcome);
    print_alarm(&scene, outcome);
    check(outcome->state == expected->state, &scene, "it is found in this way");
    check(outcome->alarm - outcome->hung >= 0 && outcome->alarm - outcome->hung <= expected->within,
          &scene, "it is found in time");
    check(outcome->withdrawn == 0, &scene, "there is no other alarm");
    check(outcome->lost == loses, &scene, "what is lost is known, and nothing else is lost");
    check(strcmp(outcome->lost_names, loses ? "node0002" : "") == 0, &scene,
          "the node that is lost is named, and no other");
    check(outcome->left == 0, &scene, "all monitors end");
}

static void simulate_health(struct scene scene, struct outcome *outcome)
{
    bool is_long = scene.seconds > 1000;
    scene.name = "nothing is wrong";
    scene.ranks.checkpoint = is_long ? 600 : 45;
    scene.ranks.alone = is_long ? 200 : 30;
    watching_simulate(&scene, outcome);
    print_alarm(&scene, outcome);
    check(isinf(outcome->alarm) && outcome->withdrawn == 0, &scene, "there is no alarm");
    check((int)outcome->processes == scene.ranks.nodes * scene.ranks.per_node, &scene,
          "all ranks are seen");
    check(outcome->left == 0, &scene, "all monitors end");
}

static void print_costs(const struct scene *scene, const struct outcome *outcome)
{
    printf("ranks %d, nodes %d, fan-out %zu, %.0f s simulated, alarms %d\n",
           scene->ranks.nodes * scene->ranks.per_node, scene->ranks.nodes, scene->fan,
           outcome->end - outcome->begin, !isinf(outcome->alarm));
    printf("  all nodes had called after %.2f s\n", outcome->joined);
    printf("  hub: %.3f of a core, %.0f bytes/s in, %.0f bytes/s out, %.1f MiB\n",
           outcome->hub_processor, outcome->hub_in, outcome->hub_out,
           (double)outcome->hub_memory / (1 << 20));
    printf("  inner monitor: %.4f of a core, %.0f bytes/s in; leaf: %.4f of a core\n",
           outcome->inner_processor, outcome->inner_in, outcome->leaf_processor);
    fflush(stdout);
}

static void simulate_small(void)
{
    /* Three levels of monitors; then more ranks than a record has places. */
    struct scene small = scene_of("", 14, 10, 3), large = scene_of("", 15, 80, 3);
    struct outcome outcome;
    simulate_health(small, &outcome);
    for (int i = 0; i < FAULT_COUNT; i++)
        simulate_fault(&FAULTS[i], small, &outcome);
    simulate_fault(&FAULTS[0], large, &outcome);
}

int main(int argc, char **argv)
{
    struct scene scene;
    struct outcome outcome;
    if (argc == 1) {
        simulate_small();
        return failed;
    }
    scene = scene_of("", argc > 2 ? (int)strtol(argv[2], NULL, 10) : 1000,
                     argc > 3 ? (int)strtol(argv[3], NULL, 10) : 10, 32);
    scene.charges = true;
    if (strcmp(argv[1], "--costs") == 0) {
        scene.seconds = 60 * (argc > 4 ? strtod(argv[4], NULL) : 3);
        simulate_health(scene, &outcome);
        print_costs(&scene, &outcome);
    } else {
        int last = argc > 5 ? (int)strtol(argv[5], NULL, 10) + 1 : FAULT_COUNT;
        for (int i = argc > 4 ? (int)strtol(argv[4], NULL, 10) : 0; i < last && i < FAULT_COUNT;
             i++) {
            simulate_fault(&FAULTS[i], scene, &outcome);
            printf("  stacks of all ranks: %.1f s, %.1f MB to the hub\n", outcome.stacks,
                   outcome.stacks_bytes / 1e6);
        }
    }
    return failed;
}
