#include "finding/json.h"
#include "finding/json_read.h"

#include <limits.h>

static int read_argument(const struct json_reader *reader, const struct json_node *node,
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

static int read_arguments(const struct json_reader *reader, const struct json_node *up,
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
        if (read_argument(
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
        read_arguments(reader, node, location) != 0 ||
        json_read_optional_text(reader, node, "file", &location->file) != 0 ||
        json_read_int(reader, node, "line", 1, &location->line) != 0 ||
        json_read_int(reader, node, "column", 1, &location->column) != 0 ||
        json_read_optional_text(reader, node, "function", &location->function) != 0)
        return -1;
    return json_read_texts(reader, node, "stack", &location->stack, &location->stack_count);
}

static int read_related(const struct json_reader *reader, const struct json_node *node,
                        struct related *related)
{
    if (json_read_object(reader, node) != 0 ||
        json_read_required_text(reader, node, "what", &related->what) != 0 ||
        json_read_optional_text(reader, node, "file", &related->file) != 0 ||
        json_read_int(reader, node, "line", 1, &related->line) != 0)
        return -1;
    return json_read_int(reader, node, "column", 1, &related->column);
}

static int read_event(const struct json_reader *reader, const struct json_node *node,
                      struct event *event)
{
    int state;
    if (read_location(reader, node, &event->at) != 0 ||
        json_read_word(reader, node, "state", "done|pending|blocked|failed", &state) != 0)
        return -1;
    if (event->at.rank < 0)
        return json_read_missing(reader, node, "rank");
    event->state = (enum event_state)state;
    return 0;
}

/* Numbers of events. Whoever draws them may rely on their being there. */
static int read_indices(const struct json_reader *reader, const struct json_node *up,
                        const char *key, size_t event_count, size_t **indices, size_t *index_count)
{
    struct json_node array;
    size_t count;
    if (json_read_array(reader, up, key, &array, &count) != 0)
        return -1;
    for (size_t i = 0; i < count; i++) {
        struct json_node node = json_read_element(&array, i);
        long long index;
        if (json_read_number(reader, &node, 0, LLONG_MAX, &index) != 0)
            return -1;
        if ((unsigned long long)index >= event_count)
            return json_read_wrong(reader, &node, "is event %lld, but there are %zu events", index,
                                   event_count);
        *arena_push(reader->arena, *indices, *index_count) = (size_t)index;
    }
    return 0;
}

static int read_match(const struct json_reader *reader, const struct json_node *node,
                      size_t event_count, struct match *match)
{
    int kind;
    if (json_read_object(reader, node) != 0 ||
        json_read_word(reader, node, "kind", "message|collective", &kind) != 0 ||
        read_indices(reader, node, "events", event_count, &match->events, &match->event_count) !=
            0 ||
        json_read_flag(reader, node, "wildcard", &match->wildcard) != 0 ||
        read_indices(reader, node, "alternatives", event_count, &match->alternatives,
                     &match->alternative_count) != 0)
        return -1;
    match->kind = (enum match_kind)kind;
    if (match->kind == MATCH_MESSAGE && match->event_count != 2)
        return json_read_wrong(reader, node, "must have two events, the send and the receive");
    if (match->event_count == 0)
        return json_read_wrong(reader, node, "must have at least one event");
    return 0;
}

static int read_wait(const struct json_reader *reader, const struct json_node *node,
                     struct wait *wait)
{
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

static int read_events(const struct json_reader *reader, const struct json_node *up,
                       struct event **events, size_t *event_count)
{
    struct json_node array;
    size_t count;
    if (json_read_array(reader, up, "events", &array, &count) != 0)
        return -1;
    for (size_t i = 0; i < count; i++) {
        struct json_node node = json_read_element(&array, i);
        if (read_event(reader, &node, arena_push(reader->arena, *events, *event_count)) != 0)
            return -1;
    }
    return 0;
}

static int read_matches(const struct json_reader *reader, const struct json_node *up,
                        size_t event_count, struct match **matches, size_t *match_count)
{
    struct json_node array;
    size_t count;
    if (json_read_array(reader, up, "matches", &array, &count) != 0)
        return -1;
    for (size_t i = 0; i < count; i++) {
        struct json_node node = json_read_element(&array, i);
        if (read_match(reader, &node, event_count,
                       arena_push(reader->arena, *matches, *match_count)) != 0)
            return -1;
    }
    return 0;
}

static int read_waits(const struct json_reader *reader, const struct json_node *up,
                      struct finding *finding)
{
    struct json_node array;
    size_t count;
    if (json_read_array(reader, up, "waits", &array, &count) != 0)
        return -1;
    for (size_t i = 0; i < count; i++) {
        struct json_node node = json_read_element(&array, i);
        if (read_wait(reader, &node,
                      arena_push(reader->arena, finding->waits, finding->wait_count)) != 0)
            return -1;
    }
    return 0;
}

static int read_stacks(const struct json_reader *reader, const struct json_node *up,
                       struct finding *finding)
{
    struct json_node array;
    size_t count;
    if (json_read_array(reader, up, "stacks", &array, &count) != 0)
        return -1;
    for (size_t i = 0; i < count; i++) {
        struct json_node node = json_read_element(&array, i);
        struct stack_branch *branch =
            arena_push(reader->arena, finding->stacks, finding->stack_count);
        if (json_read_object(reader, &node) != 0 ||
            json_read_int(reader, &node, "depth", 0, &branch->depth) != 0 ||
            json_read_required_text(reader, &node, "ranks", &branch->ranks) != 0 ||
            json_read_required_text(reader, &node, "where", &branch->where) != 0)
            return -1;
    }
    return 0;
}

static int read_sightings(const struct json_reader *reader, const struct json_node *up,
                          struct finding *finding)
{
    struct json_node array;
    size_t count;
    if (json_read_array(reader, up, "sightings", &array, &count) != 0)
        return -1;
    for (size_t i = 0; i < count; i++) {
        struct json_node node = json_read_element(&array, i);
        struct sighting *sighting =
            arena_push(reader->arena, finding->sightings, finding->sighting_count);
        if (json_read_object(reader, &node) != 0 ||
            json_read_required_text(reader, &node, "verb", &sighting->verb) != 0 ||
            json_read_required_text(reader, &node, "rule", &sighting->rule) != 0 ||
            json_read_required_text(reader, &node, "fingerprint", &sighting->fingerprint) != 0)
            return -1;
    }
    return 0;
}

static int read_places(const struct json_reader *reader, const struct json_node *up,
                       struct finding *finding)
{
    struct json_node array;
    size_t count;
    if (json_read_array(reader, up, "ranks", &array, &count) != 0)
        return -1;
    for (size_t i = 0; i < count; i++) {
        struct json_node node = json_read_element(&array, i);
        long long rank;
        if (json_read_number(reader, &node, 0, INT_MAX, &rank) != 0)
            return -1;
        *arena_push(reader->arena, finding->ranks, finding->rank_count) = (int)rank;
    }
    if (json_read_array(reader, up, "locations", &array, &count) != 0)
        return -1;
    for (size_t i = 0; i < count; i++) {
        struct json_node node = json_read_element(&array, i);
        if (read_location(reader, &node,
                          arena_push(reader->arena, finding->locations, finding->location_count)) !=
            0)
            return -1;
    }
    if (json_read_array(reader, up, "related", &array, &count) != 0)
        return -1;
    for (size_t i = 0; i < count; i++) {
        struct json_node node = json_read_element(&array, i);
        if (read_related(reader, &node,
                         arena_push(reader->arena, finding->related, finding->related_count)) != 0)
            return -1;
    }
    return 0;
}

static int read_finding(const struct json_reader *reader, const struct json_node *node,
                        struct finding *finding)
{
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
        read_places(reader, node, finding) != 0)
        return -1;
    finding->severity = (enum severity)severity;
    if (read_events(reader, node, &finding->events, &finding->event_count) != 0 ||
        read_matches(reader, node, finding->event_count, &finding->matches,
                     &finding->match_count) != 0)
        return -1;
    if (read_waits(reader, node, finding) != 0 || read_stacks(reader, node, finding) != 0)
        return -1;
    return read_sightings(reader, node, finding);
}

static int read_interleaving(const struct json_reader *reader, const struct json_node *node,
                             struct interleaving *read)
{
    if (json_read_object(reader, node) != 0 ||
        json_read_count(reader, node, "number", 1, &read->number) != 0 ||
        json_read_required_text(reader, node, "outcome", &read->outcome) != 0 ||
        json_read_texts(reader, node, "findings", &read->finding_ids, &read->finding_count) != 0 ||
        json_read_optional_text(reader, node, "choices", &read->choices) != 0 ||
        json_read_optional_text(reader, node, "result", &read->result) != 0 ||
        read_events(reader, node, &read->events, &read->event_count) != 0)
        return -1;
    return read_matches(reader, node, read->event_count, &read->matches, &read->match_count);
}

static int read_interleavings(const struct json_reader *reader, const struct json_node *up,
                              struct document *document)
{
    struct json_node object = json_read_field(up, "interleavings"), array;
    size_t count;
    if (!object.value)
        return 0;
    if (json_read_object(reader, &object) != 0 ||
        json_read_array(reader, &object, "list", &array, &count) != 0 ||
        json_read_count(reader, &object, "total", 1, &document->interleaving_total) != 0)
        return -1;
    for (size_t i = 0; i < count; i++) {
        struct json_node node = json_read_element(&array, i);
        if (read_interleaving(reader, &node,
                              arena_push(reader->arena, document->interleavings,
                                         document->interleaving_count)) != 0)
            return -1;
    }
    return 0;
}

static const enum verdict verdicts[] = {VERDICT_VIOLATIONS, VERDICT_CLEAN, VERDICT_INCOMPLETE};
static const char verdict_words[] = "violations|clean|incomplete";

static int read_run(const struct json_reader *reader, const struct json_node *node,
                    struct past_run *run)
{
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

static int read_runs(const struct json_reader *reader, const struct json_node *up,
                     struct document *document)
{
    struct json_node array;
    size_t count;
    if (json_read_array(reader, up, "runs", &array, &count) != 0)
        return -1;
    for (size_t i = 0; i < count; i++) {
        struct json_node node = json_read_element(&array, i);
        if (read_run(reader, &node,
                     arena_push(reader->arena, document->runs, document->run_count)) != 0)
            return -1;
    }
    return 0;
}

static int read_world(const struct json_reader *reader, const struct json_node *up,
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

static int read_version(const struct json_reader *reader, const struct json_node *root)
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

static int read_document(const struct json_reader *reader, const struct json_node *root,
                         struct document *document)
{
    int verdict;
    if (read_version(reader, root) != 0 ||
        json_read_required_text(reader, root, "verb", &document->verb) != 0 ||
        json_read_texts(reader, root, "command", &document->command, &document->command_count) !=
            0 ||
        json_read_optional_text(reader, root, "directory", &document->directory) != 0 ||
        json_read_word(reader, root, "verdict", verdict_words, &verdict) != 0 ||
        json_read_flag(reader, root, "unfinished", &document->unfinished) != 0 ||
        json_read_optional_text(reader, root, "coverage", &document->coverage) != 0 ||
        json_read_optional_text(reader, root, "baseline", &document->baseline) != 0 ||
        read_world(reader, root, document) != 0 || read_stats(reader, root, document) != 0)
        return -1;
    document->verdict = verdicts[verdict];
    struct json_node array;
    size_t count;
    if (!json_object_get(root->value, "findings"))
        return json_read_missing(reader, root, "findings");
    if (json_read_array(reader, root, "findings", &array, &count) != 0)
        return -1;
    for (size_t i = 0; i < count; i++) {
        struct json_node node = json_read_element(&array, i);
        if (read_finding(reader, &node,
                         arena_push(reader->arena, document->findings, document->finding_count)) !=
            0)
            return -1;
    }
    if (read_interleavings(reader, root, document) != 0)
        return -1;
    return read_runs(reader, root, document);
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
