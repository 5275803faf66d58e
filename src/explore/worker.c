#include "explore/worker.h"

#include "base/clock.h"
#include "base/memory.h"
#include "explore/apart.h"
#include "explore/search.h"
#include "runtime/world/checksum.h"

#include <stdlib.h>
#include <string.h>

/* A script that the execution has found. */
struct found {
    size_t keep, first, count; /* choices of the path to keep; its own choices are in `rests` */
};

/* A snapshot is made where a replay would take this long. */
static const double SNAPSHOT_SECONDS = 0.002;

/* A snapshot of the world, after these choices. */
struct snapshot {
    struct choice *path;
    size_t count;
};

struct worker {
    const struct explore_options *options;
    const struct search *search;
    struct apart apart;
    struct world *world;
    struct snapshot *snapshots; /* one per level of the world */
    size_t snapshot_count, snapshot_space;
    double since; /* when the execution began, or its part after the last snapshot */
    struct found *found;
    size_t found_count, found_space;
    struct choice *rests;
    size_t rest_count, rest_space;
    const struct exploration *exploration; /* the one under way */
};

static void keep_snapshots(struct worker *worker, size_t count)
{
    while (worker->snapshot_count > count)
        free(worker->snapshots[--worker->snapshot_count].path);
    world_keep(worker->world, count);
}

static void explore_worker_close_worker(void *state)
{
    struct worker *worker = state;
    if (worker->world) {
        keep_snapshots(worker, 0);
        world_close(worker->world);
    }
    free(worker->snapshots);
    apart_close(&worker->apart);
    free(worker->found);
    free(worker->rests);
    free(worker);
}

static void *explore_worker_open_worker(void *context, int number, struct error *error)
{
    const struct search *search = context;
    struct worker *worker = memory_zero(1, sizeof *worker);
    (void)number;
    worker->options = search->options;
    worker->search = search;
    if (apart_open(&worker->apart, search, &worker->world, error) == 0)
        return worker;
    explore_worker_close_worker(worker);
    return NULL;
}

static void worker_note_found(void *data, size_t keep, const struct choice *rest, size_t count)
{
    struct worker *worker = data;
    worker->found = memory_room(worker->found, worker->found_count, &worker->found_space,
                                sizeof *worker->found);
    worker->found[worker->found_count++] =
        (struct found){.keep = keep, .first = worker->rest_count, .count = count};
    for (size_t i = 0; i < count; i++) {
        worker->rests = memory_room(worker->rests, worker->rest_count, &worker->rest_space,
                                    sizeof *worker->rests);
        worker->rests[worker->rest_count++] = rest[i];
    }
}

/* Called before the first of several alternatives is taken. Makes a snapshot if that saves time, so
 * that the other alternatives can start here. */
static void pause_execution(void *data, struct scheduler *scheduler)
{
    struct worker *worker = data;
    const struct exploration *exploration = worker->exploration;
    /* Files can be restored only to their state at the start. */
    if (worker->apart.workplace || worker->snapshot_count >= worker->options->snapshots ||
        clock_seconds() - worker->since < SNAPSHOT_SECONDS)
        return;
    bool saved = world_save(worker->world, scheduler);
    worker->since = clock_seconds(); /* also after a failure, which may have taken time */
    if (!saved)
        return;
    worker->snapshots = memory_room(worker->snapshots, worker->snapshot_count,
                                    &worker->snapshot_space, sizeof *worker->snapshots);
    struct snapshot *snapshot = &worker->snapshots[worker->snapshot_count++];
    size_t size = exploration->count * sizeof *snapshot->path;
    snapshot->count = exploration->count;
    snapshot->path = memory_alloc(size + 1);
    if (size > 0)
        memcpy(snapshot->path, exploration->path, size);
}

static bool begins_with(const struct script *script, const struct snapshot *snapshot)
{
    for (size_t i = 0; i < snapshot->count; i++)
        if (i >= script->count || script->choices[i].rank != snapshot->path[i].rank ||
            script->choices[i].number != snapshot->path[i].number ||
            script->choices[i].what != snapshot->path[i].what)
            return false;
    return true;
}

/* Executes a script from the last snapshot that it begins with, or from the start. */
static int explore_worker_execute(struct worker *worker, const struct script *script,
                                  const struct scheduler_options *options,
                                  struct document *document, struct world_result *result,
                                  struct error *error)
{
    size_t level = worker->snapshot_count;
    while (level > 0 && !begins_with(script, &worker->snapshots[level - 1]))
        level--;
    keep_snapshots(worker, level);
    worker->since = clock_seconds();
    if (level > 0) {
        int failed = world_execute_from(worker->world, level, options, document, result, error);
        if (failed != 1)
            return failed;
        keep_snapshots(worker, 0);
    }
    if (apart_begin(&worker->apart, error) != 0)
        return -1;
    return world_execute(worker->world, options, document, result, error);
}

/* Returns whether the first execution, which runs alone, has written into the user's folder. */
static bool has_written(const struct worker *worker, const struct script *script)
{
    const struct search *search = worker->search;
    return script->count == 0 && search->listing && !search->apart &&
           listing_changed(search->listing);
}

uint64_t worker_result(struct world *world, int ranks, const struct exploration *exploration,
                       const struct world_result *result)
{
    uint64_t hash = exploration->result;
    for (int rank = 0; result->ranks && rank < ranks; rank++) {
        hash = checksum_number(hash, (uint64_t)result->ranks[rank].status);
        for (int stream = 0; stream < 2; stream++) {
            size_t length;
            const char *bytes = world_output(world, rank, stream, &length);
            if (length > 0)
                hash = checksum_bytes(hash, (const unsigned char *)bytes, length);
        }
    }
    return hash ? hash : 1;
}

static void add_symptom(struct text *out, const struct symptom *symptom)
{
    text_add_bytes(out, (const char *)symptom, sizeof *symptom);
}

static const char *first_error(const struct document *document)
{
    for (size_t i = 0; i < document->finding_count; i++)
        if (document->findings[i].severity == SEVERITY_ERROR)
            return document->findings[i].rule;
    return "";
}

/* Returns whether the last choice of the script matters. That choice took another message than the
 * execution that found the script. It matters if results differ, or if only one of the two has an
 * error. */
static bool find_race(const struct script *script, const struct outcome_head *head,
                      const struct script_end *own, struct symptom *race)
{
    const struct choice *last = script->count > 0 ? &script->choices[script->count - 1] : NULL;
    const struct script_end *parent = &script->end;
    if (!last || !(last->flags & CHOICE_WILD) || !last->what)
        return false;
    *race = (struct symptom){SYMPTOM_RACE, last->site, last->rank, SEVERITY_NOTE, ""};
    if (head->result && parent->parent_result)
        return head->result != parent->parent_result;
    const char *error = head->result            ? parent->parent_error
                        : parent->parent_result ? own->parent_error
                                                : "";
    race->severity = SEVERITY_ERROR;
    memcpy(race->leads_to, error, strlen(error) + 1);
    return *error != '\0';
}

/* Counts scripts that change an earlier choice of this script: the execution that made that choice
 * knew fewer alternatives than there are. */
static size_t count_late(const struct worker *worker, const struct exploration *exploration)
{
    size_t count = 0;
    for (size_t i = 0; i < worker->found_count; i++)
        count += worker->found[i].keep < exploration->script_count;
    return count;
}

/* Sends the outcome. `own` gets the facts that children of the execution compare with. */
static void tell_outcome(struct worker *worker, const struct script *script,
                         const struct exploration *exploration, const struct document *document,
                         const struct world_result *result, struct spread_out *out,
                         struct script_end *own)
{
    struct text symptoms;
    text_init(&symptoms, (document->finding_count + 4) * sizeof(struct symptom));
    struct outcome_head head = {0};
    struct symptom race;
    bool wrong = exploration->differs || result->outcome != OUTCOME_ENDED;
    bool stuck = document->stopped > 0; /* here, or with sends or collectives that wait */
    for (size_t i = 0; i < document->finding_count; i++) {
        const struct finding *finding = &document->findings[i];
        struct symptom symptom = symptom_of(finding);
        add_symptom(&symptoms, &symptom);
        wrong = wrong || finding->severity == SEVERITY_ERROR;
        head.symptoms++;
    }
    if (!wrong)
        head.result = worker_result(worker->world, worker->options->world->scheduler.ranks,
                                    exploration, result);
    *own = (struct script_end){.parent_result = head.result};
    if (!exploration->differs && result->outcome != OUTCOME_TIME)
        strncpy(own->parent_error, first_error(document), sizeof own->parent_error - 1);
    if (find_race(script, &head, own, &race)) {
        add_symptom(&symptoms, &race);
        head.symptoms++;
    }
    const struct symptom missing[] = {
        {SYMPTOM_BUFFER, exploration->buffer_site, -1, SEVERITY_WARNING, ""},
        {SYMPTOM_WAITING, exploration->waiting_site, -1, SEVERITY_ERROR, ""},
        {SYMPTOM_WAITING_UNBUFFERED, exploration->waiting_site_unbuffered, -1, SEVERITY_ERROR, ""}};
    for (size_t i = 0; i < sizeof missing / sizeof *missing; i++) {
        if (!missing[i].address)
            continue;
        add_symptom(&symptoms, &missing[i]);
        head.symptoms++;
        head.path = (uint32_t)exploration->count;
        stuck = stuck || missing[i].severity == SEVERITY_ERROR;
    }
    head.flags = (has_written(worker, script) ? EXECUTION_WROTE : 0) |
                 (exploration->differs ? EXECUTION_DIFFERED : 0) |
                 (exploration->sets_left_out ? EXECUTION_LEFT_SETS : 0) |
                 (exploration->polled ? EXECUTION_POLLED : 0) |
                 (exploration->cancelled ? EXECUTION_CANCELLED : 0) |
                 (result->executed ? EXECUTION_BY_EXEC : 0) |
                 (result->mixed ? EXECUTION_MIXED : 0) |
                 (result->outcome == OUTCOME_TIME ? EXECUTION_UNFINISHED : 0) |
                 (stuck ? EXECUTION_CUT : 0) | (document->passed > 0 ? EXECUTION_PASSED : 0) |
                 (count_late(worker, exploration) > 0 ? EXECUTION_LATE : 0);
    head.differs_at = (uint32_t)exploration->differs_at;
    struct text bytes;
    size_t path = head.path * sizeof *exploration->path;
    text_init(&bytes, sizeof head + symptoms.length + path);
    text_add_bytes(&bytes, (const char *)&head, sizeof head);
    text_add_bytes(&bytes, symptoms.data, symptoms.length);
    if (path > 0)
        text_add_bytes(&bytes, (const char *)exploration->path, path);
    spread_result(out, bytes.data, bytes.length);
    spread_count(out, exploration->count);
    if (worker->snapshot_count > 0)
        spread_near(out);
    text_free(&bytes);
    text_free(&symptoms);
}

/* Hands out the scripts found, with their weights. At each place of the path, the weight that is
 * left is shared equally by the scripts that leave the path there and by the rest of the execution.
 * Late scripts are no children of this execution as far as weights go, but need some weight. */
static void give_children(struct worker *worker, const struct exploration *exploration,
                          const struct script_end *end, struct spread_out *out)
{
    double late = 1 / (double)(1 + count_late(worker, exploration)), left = late;
    double *shares = memory_zero(exploration->count + 1, sizeof *shares);
    for (size_t i = 0; i < worker->found_count; i++)
        shares[worker->found[i].keep]++;
    for (size_t place = exploration->script_count; place <= exploration->count; place++)
        shares[place] = left /= 1 + shares[place];
    spread_base(out, exploration->path, exploration->count * sizeof *exploration->path);
    for (size_t i = 0; i < worker->found_count; i++) {
        const struct found *found = &worker->found[i];
        struct text tail;
        text_init(&tail, found->count * sizeof *worker->rests + sizeof *end);
        text_add_bytes(&tail, (const char *)&worker->rests[found->first],
                       found->count * sizeof *worker->rests);
        text_add_bytes(&tail, (const char *)end, sizeof *end);
        spread_child(out, found->keep * sizeof *exploration->path, tail.data, tail.length,
                     found->keep < exploration->script_count ? late : shares[found->keep]);
        text_free(&tail);
    }
    free(shares);
}

static int explore_worker_run_item(void *state, const struct spread_item *item,
                                   struct spread_out *out, struct error *error)
{
    struct worker *worker = state;
    struct script script;
    if (script_read(item->bytes, item->length, &script) != 0) {
        free(script.choices);
        return error_set(error, ERROR_FAILED, "the journal of the search is damaged");
    }
    struct exploration exploration = {.script = script.choices,
                                      .script_count = script.count,
                                      .poll_bound = worker->options->poll_bound,
                                      .seed = worker->options->seed,
                                      .without_buffers = worker->options->both,
                                      .waiting = worker->options->waiting,
                                      .found = worker_note_found,
                                      .pause = pause_execution,
                                      .data = worker};
    struct scheduler_options scheduler = worker->options->world->scheduler;
    scheduler.exploration = &exploration;
    worker->exploration = &exploration;
    worker->found_count = worker->rest_count = 0;
    struct document document;
    struct world_result result;
    struct script_end own;
    document_init(&document, "verify");
    int failed = explore_worker_execute(worker, &script, &scheduler, &document, &result, error);
    if (!failed) {
        tell_outcome(worker, &script, &exploration, &document, &result, out, &own);
        if (!exploration.differs)
            give_children(worker, &exploration, &own, out);
    }
    document_free(&document);
    free(exploration.path);
    free(script.choices);
    return failed;
}

const struct spread_worker explore_worker = {explore_worker_open_worker, explore_worker_run_item,
                                             explore_worker_close_worker};
