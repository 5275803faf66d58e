#include "finding/json.h"

#include "finding/json_build.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Returns the value of an argument. Numbers stay numbers, unless JSON would change them
 * (hexadecimal, more than 64 bits). */
static json_t *argument_value(const struct argument *argument)
{
    const char *text = argument->text ? argument->text : "";
    if (!argument->is_number)
        return json_build_text(text);
    char *end;
    errno = 0;
    long long whole = strtoll(text, &end, 10);
    if (end != text && *end == '\0' && errno == 0)
        return json_integer(whole);
    if (text[strspn(text, "+-.0123456789eE")] == '\0' && strpbrk(text, ".eE")) {
        json_t *real = json_build_number(strtod(text, &end));
        if (real && *end == '\0')
            return real;
        json_decref(real);
    }
    return json_build_text(text);
}

static json_t *arguments_value(const struct location *location)
{
    json_t *object = json_object();
    for (size_t i = 0; i < location->argument_count; i++) {
        const struct argument *argument = &location->arguments[i];
        json_build_put(object, argument->name, argument_value(argument));
    }
    return object;
}

static json_t *texts_value(const char *const *texts, size_t count)
{
    json_t *array = json_array();
    for (size_t i = 0; i < count; i++)
        json_build_append(array, json_build_text(texts[i]));
    return array;
}

static void json_put_list(json_t *object, const char *key, json_t *array)
{
    if (json_array_size(array) > 0)
        json_build_put(object, key, array);
    else
        json_decref(array);
}

/* Returns a location. `whole`: includes empty fields, as for the findings' own locations. */
static json_t *json_location_value(const struct location *location, bool whole)
{
    json_t *object = json_object();
    if (location->rank >= 0)
        json_build_put_integer(object, "rank", location->rank);
    json_build_put_text(object, "call", location->call);
    if (whole || location->argument_count > 0)
        json_build_put(object, "args", arguments_value(location));
    json_build_put_text(object, "file", location->file);
    json_build_put_text(object, "directory", location->directory);
    if (location->line > 0)
        json_build_put_integer(object, "line", location->line);
    if (location->column > 0)
        json_build_put_integer(object, "column", location->column);
    json_build_put_text(object, "function", location->function);
    if (whole || location->stack_count > 0)
        json_build_put(object, "stack", texts_value(location->stack, location->stack_count));
    return object;
}

static json_t *json_related_value(const struct related *related)
{
    json_t *object = json_object();
    json_build_put_text(object, "what", related->what ? related->what : "");
    json_build_put_text(object, "file", related->file);
    json_build_put_text(object, "directory", related->directory);
    if (related->line > 0)
        json_build_put_integer(object, "line", related->line);
    if (related->column > 0)
        json_build_put_integer(object, "column", related->column);
    return object;
}

static json_t *event_value(const struct event *event)
{
    static const char *const states[] = {"done", "pending", "blocked", "failed"};
    json_t *object = json_location_value(&event->at, false);
    json_build_put_text(object, "state", states[event->state]);
    return object;
}

static json_t *indices_value(const size_t *indices, size_t count)
{
    json_t *array = json_array();
    for (size_t i = 0; i < count; i++)
        json_build_append(array, json_integer((json_int_t)indices[i]));
    return array;
}

static json_t *match_value(const struct match *match)
{
    json_t *object = json_object();
    json_build_put_text(object, "kind", match->kind == MATCH_MESSAGE ? "message" : "collective");
    json_build_put(object, "events", indices_value(match->events, match->event_count));
    if (match->wildcard)
        json_build_put(object, "wildcard", json_true());
    if (match->alternative_count > 0)
        json_build_put(object, "alternatives",
                       indices_value(match->alternatives, match->alternative_count));
    return object;
}

static json_t *wait_value(const struct wait *wait)
{
    json_t *object = json_object();
    json_build_put_integer(object, "rank", wait->rank);
    json_build_put_integer(object, "on", wait->on);
    if (wait->any)
        json_build_put(object, "any", json_true());
    json_build_put_text(object, "why", wait->why);
    return object;
}

/* Adds events to a finding or an interleaving, unless there are none. */
static void put_events(json_t *object, const struct event *events, size_t count)
{
    json_t *array = json_array();
    for (size_t i = 0; i < count; i++)
        json_build_append(array, event_value(&events[i]));
    json_put_list(object, "events", array);
}

static void put_matches(json_t *object, const struct match *matches, size_t count)
{
    json_t *array = json_array();
    for (size_t i = 0; i < count; i++)
        json_build_append(array, match_value(&matches[i]));
    json_put_list(object, "matches", array);
}

static void put_waits(json_t *object, const struct wait *waits, size_t count)
{
    json_t *array = json_array();
    for (size_t i = 0; i < count; i++)
        json_build_append(array, wait_value(&waits[i]));
    json_put_list(object, "waits", array);
}

static void put_stacks(json_t *object, const struct stack_branch *stacks, size_t count)
{
    json_t *array = json_array();
    for (size_t i = 0; i < count; i++) {
        json_t *branch = json_object();
        json_build_put_integer(branch, "depth", stacks[i].depth);
        json_build_put_text(branch, "ranks", stacks[i].ranks);
        json_build_put_text(branch, "where", stacks[i].where);
        json_build_append(array, branch);
    }
    json_put_list(object, "stacks", array);
}

static void put_sightings(json_t *object, const struct sighting *sightings, size_t count)
{
    json_t *array = json_array();
    for (size_t i = 0; i < count; i++) {
        json_t *sighting = json_object();
        json_build_put_text(sighting, "verb", sightings[i].verb);
        json_build_put_text(sighting, "rule", sightings[i].rule);
        json_build_put_text(sighting, "fingerprint", sightings[i].fingerprint);
        json_build_append(array, sighting);
    }
    json_put_list(object, "sightings", array);
}

static void json_put_count(json_t *object, const char *name, uint64_t count)
{
    if (count > 0)
        json_build_put_integer(object, name, (long long)count);
}

static json_t *finding_value(const struct finding *finding)
{
    json_t *object = json_object();
    json_build_put_text(object, "id", finding->id);
    json_build_put_text(object, "rule", finding->rule);
    json_build_put_text(object, "severity", severity_name(finding->severity));
    if (finding->known)
        json_build_put(object, "known", json_true());
    json_build_put_text(object, "headline", finding->headline ? finding->headline : "");
    json_t *ranks = json_array();
    for (size_t i = 0; i < finding->rank_count; i++)
        json_build_append(ranks, json_integer(finding->ranks[i]));
    json_build_put(object, "ranks", ranks);
    json_build_put_text(object, "why", finding->why ? finding->why : "");
    json_build_put_text(object, "replay", finding->replay);
    json_build_put_text(object, "next", finding->next);
    json_put_count(object, "ranks_needed", (uint64_t)finding->ranks_needed);
    json_t *locations = json_array();
    for (size_t i = 0; i < finding->location_count; i++)
        json_build_append(locations, json_location_value(&finding->locations[i], true));
    json_build_put(object, "locations", locations);
    json_t *related = json_array();
    for (size_t i = 0; i < finding->related_count; i++)
        json_build_append(related, json_related_value(&finding->related[i]));
    json_build_put(object, "related", related);
    put_events(object, finding->events, finding->event_count);
    put_matches(object, finding->matches, finding->match_count);
    put_waits(object, finding->waits, finding->wait_count);
    put_stacks(object, finding->stacks, finding->stack_count);
    put_sightings(object, finding->sightings, finding->sighting_count);
    return object;
}

static json_t *interleaving_value(const struct interleaving *interleaving)
{
    json_t *object = json_object();
    json_build_put_integer(object, "number", (long long)interleaving->number);
    json_build_put_text(object, "outcome", interleaving->outcome);
    json_put_list(object, "findings",
                  texts_value(interleaving->finding_ids, interleaving->finding_count));
    json_build_put_text(object, "choices", interleaving->choices);
    json_build_put_text(object, "result", interleaving->result);
    put_events(object, interleaving->events, interleaving->event_count);
    put_matches(object, interleaving->matches, interleaving->match_count);
    return object;
}

static json_t *interleavings_value(const struct document *document)
{
    json_t *object = json_object(), *list = json_array();
    json_build_put_integer(object, "total", (long long)document->interleaving_total);
    for (size_t i = 0; i < document->interleaving_count; i++)
        json_build_append(list, interleaving_value(&document->interleavings[i]));
    json_build_put(object, "list", list);
    return object;
}

static json_t *runs_value(const struct document *document)
{
    json_t *array = json_array();
    for (size_t i = 0; i < document->run_count; i++) {
        const struct past_run *run = &document->runs[i];
        json_t *object = json_object();
        json_build_put_text(object, "verb", run->verb);
        json_build_put_text(object, "program", run->program);
        json_build_put_text(object, "when", run->when);
        json_build_put_text(object, "verdict", verdict_name(run->verdict));
        json_build_put_integer(object, "findings", (long long)run->findings);
        json_build_put_integer(object, "new", (long long)run->fresh);
        json_build_put_integer(object, "gone", (long long)run->gone);
        json_build_append(array, object);
    }
    return array;
}

static json_t *world_value(const struct document *document)
{
    json_t *object = json_object();
    if (document->ranks > 0)
        json_build_put_integer(object, "ranks", document->ranks);
    json_build_put_text(object, "mpi", document->mpi);
    json_build_put_text(object, "buffering", document->buffering);
    return object;
}

void document_print_json(const struct document *document, struct text *out)
{
    json_t *root = json_build_root();
    json_build_put_integer(root, "tutti", DOCUMENT_VERSION);
    json_build_put_text(root, "verb", document->verb);
    json_build_put(root, "command", texts_value(document->command, document->command_count));
    json_build_put_text(root, "directory", document->directory);
    json_build_put_text(root, "verdict", verdict_name(document->verdict));
    if (document->unfinished)
        json_build_put(root, "unfinished", json_true());
    json_build_put_text(root, "coverage", document->coverage);
    json_put_count(root, "stopped_at_error", document->stopped);
    json_put_count(root, "went_past_error", document->passed);
    json_put_count(root, "hidden", document->hidden);
    json_build_put_text(root, "baseline", document->baseline);
    json_build_put(root, "world", world_value(document));
    json_t *stats = json_object();
    for (size_t i = 0; i < document->stat_count; i++)
        json_build_put(stats, document->stats[i].name, json_build_number(document->stats[i].value));
    json_build_put(root, "stats", stats);
    json_t *findings = json_array();
    for (size_t i = 0; i < document->finding_count; i++)
        json_build_append(findings, finding_value(&document->findings[i]));
    json_build_put(root, "findings", findings);
    if (document->interleaving_total > 0)
        json_build_put(root, "interleavings", interleavings_value(document));
    json_put_list(root, "runs", runs_value(document));
    json_build_print(root, out);
}
