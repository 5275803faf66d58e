/* finding.c: prints one finding: what it is, why, the calls of the ranks, how to reproduce it. */

#include "report/html/finding.h"

#include "report/html/excerpts.h"
#include "report/html/interleavings.h"
#include "report/html/stacks.h"
#include "report/html/text.h"
#include "report/html/trace.h"
#include "report/html/waits.h"
#include "report/phrase.h"

#include <string.h>
#include <uthash.h>

enum { CARDS_OPEN = 4, HEADLINE_CAP = 500 };

/* Ranks whose calls are equal in everything but the rank. */
struct finding_group {
    const char *key;
    const struct location *at;
    int *ranks;
    size_t rank_count;
    UT_hash_handle hh;
};

const char *html_headline(const struct finding *finding)
{
    return finding->headline && *finding->headline ? finding->headline : finding->rule;
}

static const char *group_key(struct arena *arena, const struct location *at)
{
    struct text key;
    text_init(&key, HTML_STRING_CAP * 16);
    text_addf(&key, "%s\n%s\n%d\n%d\n%s\n", at->call ? at->call : "", at->file ? at->file : "",
              at->line, at->column, at->function ? at->function : "");
    for (size_t i = 0; i < at->argument_count; i++)
        text_addf(&key, "%s=%s\n", at->arguments[i].name,
                  at->arguments[i].text ? at->arguments[i].text : "");
    for (size_t i = 0; i < at->stack_count; i++)
        text_addf(&key, "@%s\n", at->stack[i]);
    const char *copy = arena_copy_bytes(arena, key.data, key.length);
    text_free(&key);
    return copy;
}

/* Groups the locations, in the order of each group's first one. */
static struct finding_group *make_groups(struct arena *arena, const struct finding *finding)
{
    struct finding_group *groups = NULL;
    for (size_t i = 0; i < finding->location_count; i++) {
        const struct location *at = &finding->locations[i];
        const char *key = group_key(arena, at);
        struct finding_group *group;
        HASH_FIND_STR(groups, key, group);
        if (!group) {
            group = arena_alloc(arena, sizeof *group);
            group->key = key;
            group->at = at;
            HASH_ADD_KEYPTR(hh, groups, group->key, strlen(group->key), group);
        }
        if (at->rank >= 0)
            *arena_push(arena, group->ranks, group->rank_count) = at->rank;
    }
    return groups;
}

static void finding_add_stack(struct text *out, const struct location *at)
{
    if (at->stack_count == 0)
        return;
    text_add(out, "<details class=\"stack\"><summary>Stack (");
    html_counted(out, at->stack_count, "frame");
    text_add(out, ")</summary><ol>");
    for (size_t i = 0; i < at->stack_count && i < HTML_STACK_CAP; i++) {
        text_add(out, "<li><code>");
        html_text(out, at->stack[i]);
        text_add(out, "</code></li>");
    }
    text_add(out, "</ol>");
    if (at->stack_count > HTML_STACK_CAP) {
        text_add(out, "<p class=\"note\">The outer ");
        html_counted(out, at->stack_count - HTML_STACK_CAP, "frame");
        text_add(out, " are left out.</p>");
    }
    text_add(out, "</details>\n");
}

static bool finding_same_place(const struct location *a, const struct location *b)
{
    return a->line == b->line && !a->file == !b->file && !a->function == !b->function &&
           (!a->file || strcmp(a->file, b->file) == 0) &&
           (!a->function || strcmp(a->function, b->function) == 0);
}

static void finding_add_call(struct html *html, const struct finding_group *group)
{
    struct text *out = html->out;
    text_add(out, "<li>");
    if (group->rank_count > 0) {
        text_add(out, "<span class=\"who\">");
        phrase_add_ranks(out, group->ranks, group->rank_count);
        text_add(out, "</span> ");
    }
    if (group->at->call || group->at->argument_count > 0)
        html_call(out, group->at);
    finding_add_stack(out, group->at);
    text_add(out, "</li>\n");
}

/* Prints the calls of one place, from groups[first] on, with its excerpt. */
static void add_card(struct html *html, struct finding_group **groups, size_t first, size_t count,
                     bool excerpt)
{
    struct text *out = html->out;
    const struct location *at = groups[first]->at;
    text_add(out, "<li class=\"card\">\n<p class=\"where\">");
    html_file_line(out, at->file, at->line, 0);
    if (at->function) {
        text_add(out, " <span>in <code>");
        html_text(out, at->function);
        text_add(out, "</code></span>");
    }
    text_add(out, "</p>\n<ul>\n");
    for (size_t i = first; i < count; i++) {
        if (!groups[i] || !finding_same_place(groups[i]->at, at))
            continue;
        finding_add_call(html, groups[i]);
        groups[i] = NULL;
    }
    text_add(out, "</ul>\n");
    if (excerpt) {
        html_place(html, at->file, at->directory, at->line);
        html_excerpts(html);
    }
    text_add(out, "</li>\n");
}

static void finding_add_calls(struct html *html, const struct finding *finding)
{
    if (finding->location_count == 0)
        return;
    struct finding_group *table = make_groups(&html->arena, finding);
    struct finding_group *groups[HTML_CALL_CAP];
    size_t count = 0, total = HASH_COUNT(table), cards = 0;
    for (struct finding_group *at = table; at && count < HTML_CALL_CAP; at = at->hh.next)
        groups[count++] = at;
    HASH_CLEAR(hh, table);
    text_add(html->out, "<section>\n<h4>Who did what</h4>\n<ol class=\"calls\">\n");
    for (size_t i = 0; i < count; i++) {
        if (!groups[i])
            continue;
        if (cards == CARDS_OPEN) /* the rest matters less than the diagrams below */
            text_add(html->out, "</ol>\n<details><summary>More calls</summary>\n"
                                "<ol class=\"calls\">\n");
        add_card(html, groups, i, count, cards < HTML_EXCERPT_CAP);
        cards++;
    }
    text_add(html->out, cards > CARDS_OPEN ? "</ol>\n</details>\n" : "</ol>\n");
    if (total > count) {
        text_add(html->out, "<p class=\"note\">");
        html_counted(html->out, total - count, "more call");
        text_add(html->out, " left out here and kept in the JSON file.</p>\n");
    }
    text_add(html->out, "</section>\n");
}

static void finding_add_related(struct html *html, const struct finding *finding)
{
    struct text *out = html->out;
    if (finding->related_count == 0)
        return;
    text_add(out, "<section>\n<h4>Related places</h4>\n<ul class=\"related\">\n");
    for (size_t i = 0; i < finding->related_count && i < HTML_RELATED_CAP; i++) {
        const struct related *related = &finding->related[i];
        text_add(out, "<li><p>");
        html_text(out, related->what);
        text_add(out, " <span class=\"where\">");
        html_file_line(out, related->file, related->line, related->column);
        text_add(out, "</span></p>\n");
        if (i < HTML_EXCERPT_CAP) {
            html_place(html, related->file, related->directory, related->line);
            html_excerpts(html);
        }
        text_add(out, "</li>\n");
    }
    text_add(out, "</ul>\n");
    if (finding->related_count > HTML_RELATED_CAP) {
        text_add(out, "<p class=\"note\">");
        html_counted(out, finding->related_count - HTML_RELATED_CAP, "more place");
        text_add(out, " left out here and kept in the JSON file.</p>\n");
    }
    text_add(out, "</section>\n");
}

static void add_sightings(struct html *html, const struct finding *finding)
{
    struct text *out = html->out;
    if (finding->sighting_count == 0)
        return;
    text_add(out, "<p class=\"note\">Found by ");
    for (size_t i = 0; i < finding->sighting_count && i < HTML_REFERENCE_CAP; i++) {
        const struct sighting *sighting = &finding->sightings[i];
        text_add(out, i ? ", " : "");
        html_text(out, sighting->verb);
        if (strcmp(sighting->rule, finding->rule) != 0) {
            text_add(out, " (as ");
            html_text(out, sighting->rule);
            text_add(out, ")");
        }
    }
    text_add(out, ".</p>\n");
}

static void finding_add_command(struct html *html, const char *title, const char *command)
{
    struct text *out = html->out;
    if (!command)
        return;
    text_addf(out, "<section class=\"again\">\n<h4>%s</h4>\n<div class=\"replay\"><code>", title);
    html_text(out, command);
    text_add(out, "</code><button type=\"button\" class=\"copy js-only\" aria-label=\"Copy the "
                  "command\">");
    html_icon(out, "copy");
    text_add(out, "<span>Copy</span></button></div>\n</section>\n");
}

static void finding_add_heading(struct html *html, const struct finding *finding,
                                size_t rule_number)
{
    struct text *out = html->out;
    const char *severity = severity_name(finding->severity);
    text_add(out, "<header>\n<p class=\"eyebrow\">");
    text_addf(out, "<span class=\"badge %s\">", severity);
    html_icon(out, severity);
    text_addf(out, "%s</span><a class=\"rule\" href=\"#rule-%zu\">", severity, rule_number);
    html_text(out, finding->rule);
    text_add(out, "</a>");
    if (finding->rank_count > 0) {
        text_add(out, "<span>");
        phrase_add_ranks(out, finding->ranks, finding->rank_count);
        text_add(out, "</span>");
    }
    if (finding->known)
        text_add(out, "<span>known</span>");
    text_add(out, "<span class=\"id\">");
    html_text(out, finding->id);
    text_addf(out, "</span></p>\n<h3 id=\"f%zu-title\">", html->number);
    html_short(out, html_headline(finding), HEADLINE_CAP);
    text_add(out, "</h3>\n</header>\n");
}

void html_finding(struct html *html, const struct finding *finding, size_t rule_number,
                  bool current)
{
    struct text *out = html->out;
    html_open(html, 'f', html->number);
    text_addf(out,
              "<article class=\"finding %s%s\" id=\"f%zu\" tabindex=\"-1\" "
              "aria-labelledby=\"f%zu-title\">\n",
              severity_name(finding->severity), current ? " current" : "", html->number,
              html->number);
    finding_add_heading(html, finding, rule_number);
    if (finding->why) {
        text_add(out, "<div class=\"why\">");
        html_paragraphs(out, finding->why);
        text_add(out, "</div>\n");
    }
    add_sightings(html, finding);
    finding_add_command(html, "See it again", finding->replay);
    finding_add_command(html, "Next", finding->next);
    if (html->interleavings)
        html_interleavings_of(html, html->interleavings, finding);
    finding_add_calls(html, finding);
    finding_add_related(html, finding);
    struct html_history history = {finding->events, finding->event_count, finding->matches,
                                   finding->match_count};
    html_trace(html, &history, "What happened");
    html_waits(html, finding);
    html_stacks(html, finding);
    text_add(out, "</article>\n");
    html_close(html);
}
