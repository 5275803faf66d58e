/* facts.c: prints what a run was and what it counted, in words. */

#include "report/html/facts.h"

#include "report/html/text.h"
#include "report/phrase.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static void facts_add_number(struct text *out, double value)
{
    if (value >= 0 && value < 1e15 && value == floor(value))
        html_count(out, (size_t)value);
    else
        text_addf(out, "%.4g", value);
}

static void add_fact(struct text *out, const char *name, const char *value)
{
    if (!value)
        return;
    text_addf(out, "<div><dt>%s</dt><dd>", name);
    html_text(out, value);
    text_add(out, "</dd></div>");
}

/* Returns the words for a number of the statistics; NULL: its name, without underscores. */
static const char *name_in_words(const char *name)
{
    static const char *const names[][2] = {
        {"seconds", "Seconds in all"},
        {"start_seconds", "Seconds to start the ranks"},
        {"solver_seconds", "Seconds in the solver"},
        {"repair_seconds", "Seconds spent on repairs"},
        {"executions", "Executions"},
        {"executions_per_second", "Executions a second"},
        {"choices", "Choices that MPI left open"},
        {"operations", "MPI operations of all ranks"},
        {"messages", "Messages"},
        {"message_bytes", "Bytes in messages"},
        {"collective_calls", "Collective calls of all ranks"},
        {"exit_code", "Exit code of the program"},
        {"pending", "Executions left to run"},
        {"given_up", "Executions that could not be run"},
        {"depth", "Most choices in an execution"},
        {"workers", "Worker processes"},
        {"deadlocks", "Executions with a deadlock"},
        {"failures", "Executions that failed"},
        {"not_seen_again", "Failures that did not occur again"},
        {"schedules_cut", "Tests whose schedules were not all tried"},
        {"time_limits", "Tests that reached a limit of time or memory"},
        {"calls_not_returned", "Calls that did not return"},
        {"calls_failed", "Calls that returned an error"},
        {"coverage_percent", "Branches covered, percent"},
        {"branches_covered", "Branches covered"},
        {"branches_reachable", "Branches of functions that were entered"},
        {"longest_stop_us", "Longest stop of a rank, microseconds"},
        {"longest_still", "Longest time without progress, seconds"},
        {"untraced", "Tests that ended before instrumented code ran"},
        {"regions_full", "Tests with more decisions than fit into their record"},
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i][0], name) == 0)
            return names[i][1];
    return NULL;
}

static void add_name(struct text *out, const char *name)
{
    const char *words = name_in_words(name);
    char *plain = memory_copy(words ? words : name);
    for (char *each = plain; !words && *each; each++)
        *each = *each == '_' ? ' ' : each == plain ? (char)toupper((unsigned char)*each) : *each;
    html_text(out, plain);
    free(plain);
}

/* Returns the meaning of the value of `buffering`. */
static const char *buffering_in_words(const char *buffering)
{
    static const char *const words[][2] = {
        {"zero", "never: standard sends wait for their receives"},
        {"infinite", "always: no standard send waits"},
        {"both", "both: standard sends that wait, and that do not"}};
    for (size_t i = 0; buffering && i < sizeof words / sizeof *words; i++)
        if (strcmp(words[i][0], buffering) == 0)
            return words[i][1];
    return buffering;
}

void html_facts(struct text *out, const struct document *document)
{
    text_add(out, "<dl class=\"facts\">");
    add_fact(out, "Verb", document->verb);
    if (document->ranks > 0)
        text_addf(out, "<div><dt>Ranks</dt><dd>%d</dd></div>", document->ranks);
    add_fact(out, "MPI", document->mpi ? phrase_mpi_name(document->mpi) : NULL);
    add_fact(out, "Sends are buffered", buffering_in_words(document->buffering));
    for (size_t i = 0; i < document->stat_count; i++) {
        text_add(out, "<div><dt>");
        add_name(out, document->stats[i].name);
        text_add(out, "</dt><dd>");
        facts_add_number(out, document->stats[i].value);
        text_add(out, "</dd></div>");
    }
    text_add(out, "</dl>\n");
}
