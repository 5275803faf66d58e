/* explain.c: the verb `explain`: prints what a rule means, with a wrong and a right example. */
#include "cmd/explain.h"
#include "base/file.h"
#include "base/text.h"
#include "cmd/verb.h"
#include "finding/rules.h"

#include <stdlib.h>
#include <string.h>

enum { PAGE_CAP = 1024 * 1024 };

static void explain_add_heading(struct text *page, bool color, const char *heading)
{
    text_addf(page, color ? "\n\033[1m%s\033[0m\n" : "\n%s\n", heading);
}

static void explain_add_example(struct text *page, bool color, const char *heading,
                                const char *source)
{
    explain_add_heading(page, color, heading);
    for (const char *line = source; *line;) {
        size_t length = strcspn(line, "\n");
        text_addf(page, length ? "    %.*s\n" : "%.*s\n", (int)length, line);
        line += length + (line[length] == '\n');
    }
}

void explain_rule(struct text *page, bool color, const struct rule *rule)
{
    text_addf(page, color ? "\033[1m%s\033[0m: %s\n" : "%s: %s\n", rule->id, rule->title);
    text_addf(page, "%s; %s\n\n%s\n", severity_name(rule->severity), rule->section,
              rule->explanation);
    explain_add_example(page, color, "Wrong", rule->wrong);
    explain_add_example(page, color, "Right", rule->right);
}

static void explain_add_list(struct text *page)
{
    for (size_t i = 0; i < rule_count; i++)
        text_addf(page, "%-34s %s\n", rules[i].id, rules[i].title);
}

static int explain_unknown_rule(const struct context *context, const char *id)
{
    const char **ids = calloc(rule_count, sizeof *ids);
    struct error error;
    for (size_t i = 0; ids && i < rule_count; i++)
        ids[i] = rules[i].id;
    const char *nearest = ids ? options_nearest(id, ids, rule_count) : NULL;
    error_set(&error, ERROR_USAGE, "there is no rule '%s'%s%s%s; `tutti explain` lists all rules",
              id, nearest ? ", did you mean '" : "", nearest ? nearest : "", nearest ? "'?" : "");
    free(ids);
    return verb_fail(context, &error);
}

static int explain_run(const struct context *context, const struct options *options)
{
    size_t count;
    char *const *ids = options_operands(options, &count);
    struct text page;
    text_init(&page, PAGE_CAP);
    struct error error;
    int code = EXIT_CLEAN;
    if (count == 0)
        explain_add_list(&page);
    for (size_t i = 0; i < count && code == EXIT_CLEAN; i++) {
        const struct rule *rule = rule_find(ids[i]);
        if (!rule) {
            code = explain_unknown_rule(context, ids[i]);
            break;
        }
        if (i > 0)
            text_add(&page, "\n");
        explain_rule(&page, context->color, rule);
    }
    if (code == EXIT_CLEAN && file_write("-", page.data, page.length, &error) != 0)
        code = verb_fail(context, &error);
    text_free(&page);
    return code;
}

const struct verb verb_explain = {
    .command = {.name = "explain",
                .summary = "what a rule means, an example, the fix",
                .synopsis = "[RULE...]",
                .description = "Prints the page of a rule: what is wrong, why MPI forbids it, a "
                               "wrong and a right example, and the section of the standard. "
                               "Without a rule, lists all rules.",
                .operands = OPERANDS_ANY,
                .words = rule_id},
    .run = explain_run,
};
