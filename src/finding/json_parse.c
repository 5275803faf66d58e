#include "finding/json.h"
#include "finding/json_where.h"

#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

struct reader {
    const char *name;
    const char *bytes;
    size_t length;
    struct arena *arena;
    struct error *error;
};

enum { WHERE_MAX = 512 };

/* "NAME:LINE: PATH SENTENCE". The file may come from anywhere, so it is the user's error. */
__attribute__((format(printf, 3, 4))) static int wrong(const struct reader *reader,
                                                       const struct json_node *node,
                                                       const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char *sentence = memory_vprintf(format, arguments);
    va_end(arguments);
    struct text path;
    text_init(&path, WHERE_MAX);
    json_where_path(node, &path);
    error_set(reader->error, ERROR_USAGE, "%s:%d: %s %s", reader->name,
              json_where_line(node, reader->bytes, reader->length),
              path.length ? path.data : "the document", sentence);
    text_free(&path);
    free(sentence);
    return -1;
}

static struct json_node field(const struct json_node *up, const char *key)
{
    return (struct json_node){.up = up, .key = key, .value = json_object_get(up->value, key)};
}

static struct json_node element(const struct json_node *up, size_t index)
{
    return (struct json_node){.up = up, .index = index, .value = json_array_get(up->value, index)};
}

static int missing(const struct reader *reader, const struct json_node *up, const char *key)
{
    return wrong(reader, up, "has no field \"%s\"", key);
}

static int expect_object(const struct reader *reader, const struct json_node *node)
{
    return json_is_object(node->value) ? 0 : wrong(reader, node, "must be an object");
}

static int read_text(const struct reader *reader, const struct json_node *node, const char **out)
{
    if (!json_is_string(node->value))
        return wrong(reader, node, "must be a string");
    *out = arena_copy(reader->arena, json_string_value(node->value));
    return 0;
}

static int read_optional_text(const struct reader *reader, const struct json_node *up,
                              const char *key, const char **out)
{
    struct json_node node = field(up, key);
    return node.value ? read_text(reader, &node, out) : 0;
}

static int read_required_text(const struct reader *reader, const struct json_node *up,
                              const char *key, const char **out)
{
    return json_object_get(up->value, key) ? read_optional_text(reader, up, key, out)
                                           : missing(reader, up, key);
}

static int read_number(const struct reader *reader, const struct json_node *node, long long minimum,
                       long long maximum, long long *out)
{
    if (!json_is_integer(node->value))
        return wrong(reader, node, "must be a whole number");
    long long value = json_integer_value(node->value);
    if (value < minimum || value > maximum)
        return wrong(reader, node, "is %lld, but must be between %lld and %lld", value, minimum,
                     maximum);
    *out = value;
    return 0;
}

/* Leaves *out alone if there is no such field. */
static int read_int(const struct reader *reader, const struct json_node *up, const char *key,
                    int minimum, int *out)
{
    struct json_node node = field(up, key);
    long long value;
    if (!node.value)
        return 0;
    if (read_number(reader, &node, minimum, INT_MAX, &value) != 0)
        return -1;
    *out = (int)value;
    return 0;
}

static int read_flag(const struct reader *reader, const struct json_node *up, const char *key,
                     bool *out)
{
    struct json_node node = field(up, key);
    if (!node.value)
        return 0;
    if (!json_is_boolean(node.value))
        return wrong(reader, &node, "must be true or false");
    *out = json_is_true(node.value);
    return 0;
}

/* One of the words of a list "a|b|c"; *out is its place in the list. */
static int read_word(const struct reader *reader, const struct json_node *up, const char *key,
                     const char *words, int *out)
{
    struct json_node node = field(up, key);
    if (!node.value)
        return missing(reader, up, key);
    const char *given = json_string_value(node.value);
    int index = 0;
    for (const char *word = words; given && *word; index++) {
        size_t length = strcspn(word, "|");
        if (strlen(given) == length && strncmp(given, word, length) == 0) {
            *out = index;
            return 0;
        }
        word += length + (word[length] == '|');
    }
    return wrong(reader, &node, "must be one of %s", words);
}

/* The elements of an array; an absent one is empty. */
static int open_array(const struct reader *reader, const struct json_node *up, const char *key,
                      struct json_node *array, size_t *count)
{
    *array = field(up, key);
    *count = json_array_size(array->value);
    return !array->value || json_is_array(array->value) ? 0
                                                        : wrong(reader, array, "must be an array");
}

static int read_texts(const struct reader *reader, const struct json_node *up, const char *key,
                      const char ***texts, size_t *text_count)
{
    struct json_node array;
    size_t count;
    if (open_array(reader, up, key, &array, &count) != 0)
        return -1;
    for (size_t i = 0; i < count; i++) {
        struct json_node node = element(&array, i);
        if (read_text(reader, &node, arena_push(reader->arena, *texts, *text_count)) != 0)
            return -1;
    }
    return 0;
}

static int read_argument(const struct reader *reader, const struct json_node *node,
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
        return wrong(reader, node, "must be a string or a number");
    return 0;
}

static int read_arguments(const struct reader *reader, const struct json_node *up,
                          struct location *location)
{
    struct json_node object = field(up, "args");
    const char *key;
    json_t *value;
    if (!object.value)
        return 0;
    if (expect_object(reader, &object) != 0)
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

static int read_location(const struct reader *reader, const struct json_node *node,
                         struct location *location)
{
    location->rank = -1;
    if (expect_object(reader, node) != 0 || read_int(reader, node, "rank", 0, &location->rank) != 0)
        return -1;
    if (read_optional_text(reader, node, "call", &location->call) != 0 ||
        read_arguments(reader, node, location) != 0 ||
        read_optional_text(reader, node, "file", &location->file) != 0 ||
        read_int(reader, node, "line", 1, &location->line) != 0 ||
        read_int(reader, node, "column", 1, &location->column) != 0 ||
        read_optional_text(reader, node, "function", &location->function) != 0)
        return -1;
    return read_texts(reader, node, "stack", &location->stack, &location->stack_count);
}

static int read_related(const struct reader *reader, const struct json_node *node,
                        struct related *related)
{
    if (expect_object(reader, node) != 0 ||
        read_required_text(reader, node, "what", &related->what) != 0 ||
        read_optional_text(reader, node, "file", &related->file) != 0 ||
        read_int(reader, node, "line", 1, &related->line) != 0)
        return -1;
    return read_int(reader, node, "column", 1, &related->column);
}

static int read_event(const struct reader *reader, const struct json_node *node,
                      struct event *event)
{
    int state;
    if (read_location(reader, node, &event->at) != 0 ||
        read_word(reader, node, "state", "done|pending|blocked|failed", &state) != 0)
        return -1;
    if (event->at.rank < 0)
        return missing(reader, node, "rank");
    event->state = (enum event_state)state;
    return 0;
}

/* Numbers of events. Whoever draws them may rely on their being there. */
static int read_indices(const struct reader *reader, const struct json_node *up, const char *key,
                        size_t event_count, size_t **indices, size_t *index_count)
{
    struct json_node array;
    size_t count;
    if (open_array(reader, up, key, &array, &count) != 0)
        return -1;
    for (size_t i = 0; i < count; i++) {
        struct json_node node = element(&array, i);
        long long index;
        if (read_number(reader, &node, 0, LLONG_MAX, &index) != 0)
            return -1;
        if ((unsigned long long)index >= event_count)
            return wrong(reader, &node, "is event %lld, but there are %zu events", index,
                         event_count);
        *arena_push(reader->arena, *indices, *index_count) = (size_t)index;
    }
    return 0;
}

static int read_match(const struct reader *reader, const struct json_node *node, size_t event_count,
                      struct match *match)
{
    int kind;
    if (expect_object(reader, node) != 0 ||
        read_word(reader, node, "kind", "message|collective", &kind) != 0 ||
        read_indices(reader, node, "events", event_count, &match->events, &match->event_count) !=
            0 ||
        read_flag(reader, node, "wildcard", &match->wildcard) != 0 ||
        read_indices(reader, node, "alternatives", event_count, &match->alternatives,
                     &match->alternative_count) != 0)
        return -1;
    match->kind = (enum match_kind)kind;
    if (match->kind == MATCH_MESSAGE && match->event_count != 2)
        return wrong(reader, node, "must have two events, the send and the receive");
    if (match->event_count == 0)
        return wrong(reader, node, "must have at least one event");
    return 0;
}

static int read_wait(const struct reader *reader, const struct json_node *node, struct wait *wait)
{
    wait->rank = wait->on = -1;
    if (expect_object(reader, node) != 0 || read_int(reader, node, "rank", 0, &wait->rank) != 0 ||
        read_int(reader, node, "on", 0, &wait->on) != 0 ||
        read_flag(reader, node, "any", &wait->any) != 0 ||
        read_optional_text(reader, node, "why", &wait->why) != 0)
        return -1;
    return wait->rank < 0 ? missing(reader, node, "rank")
           : wait->on < 0 ? missing(reader, node, "on")
                          : 0;
}

static int read_events(const struct reader *reader, const struct json_node *up,
                       struct event **events, size_t *event_count)
{
    struct json_node array;
    size_t count;
    if (open_array(reader, up, "events", &array, &count) != 0)
        return -1;
    for (size_t i = 0; i < count; i++) {
        struct json_node node = element(&array, i);
        if (read_event(reader, &node, arena_push(reader->arena, *events, *event_count)) != 0)
            return -1;
    }
    return 0;
}

static int read_matches(const struct reader *reader, const struct json_node *up, size_t event_count,
                        struct match **matches, size_t *match_count)
{
    struct json_node array;
    size_t count;
    if (open_array(reader, up, "matches", &array, &count) != 0)
        return -1;
    for (size_t i = 0; i < count; i++) {
        struct json_node node = element(&array, i);
        if (read_match(reader, &node, event_count,
                       arena_push(reader->arena, *matches, *match_count)) != 0)
            return -1;
    }
    return 0;
}

static int read_waits(const struct reader *reader, const struct json_node *up,
                      struct finding *finding)
{
    struct json_node array;
    size_t count;
    if (open_array(reader, up, "waits", &array, &count) != 0)
        return -1;
    for (size_t i = 0; i < count; i++) {
        struct json_node node = element(&array, i);
        if (read_wait(reader, &node,
                      arena_push(reader->arena, finding->waits, finding->wait_count)) != 0)
            return -1;
    }
    return 0;
}

static int read_places(const struct reader *reader, const struct json_node *up,
                       struct finding *finding)
{
    struct json_node array;
    size_t count;
    if (open_array(reader, up, "ranks", &array, &count) != 0)
        return -1;
    for (size_t i = 0; i < count; i++) {
        struct json_node node = element(&array, i);
        long long rank;
        if (read_number(reader, &node, 0, INT_MAX, &rank) != 0)
            return -1;
        *arena_push(reader->arena, finding->ranks, finding->rank_count) = (int)rank;
    }
    if (open_array(reader, up, "locations", &array, &count) != 0)
        return -1;
    for (size_t i = 0; i < count; i++) {
        struct json_node node = element(&array, i);
        if (read_location(reader, &node,
                          arena_push(reader->arena, finding->locations, finding->location_count)) !=
            0)
            return -1;
    }
    if (open_array(reader, up, "related", &array, &count) != 0)
        return -1;
    for (size_t i = 0; i < count; i++) {
        struct json_node node = element(&array, i);
        if (read_related(reader, &node,
                         arena_push(reader->arena, finding->related, finding->related_count)) != 0)
            return -1;
    }
    return 0;
}

static int read_finding(const struct reader *reader, const struct json_node *node,
                        struct finding *finding)
{
    int severity;
    if (expect_object(reader, node) != 0 ||
        read_required_text(reader, node, "id", &finding->id) != 0 ||
        read_required_text(reader, node, "rule", &finding->rule) != 0 ||
        read_word(reader, node, "severity", "error|warning|note", &severity) != 0 ||
        read_required_text(reader, node, "headline", &finding->headline) != 0 ||
        read_optional_text(reader, node, "why", &finding->why) != 0 ||
        read_optional_text(reader, node, "replay", &finding->replay) != 0 ||
        read_places(reader, node, finding) != 0)
        return -1;
    finding->severity = (enum severity)severity;
    if (read_events(reader, node, &finding->events, &finding->event_count) != 0 ||
        read_matches(reader, node, finding->event_count, &finding->matches,
                     &finding->match_count) != 0)
        return -1;
    return read_waits(reader, node, finding);
}

/* A number that counts something, from `minimum` on. */
static int read_count(const struct reader *reader, const struct json_node *up, const char *key,
                      long long minimum, uint64_t *out)
{
    struct json_node node = field(up, key);
    long long value;
    if (!node.value)
        return missing(reader, up, key);
    if (read_number(reader, &node, minimum, LLONG_MAX, &value) != 0)
        return -1;
    *out = (uint64_t)value;
    return 0;
}

static int read_interleaving(const struct reader *reader, const struct json_node *node,
                             struct interleaving *read)
{
    if (expect_object(reader, node) != 0 ||
        read_count(reader, node, "number", 1, &read->number) != 0 ||
        read_required_text(reader, node, "outcome", &read->outcome) != 0 ||
        read_texts(reader, node, "findings", &read->finding_ids, &read->finding_count) != 0 ||
        read_optional_text(reader, node, "choices", &read->choices) != 0 ||
        read_optional_text(reader, node, "result", &read->result) != 0 ||
        read_events(reader, node, &read->events, &read->event_count) != 0)
        return -1;
    return read_matches(reader, node, read->event_count, &read->matches, &read->match_count);
}

static int read_interleavings(const struct reader *reader, const struct json_node *up,
                              struct document *document)
{
    struct json_node object = field(up, "interleavings"), array;
    size_t count;
    if (!object.value)
        return 0;
    if (expect_object(reader, &object) != 0 ||
        open_array(reader, &object, "list", &array, &count) != 0 ||
        read_count(reader, &object, "total", 1, &document->interleaving_total) != 0)
        return -1;
    for (size_t i = 0; i < count; i++) {
        struct json_node node = element(&array, i);
        if (read_interleaving(reader, &node,
                              arena_push(reader->arena, document->interleavings,
                                         document->interleaving_count)) != 0)
            return -1;
    }
    return 0;
}

static int read_world(const struct reader *reader, const struct json_node *up,
                      struct document *document)
{
    struct json_node node = field(up, "world");
    if (!node.value)
        return 0;
    if (expect_object(reader, &node) != 0 ||
        read_int(reader, &node, "ranks", 0, &document->ranks) != 0 ||
        read_optional_text(reader, &node, "mpi", &document->mpi) != 0)
        return -1;
    return read_optional_text(reader, &node, "buffering", &document->buffering);
}

static int read_stats(const struct reader *reader, const struct json_node *up,
                      struct document *document)
{
    struct json_node object = field(up, "stats");
    const char *key;
    json_t *value;
    if (!object.value)
        return 0;
    if (expect_object(reader, &object) != 0)
        return -1;
    json_object_foreach((json_t *)object.value, key, value)
    {
        struct json_node node = {.up = &object, .key = key, .value = value};
        if (!json_is_number(value))
            return wrong(reader, &node, "must be a number");
        *arena_push(reader->arena, document->stats, document->stat_count) = (struct stat_value){
            .name = arena_copy(reader->arena, key), .value = json_number_value(value)};
    }
    return 0;
}

static int read_version(const struct reader *reader, const struct json_node *root)
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

static int read_document(const struct reader *reader, const struct json_node *root,
                         struct document *document)
{
    static const enum verdict verdicts[] = {VERDICT_VIOLATIONS, VERDICT_CLEAN, VERDICT_INCOMPLETE};
    int verdict;
    if (read_version(reader, root) != 0 ||
        read_required_text(reader, root, "verb", &document->verb) != 0 ||
        read_texts(reader, root, "command", &document->command, &document->command_count) != 0 ||
        read_optional_text(reader, root, "directory", &document->directory) != 0 ||
        read_word(reader, root, "verdict", "violations|clean|incomplete", &verdict) != 0 ||
        read_flag(reader, root, "unfinished", &document->unfinished) != 0 ||
        read_optional_text(reader, root, "coverage", &document->coverage) != 0 ||
        read_world(reader, root, document) != 0 || read_stats(reader, root, document) != 0)
        return -1;
    document->verdict = verdicts[verdict];
    struct json_node array;
    size_t count;
    if (!json_object_get(root->value, "findings"))
        return missing(reader, root, "findings");
    if (open_array(reader, root, "findings", &array, &count) != 0)
        return -1;
    for (size_t i = 0; i < count; i++) {
        struct json_node node = element(&array, i);
        if (read_finding(reader, &node,
                         arena_push(reader->arena, document->findings, document->finding_count)) !=
            0)
            return -1;
    }
    return read_interleavings(reader, root, document);
}

int document_parse_json(struct document *document, const char *name, const char *bytes,
                        size_t length, struct error *error)
{
    json_error_t syntax;
    json_t *tree = json_loadb(bytes, length, JSON_REJECT_DUPLICATES, &syntax);
    if (!tree)
        return error_set(error, ERROR_USAGE, "%s:%d: %s", name, syntax.line > 0 ? syntax.line : 1,
                         syntax.text);
    struct document read = {0};
    struct reader reader = {
        .name = name, .bytes = bytes, .length = length, .arena = &read.arena, .error = error};
    int failed = read_document(&reader, &(struct json_node){.value = tree}, &read);
    json_decref(tree);
    if (failed) {
        document_free(&read);
        return -1;
    }
    *document = read;
    return 0;
}
