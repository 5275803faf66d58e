/* sarif.c: writes SARIF 2.1.0 (OASIS standard). A document is a run, a finding a result. */
#include "finding/fingerprint.h"
#include "finding/json_build.h"
#include "finding/rules.h"
#include "report/phrase.h"
#include "report/report.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <uthash.h>

enum { PHRASE_CAP = 1024 * 1024 };

/* --- messages --------------------------------------------------------------------------------- */

/* Makes a message, {"text": ...}, of the unchanged string. */
static json_t *raw_message(const char *string)
{
    json_t *message = json_object();
    json_build_put_text(message, "text", string);
    return message;
}

/* Makes the message of a result, {"text": ...}. Braces are placeholders in it (section 3.11.5) and
 * "[a](b)" is a link (3.11.6), so text from a program must not look like them. */
static json_t *sarif_message(const char *string)
{
    struct text text;
    text_init(&text, REPORT_TEXT_CAP);
    for (const char *at = string; *at; at++) {
        if (*at == '{' || *at == '}')
            text_add_char(&text, *at);
        else if (*at == ']' && at[1] == '(')
            text_add_char(&text, '\\');
        text_add_char(&text, *at);
    }
    json_t *value = raw_message(text.data);
    text_free(&text);
    return value;
}

static json_t *call_message(const struct location *at)
{
    struct text text;
    text_init(&text, PHRASE_CAP);
    if (at->rank >= 0)
        text_addf(&text, "rank %d%s", at->rank, at->call ? ": " : "");
    phrase_add_call(&text, at);
    json_t *value = text.length ? sarif_message(text.data) : NULL;
    text_free(&text);
    return value;
}

/* --- places ----------------------------------------------------------------------------------- */

static void add_path(struct text *out, const char *path)
{
    for (; *path; path++) {
        unsigned char byte = (unsigned char)*path;
        if (isalnum(byte) || strchr("-._~/", byte))
            text_add_char(out, (char)byte);
        else
            text_addf(out, "%%%02X", byte);
    }
}

/* Makes an artifact. A relative path starts in the directory of the command, which the run calls
 * SRCROOT. */
static json_t *sarif_artifact(const char *file)
{
    struct text uri;
    text_init(&uri, PHRASE_CAP);
    text_add(&uri, *file == '/' ? "file://" : "");
    add_path(&uri, file);
    json_t *object = json_object();
    json_build_put_text(object, "uri", uri.data);
    if (*file != '/')
        json_build_put_text(object, "uriBaseId", "SRCROOT");
    text_free(&uri);
    return object;
}

static json_t *physical_location(const char *file, int line, int column)
{
    if (!file)
        return NULL;
    json_t *object = json_object();
    json_build_put(object, "artifactLocation", sarif_artifact(file));
    if (line > 0) {
        json_t *region = json_object();
        json_build_put_integer(region, "startLine", line);
        if (column > 0)
            json_build_put_integer(region, "startColumn", column);
        json_build_put(object, "region", region);
    }
    return object;
}

static json_t *sarif_location_value(const struct location *at)
{
    json_t *object = json_object();
    json_build_put(object, "physicalLocation", physical_location(at->file, at->line, at->column));
    if (at->function) {
        json_t *logical = json_object(), *list = json_array();
        json_build_put_text(logical, "name", at->function);
        json_build_put_text(logical, "kind", "function");
        json_build_append(list, logical);
        json_build_put(object, "logicalLocations", list);
    }
    json_build_put(object, "message", call_message(at));
    return object;
}

static json_t *sarif_related_value(const struct related *related)
{
    json_t *object = json_object();
    json_build_put(object, "physicalLocation",
                   physical_location(related->file, related->line, related->column));
    json_build_put(object, "message", sarif_message(related->what ? related->what : ""));
    return object;
}

/* Lists the locations after the first, then the related places. */
static json_t *related_locations(const struct finding *finding)
{
    json_t *list = json_array();
    for (size_t i = 1; i < finding->location_count; i++)
        json_build_append(list, sarif_location_value(&finding->locations[i]));
    for (size_t i = 0; i < finding->related_count; i++)
        json_build_append(list, sarif_related_value(&finding->related[i]));
    for (size_t i = 0; i < json_array_size(list); i++)
        json_build_put_integer(json_array_get(list, i), "id", (long long)i + 1);
    return list;
}

static json_t *sarif_stacks(const struct finding *finding)
{
    json_t *list = json_array();
    for (size_t i = 0; i < finding->location_count; i++) {
        const struct location *at = &finding->locations[i];
        json_t *stack = json_object(), *frames = json_array();
        for (size_t j = 0; j < at->stack_count; j++) {
            json_t *frame = json_object(), *place = json_object();
            json_build_put(place, "message", sarif_message(at->stack[j]));
            json_build_put(frame, "location", place);
            json_build_append(frames, frame);
        }
        json_build_put(stack, "message", call_message(at));
        json_build_put(stack, "frames", frames);
        if (at->stack_count > 0)
            json_build_append(list, stack);
        else
            json_decref(stack);
    }
    return list;
}

/* --- code flows ------------------------------------------------------------------------------- */

/* One step of a rank. Steps are sorted by rank, and by time within a rank. */
struct step {
    const struct location *at;
    size_t order;
    bool essential;
};

static int compare_steps(const void *left, const void *right)
{
    const struct step *a = left, *b = right;
    if (a->at->rank != b->at->rank)
        return a->at->rank < b->at->rank ? -1 : 1;
    return a->order < b->order ? -1 : 1;
}

static json_t *step_value(const struct step *step)
{
    json_t *object = json_object();
    json_build_put(object, "location", sarif_location_value(step->at));
    json_build_put_integer(object, "executionOrder", (long long)step->order);
    json_build_put_text(object, "importance", step->essential ? "essential" : "important");
    return object;
}

/* Makes one thread flow for each rank, from the events or, without any, from the locations. Makes
 * none for a finding without ranks. */
static json_t *thread_flows(const struct finding *finding)
{
    size_t count = 0, most = finding->event_count + finding->location_count;
    struct step *steps = memory_alloc(most * sizeof *steps);
    for (size_t i = 0; i < finding->event_count; i++) {
        const struct event *event = &finding->events[i];
        bool essential = event->state == EVENT_BLOCKED || event->state == EVENT_FAILED;
        if (event->at.rank >= 0)
            steps[count++] = (struct step){&event->at, i, essential};
    }
    for (size_t i = 0; finding->event_count == 0 && i < finding->location_count; i++) {
        if (finding->locations[i].rank >= 0)
            steps[count++] = (struct step){&finding->locations[i], i, true};
    }
    qsort(steps, count, sizeof *steps, compare_steps);
    json_t *flows = json_array();
    for (size_t i = 0; i < count;) {
        int rank = steps[i].at->rank;
        char *name = memory_printf("rank %d", rank);
        json_t *flow = json_object(), *locations = json_array();
        for (; i < count && steps[i].at->rank == rank; i++)
            json_build_append(locations, step_value(&steps[i]));
        json_build_put_text(flow, "id", name);
        json_build_put(flow, "locations", locations);
        json_build_append(flows, flow);
        free(name);
    }
    free(steps);
    return flows;
}

static void sarif_put_list(json_t *object, const char *key, json_t *list)
{
    if (json_array_size(list) > 0)
        json_build_put(object, key, list);
    else
        json_decref(list);
}

static json_t *code_flows(const struct finding *finding)
{
    json_t *list = json_array(), *flow = json_object();
    sarif_put_list(flow, "threadFlows", thread_flows(finding));
    if (json_object_size(flow) > 0)
        json_build_append(list, flow);
    else
        json_decref(flow);
    return list;
}

/* --- rules ------------------------------------------------------------------------------------ */

/* A name with a number: a rule of the run, with its index in the driver's list; or a fingerprint,
 * with the number of its uses. */
struct seen {
    const char *name;
    size_t number;
    UT_hash_handle hh;
};

struct names {
    struct arena arena;
    struct seen *all;
};

static struct seen *sarif_see(struct names *names, const char *name, bool *is_new)
{
    struct seen *found;
    HASH_FIND_STR(names->all, name, found);
    *is_new = !found;
    if (!found) {
        found = arena_alloc(&names->arena, sizeof *found);
        found->name = arena_copy(&names->arena, name);
        found->number = HASH_COUNT(names->all);
        HASH_ADD_KEYPTR(hh, names->all, found->name, strlen(found->name), found);
    }
    return found;
}

static void names_free(struct names *names)
{
    HASH_CLEAR(hh, names->all);
    arena_free(&names->arena);
}

static json_t *help_value(const struct rule *rule)
{
    struct text text;
    text_init(&text, PHRASE_CAP);
    json_t *help = json_object();
    text_addf(&text, "%s\nWrong:\n\n%s\nRight:\n\n%s\nSee %s.\n", rule->explanation, rule->wrong,
              rule->right, rule->section);
    json_build_put_text(help, "text", text.data);
    text_clear(&text);
    text_addf(&text, "%s\n**Wrong**\n\n```%s\n%s```\n\n**Right**\n\n```%s\n%s```\n\nSee %s.\n",
              rule->explanation, rule->language, rule->wrong, rule->language, rule->right,
              rule->section);
    json_build_put_text(help, "markdown", text.data);
    text_free(&text);
    return help;
}

/* Describes a rule; of a rule of a newer Tutti only its id. Examples are code: their braces stay,
 * since no viewer reads placeholders in a rule's help. */
static json_t *rule_value(const char *id)
{
    const struct rule *rule = rule_find(id);
    json_t *object = json_object();
    json_build_put_text(object, "id", id);
    if (!rule)
        return object;
    json_t *configuration = json_object(), *properties = json_object();
    json_build_put(object, "shortDescription", raw_message(rule->title));
    json_build_put(object, "fullDescription", raw_message(rule->explanation));
    json_build_put(object, "help", help_value(rule));
    json_build_put_text(configuration, "level", severity_name(rule->severity));
    json_build_put(object, "defaultConfiguration", configuration);
    json_build_put_text(properties, "section", rule->section);
    json_build_put(object, "properties", properties);
    return object;
}

/* --- runs ------------------------------------------------------------------------------------- */

static json_t *result_properties(const struct finding *finding)
{
    json_t *object = json_object(), *ranks = json_array();
    json_build_put_text(object, "id", finding->id);
    for (size_t i = 0; i < finding->rank_count; i++)
        json_build_append(ranks, json_integer(finding->ranks[i]));
    json_build_put(object, "ranks", ranks);
    json_build_put_text(object, "replay", finding->replay);
    json_build_put_text(object, "next", finding->next);
    return object;
}

/* Makes the fingerprints. A number behind it tells apart two findings of a run with the same one.
 */
static json_t *sarif_fingerprints(const struct finding *finding, struct names *prints)
{
    char hash[FINGERPRINT_SIZE];
    bool is_new;
    fingerprint_print(finding, hash);
    struct seen *found = sarif_see(prints, hash, &is_new);
    found->number = is_new ? 1 : found->number + 1;
    char *value = memory_printf("%s:%zu", hash, found->number);
    json_t *object = json_object();
    json_build_put_text(object, "tutti/v1", value);
    free(value);
    return object;
}

static json_t *result_value(const struct finding *finding, size_t rule, struct names *prints,
                            bool compared)
{
    json_t *result = json_object(), *locations = json_array();
    const char *headline = finding->headline ? finding->headline : "";
    bool more = finding->why && *finding->why;
    char *words = memory_printf("%s%s%s", headline, more ? "\n" : "", more ? finding->why : "");
    json_build_put_text(result, "ruleId", finding->rule);
    json_build_put_integer(result, "ruleIndex", (long long)rule);
    json_build_put_text(result, "level", severity_name(finding->severity));
    if (compared)
        json_build_put_text(result, "baselineState", finding->known ? "unchanged" : "new");
    json_build_put(result, "message", sarif_message(words));
    if (finding->location_count > 0)
        json_build_append(locations, sarif_location_value(&finding->locations[0]));
    json_build_put(result, "locations", locations);
    sarif_put_list(result, "relatedLocations", related_locations(finding));
    sarif_put_list(result, "stacks", sarif_stacks(finding));
    sarif_put_list(result, "codeFlows", code_flows(finding));
    json_build_put(result, "partialFingerprints", sarif_fingerprints(finding, prints));
    json_build_put(result, "properties", result_properties(finding));
    free(words);
    return result;
}

static void put_results(json_t *driver, json_t *run, const struct document *document)
{
    json_t *used = json_array(), *results = json_array();
    struct names rule_places = {0}, prints = {0};
    for (size_t i = 0; i < document->finding_count; i++) {
        const struct finding *finding = &document->findings[i];
        bool is_new;
        const struct seen *place = sarif_see(&rule_places, finding->rule, &is_new);
        if (is_new)
            json_build_append(used, rule_value(finding->rule));
        json_build_append(results,
                          result_value(finding, place->number, &prints, document->baseline));
    }
    json_build_put(driver, "rules", used);
    json_build_put(run, "results", results);
    names_free(&rule_places);
    names_free(&prints);
}

/* Returns the directory as a URI; in SARIF a base must end with a slash. */
static json_t *directory_value(const char *directory)
{
    char *path = memory_printf("%s/", directory);
    json_t *object = sarif_artifact(path);
    free(path);
    return object;
}

static json_t *sarif_invocation(const struct document *document)
{
    static const struct {
        int code;
        const char *words;
    } exits[] = {[VERDICT_CLEAN] = {0, "nothing found and the search complete"},
                 [VERDICT_VIOLATIONS] = {1, "findings"},
                 [VERDICT_INCOMPLETE] = {4, "budget exhausted, nothing found so far: not proven"}};
    json_t *object = json_object(), *arguments = json_array();
    for (size_t i = 1; i < document->command_count; i++)
        json_build_append(arguments, json_build_text(document->command[i]));
    json_build_put(object, "arguments", arguments);
    json_build_put_integer(object, "exitCode", exits[document->verdict].code);
    json_build_put_text(object, "exitCodeDescription", exits[document->verdict].words);
    json_build_put(object, "executionSuccessful", json_true());
    if (document->directory && *document->directory == '/')
        json_build_put(object, "workingDirectory", directory_value(document->directory));
    if (document->unfinished || document->verdict == VERDICT_INCOMPLETE) {
        json_t *list = json_array(), *notification = json_object();
        json_build_put_text(notification, "level", "warning");
        json_build_put(notification, "message",
                       raw_message("the search was not complete: more may be wrong"));
        json_build_append(list, notification);
        json_build_put(object, "toolExecutionNotifications", list);
    }
    return object;
}

static json_t *run_properties(const struct document *document)
{
    json_t *object = json_object(), *stats = json_object();
    json_build_put_text(object, "verb", document->verb);
    json_build_put_text(object, "verdict", verdict_name(document->verdict));
    json_build_put_text(object, "coverage", document->coverage);
    if (document->ranks > 0)
        json_build_put_integer(object, "ranks", document->ranks);
    json_build_put_text(object, "mpi", document->mpi);
    json_build_put_text(object, "buffering", document->buffering);
    for (size_t i = 0; i < document->stat_count; i++)
        json_build_put(stats, document->stats[i].name, json_build_number(document->stats[i].value));
    json_build_put(object, "stats", stats);
    return object;
}

static json_t *run_value(const struct document *document)
{
    json_t *run = json_object(), *tool = json_object(), *driver = json_object();
    json_build_put_text(driver, "name", "Tutti");
    json_build_put_text(driver, "semanticVersion", TUTTI_VERSION);
    json_build_put(tool, "driver", driver);
    json_build_put(run, "tool", tool);
    json_t *invocations = json_array();
    json_build_append(invocations, sarif_invocation(document));
    json_build_put(run, "invocations", invocations);
    if (document->directory && *document->directory == '/') {
        json_t *bases = json_object();
        json_build_put(bases, "SRCROOT", directory_value(document->directory));
        json_build_put(run, "originalUriBaseIds", bases);
    }
    put_results(driver, run, document);
    json_build_put(run, "properties", run_properties(document));
    return run;
}

void report_print_sarif(const struct document *const *documents, size_t count, struct text *out)
{
    json_t *root = json_build_root(), *runs = json_array();
    json_build_put_text(root, "$schema", "https://json.schemastore.org/sarif-2.1.0.json");
    json_build_put_text(root, "version", "2.1.0");
    for (size_t i = 0; i < count; i++)
        json_build_append(runs, run_value(documents[i]));
    json_build_put(root, "runs", runs);
    json_build_print(root, out);
}
