#include "finding/json.h"
#include "finding/json_read.h"

#include <limits.h>

static int json_parse_read_argument(const struct json_reader *reader, const struct json_node *node,
                                    struct argument *argument)
{
    argument->name = arena_copy(reader->arena, node->key);
    argument->is_number = json_is_number(node->value);
    if (json_is_integer(node->value))
        argument->text = arena_printf(reader->arena, "%lld", json_integer_value(node->value));
    else if (json_is_real(node->value))
        argument->text = arena_printf(reader->arena, "%.15g", json_real_value(node->value));
    else if (json_is_string(node->value))
        argument->text = arena_copy(reader->arena, json_string_value(node->value));
    else
        return json_read_wrong(reader, node, "must be a string or a number");
    return 0;
}

static int json_parse_read_arguments(const struct json_reader *reader, const struct json_node *up,
                                     struct location *location)
{
    struct json_node object = json_read_field(up, "args");
    const char *key;
    json_t *value;
    if (!object.value)
        return 0;
    if (json_read_object(reader, &object) != 0)
        return -1;
    json_object_foreach((json_t *)object.value, key, value)
    {
        struct json_node node = {.up = &object, .key = key, .value = value};
        if (json_parse_read_argument(
                reader, &node,
                arena_push(reader->arena, location->arguments, location->argument_count)) != 0)
            return -1;
    }
    return 0;
}

static int read_location(const struct json_reader *reader, const struct json_node *node,
                         struct location *location)
{
    location->rank = -1;
    if (json_read_object(reader, node) != 0 ||
        json_read_int(reader, node, "rank", 0, &location->rank) != 0)
        return -1;
    if (json_read_optional_text(reader, node, "call", &location->call) != 0 ||
        json_parse_read_arguments(reader, node, location) != 0 ||
        json_read_optional_text(reader, node, "file", &location->file) != 0 ||
        json_read_optional_text(reader, node, "directory", &location->directory) != 0 ||
        json_read_int(reader, node, "line", 1, &location->line) != 0 ||
        json_read_int(reader, node, "column", 1, &location->column) != 0 ||
        json_read_optional_text(reader, node, "function", &location->function) != 0)
        return -1;
    return json_read_texts(reader, node, "stack", &location->stack, &location->stack_count);
}

/* Each of the next functions adds one element of a list, for json_read_each(). */

static int json_parse_add_location(const struct json_reader *reader, const struct json_node *node,
                                   void *into)
{
    struct finding *finding = into;
    return read_location(reader, node,
                         arena_push(reader->arena, finding->locations, finding->location_count));
}

static int json_parse_add_rank(const struct json_reader *reader, const struct json_node *node,
                               void *into)
{
    struct finding *finding = into;
    long long rank;
    if (json_read_number(reader, node, 0, INT_MAX, &rank) != 0)
        return -1;
    *arena_push(reader->arena, finding->ranks, finding->rank_count) = (int)rank;
    return 0;
}

static int json_parse_add_related(const struct json_reader *reader, const struct json_node *node,
                                  void *into)
{
    struct finding *finding = into;
    struct related *related = arena_push(reader->arena, finding->related, finding->related_count);
    if (json_read_object(reader, node) != 0 ||
        json_read_required_text(reader, node, "what", &related->what) != 0 ||
        json_read_optional_text(reader, node, "file", &related->file) != 0 ||
        json_read_optional_text(reader, node, "directory", &related->directory) != 0 ||
        json_read_int(reader, node, "line", 1, &related->line) != 0)
        return -1;
    return json_read_int(reader, node, "column", 1, &related->column);
}

/* Events, and the matches between them. */
struct play {
    struct event *events;
    size_t event_count;
    struct match *matches;
    size_t match_count;
};

static int json_parse_add_event(const struct json_reader *reader, const struct json_node *node,
                                void *into)
{
    struct play *play = into;
    struct event *event = arena_push(reader->arena, play->events, play->event_count);
    int state;
    if (read_location(reader, node, &event->at) != 0 ||
        json_read_word(reader, node, "state", "done|pending|blocked|failed", &state) != 0)
        return -1;
    if (event->at.rank < 0)
        return json_read_missing(reader, node, "rank");
    event->state = (enum event_state)state;
    return 0;
}

/* Numbers of events, checked: code that draws them relies on it. */
struct indices {
    size_t *list;
    size_t count;
    size_t limit; /* events */
};

static int add_index(const struct json_reader *reader, const struct json_node *node, void *into)
{
    struct indices *indices = into;
    long long index;
    if (json_read_number(reader, node, 0, LLONG_MAX, &index) != 0)
        return -1;
    if ((unsigned long long)index >= indices->limit)
        return json_read_wrong(reader, node, "is event %lld, but there are %zu events", index,
                               indices->limit);
    *arena_push(reader->arena, indices->list, indices->count) = (size_t)index;
    return 0;
}

static int add_match(const struct json_reader *reader, const struct json_node *node, void *into)
{
    struct play *play = into;
    struct match *match = arena_push(reader->arena, play->matches, play->match_count);
    struct indices events = {.limit = play->event_count}, others = events;
    int kind;
    if (json_read_object(reader, node) != 0 ||
        json_read_word(reader, node, "kind", "message|collective", &kind) != 0 ||
        json_read_each(reader, node, "events", add_index, &events) != 0 ||
        json_read_flag(reader, node, "wildcard", &match->wildcard) != 0 ||
        json_read_each(reader, node, "alternatives", add_index, &others) != 0)
        return -1;
    match->kind = (enum match_kind)kind;
    match->events = events.list;
    match->event_count = events.count;
    match->alternatives = others.list;
    match->alternative_count = others.count;
    if (match->kind == MATCH_MESSAGE && match->event_count != 2)
        return json_read_wrong(reader, node, "must have two events, the send and the receive");
    if (match->event_count == 0)
        return json_read_wrong(reader, node, "must have at least one event");
    return 0;
}

static int read_play(const struct json_reader *reader, const struct json_node *up,
                     struct play *play)
{
    if (json_read_each(reader, up, "events", json_parse_add_event, play) != 0)
        return -1;
    return json_read_each(reader, up, "matches", add_match, play);
}

static int json_parse_add_wait(const struct json_reader *reader, const struct json_node *node,
                               void *into)
{
    struct finding *finding = into;
    struct wait *wait = arena_push(reader->arena, finding->waits, finding->wait_count);
    wait->rank = wait->on = -1;
    if (json_read_object(reader, node) != 0 ||
        json_read_int(reader, node, "rank", 0, &wait->rank) != 0 ||
        json_read_int(reader, node, "on", 0, &wait->on) != 0 ||
        json_read_flag(reader, node, "any", &wait->any) != 0 ||
        json_read_optional_text(reader, node, "why", &wait->why) != 0)
        return -1;
    return wait->rank < 0 ? json_read_missing(reader, node, "rank")
           : wait->on < 0 ? json_read_missing(reader, node, "on")
                          : 0;
}

static int json_parse_add_stack(const struct json_reader *reader, const struct json_node *node,
                                void *into)
{
    struct finding *finding = into;
    struct stack_branch *branch = arena_push(reader->arena, finding->stacks, finding->stack_count);
    if (json_read_object(reader, node) != 0 ||
        json_read_int(reader, node, "depth", 0, &branch->depth) != 0 ||
        json_read_required_text(reader, node, "ranks", &branch->ranks) != 0)
        return -1;
    return json_read_required_text(reader, node, "where", &branch->where);
}

static int json_parse_add_sighting(const struct json_reader *reader, const struct json_node *node,
                                   void *into)
{
    struct finding *finding = into;
    struct sighting *sighting =
        arena_push(reader->arena, finding->sightings, finding->sighting_count);
    if (json_read_object(reader, node) != 0 ||
        json_read_required_text(reader, node, "verb", &sighting->verb) != 0 ||
        json_read_required_text(reader, node, "rule", &sighting->rule) != 0)
        return -1;
    return json_read_required_text(reader, node, "fingerprint", &sighting->fingerprint);
}

static int json_parse_add_finding(const struct json_reader *reader, const struct json_node *node,
                                  void *into)
{
    struct document *document = into;
    struct finding *finding =
        arena_push(reader->arena, document->findings, document->finding_count);
    struct play play = {0};
    int severity;
    if (json_read_object(reader, node) != 0 ||
        json_read_required_text(reader, node, "id", &finding->id) != 0 ||
        json_read_required_text(reader, node, "rule", &finding->rule) != 0 ||
        json_read_word(reader, node, "severity", "error|warning|note", &severity) != 0 ||
        json_read_flag(reader, node, "known", &finding->known) != 0 ||
        json_read_required_text(reader, node, "headline", &finding->headline) != 0 ||
        json_read_optional_text(reader, node, "why", &finding->why) != 0 ||
        json_read_optional_text(reader, node, "replay", &finding->replay) != 0 ||
        json_read_optional_text(reader, node, "next", &finding->next) != 0 ||
        json_read_int(reader, node, "ranks_needed", 1, &finding->ranks_needed) != 0 ||
        json_read_each(reader, node, "ranks", json_parse_add_rank, finding) != 0 ||
        json_read_each(reader, node, "locations", json_parse_add_location, finding) != 0 ||
        json_read_each(reader, node, "related", json_parse_add_related, finding) != 0 ||
        read_play(reader, node, &play) != 0 ||
        json_read_each(reader, node, "waits", json_parse_add_wait, finding) != 0 ||
        json_read_each(reader, node, "stacks", json_parse_add_stack, finding) != 0)
        return -1;
    finding->severity = (enum severity)severity;
    finding->events = play.events;
    finding->event_count = play.event_count;
    finding->matches = play.matches;
    finding->match_count = play.match_count;
    return json_read_each(reader, node, "sightings", json_parse_add_sighting, finding);
}

static int add_interleaving(const struct json_reader *reader, const struct json_node *node,
                            void *into)
{
    struct document *document = into;
    struct interleaving *read =
        arena_push(reader->arena, document->interleavings, document->interleaving_count);
    struct play play = {0};
    if (json_read_object(reader, node) != 0 ||
        json_read_count(reader, node, "number", 1, &read->number) != 0 ||
        json_read_required_text(reader, node, "outcome", &read->outcome) != 0 ||
        json_read_texts(reader, node, "findings", &read->finding_ids, &read->finding_count) != 0 ||
        json_read_optional_text(reader, node, "choices", &read->choices) != 0 ||
        json_read_optional_text(reader, node, "result", &read->result) != 0 ||
        read_play(reader, node, &play) != 0)
        return -1;
    read->events = play.events;
    read->event_count = play.event_count;
    read->matches = play.matches;
    read->match_count = play.match_count;
    return 0;
}

static int read_interleavings(const struct json_reader *reader, const struct json_node *up,
                              struct document *document)
{
    struct json_node object = json_read_field(up, "interleavings");
    if (!object.value)
        return 0;
    if (json_read_object(reader, &object) != 0 ||
        json_read_each(reader, &object, "list", add_interleaving, document) != 0)
        return -1;
    return json_read_count(reader, &object, "total", 1, &document->interleaving_total);
}

static const enum verdict verdicts[] = {VERDICT_VIOLATIONS, VERDICT_CLEAN, VERDICT_INCOMPLETE};
static const char verdict_words[] = "violations|clean|incomplete";

static int json_parse_add_run(const struct json_reader *reader, const struct json_node *node,
                              void *into)
{
    struct document *document = into;
    struct past_run *run = arena_push(reader->arena, document->runs, document->run_count);
    int verdict;
    if (json_read_object(reader, node) != 0 ||
        json_read_required_text(reader, node, "verb", &run->verb) != 0 ||
        json_read_required_text(reader, node, "program", &run->program) != 0 ||
        json_read_required_text(reader, node, "when", &run->when) != 0 ||
        json_read_word(reader, node, "verdict", verdict_words, &verdict) != 0 ||
        json_read_count(reader, node, "findings", 0, &run->findings) != 0 ||
        json_read_count(reader, node, "new", 0, &run->fresh) != 0)
        return -1;
    run->verdict = verdicts[verdict];
    return json_read_count(reader, node, "gone", 0, &run->gone);
}

static int json_parse_read_world(const struct json_reader *reader, const struct json_node *up,
                                 struct document *document)
{
    struct json_node node = json_read_field(up, "world");
    if (!node.value)
        return 0;
    if (json_read_object(reader, &node) != 0 ||
        json_read_int(reader, &node, "ranks", 0, &document->ranks) != 0 ||
        json_read_optional_text(reader, &node, "mpi", &document->mpi) != 0)
        return -1;
    return json_read_optional_text(reader, &node, "buffering", &document->buffering);
}

static int read_stats(const struct json_reader *reader, const struct json_node *up,
                      struct document *document)
{
    struct json_node object = json_read_field(up, "stats");
    const char *key;
    json_t *value;
    if (!object.value)
        return 0;
    if (json_read_object(reader, &object) != 0)
        return -1;
    json_object_foreach((json_t *)object.value, key, value)
    {
        struct json_node node = {.up = &object, .key = key, .value = value};
        if (!json_is_number(value))
            return json_read_wrong(reader, &node, "must be a number");
        *arena_push(reader->arena, document->stats, document->stat_count) = (struct stat_value){
            .name = arena_copy(reader->arena, key), .value = json_number_value(value)};
    }
    return 0;
}

static int json_parse_read_version(const struct json_reader *reader, const struct json_node *root)
{
    const json_t *version = json_object_get(root->value, "tutti");
    if (!json_is_integer(version))
        return error_set(reader->error, ERROR_USAGE,
                         "%s is not a findings file: it does not start with \"tutti\": %d",
                         reader->name, DOCUMENT_VERSION);
    if (json_integer_value(version) != DOCUMENT_VERSION)
        return error_set(reader->error, ERROR_USAGE,
                         "%s is a findings file of version %lld, but this Tutti reads version %d: "
                         "use the Tutti that wrote it",
                         reader->name, json_integer_value(version), DOCUMENT_VERSION);
    return 0;
}

/* Reads a count; a missing one is 0. */
static int json_parse_read_count(const struct json_reader *reader, const struct json_node *root,
                                 const char *name, uint64_t *count)
{
    *count = 0;
    return json_read_field(root, name).value ? json_read_count(reader, root, name, 0, count) : 0;
}

static int read_document(const struct json_reader *reader, const struct json_node *root,
                         struct document *document)
{
    int verdict;
    if (json_parse_read_version(reader, root) != 0 ||
        json_read_required_text(reader, root, "verb", &document->verb) != 0 ||
        json_read_texts(reader, root, "command", &document->command, &document->command_count) !=
            0 ||
        json_read_optional_text(reader, root, "directory", &document->directory) != 0 ||
        json_read_word(reader, root, "verdict", verdict_words, &verdict) != 0 ||
        json_read_flag(reader, root, "unfinished", &document->unfinished) != 0 ||
        json_read_optional_text(reader, root, "coverage", &document->coverage) != 0 ||
        json_parse_read_count(reader, root, "stopped_at_error", &document->stopped) != 0 ||
        json_parse_read_count(reader, root, "went_past_error", &document->passed) != 0 ||
        json_parse_read_count(reader, root, "hidden", &document->hidden) != 0 ||
        json_read_optional_text(reader, root, "baseline", &document->baseline) != 0 ||
        json_parse_read_world(reader, root, document) != 0 ||
        read_stats(reader, root, document) != 0)
        return -1;
    document->verdict = verdicts[verdict];
    if (!json_object_get(root->value, "findings"))
        return json_read_missing(reader, root, "findings");
    if (json_read_each(reader, root, "findings", json_parse_add_finding, document) != 0 ||
        read_interleavings(reader, root, document) != 0)
        return -1;
    return json_read_each(reader, root, "runs", json_parse_add_run, document);
}

int document_parse_json(struct document *document, const char *name, const char *bytes,
                        size_t length, struct error *error)
{
    struct document read = {0};
    struct json_reader reader = {
        .name = name, .bytes = bytes, .length = length, .arena = &read.arena, .error = error};
    json_t *tree = json_read_tree(&reader);
    if (!tree)
        return -1;
    int failed = read_document(&reader, &(struct json_node){.value = tree}, &read);
    json_decref(tree);
    if (failed) {
        document_free(&read);
        return -1;
    }
    *document = read;
    return 0;
}
