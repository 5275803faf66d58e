/* html.c: prints the page: its frame, a section for each document, the rules at the end. */
#include "report/html/html.h"
#include "report/html/facts.h"
#include "report/html/finding.h"
#include "report/html/interleavings.h"
#include "report/html/page.h"
#include "report/html/runs.h"
#include "report/html/text.h"

#include "finding/rules.h"
#include "report/phrase.h"
#include "report/report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uthash.h>

/* A rule that the page mentions, numbered in the order of first use. */
struct used_rule {
    const char *id;
    size_t number;
    size_t findings; /* number of its findings in the current document */
    UT_hash_handle hh;
};

struct page {
    struct html html;
    const struct document *const *documents;
    size_t document_count;
    struct used_rule *rules;
    struct arena arena; /* for the whole page */
};

void html_open(struct html *html, char kind, size_t number)
{
    html->arena = (struct arena){0};
    snprintf(html->id, sizeof html->id, "%c%zu", kind, number);
    html->places = NULL;
    html->place_count = html->excerpt_count = 0;
}

void html_close(struct html *html)
{
    arena_free(&html->arena);
}

static size_t shown_findings(const struct document *document)
{
    return document->finding_count < HTML_FINDING_CAP ? document->finding_count : HTML_FINDING_CAP;
}

static struct used_rule *page_rule(struct page *page, const char *id)
{
    struct used_rule *rule;
    HASH_FIND_STR(page->rules, id, rule);
    if (rule)
        return rule;
    rule = arena_alloc(&page->arena, sizeof *rule);
    rule->id = id;
    rule->number = HASH_COUNT(page->rules) + 1;
    HASH_ADD_KEYPTR(hh, page->rules, rule->id, strlen(rule->id), rule);
    return rule;
}

/* Returns the limit on events of a finding: halved until the page is small enough. */
static size_t page_event_cap(const struct page *page)
{
    size_t cap = HTML_EVENT_CAP;
    for (; cap / 2 >= HTML_EVENT_FLOOR; cap /= 2) {
        size_t events = 0;
        for (size_t i = 0; i < page->document_count; i++)
            for (size_t j = 0; j < shown_findings(page->documents[i]); j++) {
                size_t count = page->documents[i]->findings[j].event_count;
                events += count < cap ? count : cap;
            }
        if (events <= HTML_EVENT_PAGE_CAP)
            break;
    }
    return cap;
}

static void count_severities(const struct document *document, size_t counts[3])
{
    memset(counts, 0, 3 * sizeof *counts);
    for (size_t i = 0; i < document->finding_count; i++)
        counts[document->findings[i].severity]++;
}

/* Adds "2 errors, 1 note". */
static void add_severities(struct text *out, const size_t counts[3])
{
    const char *separator = "";
    for (int i = 0; i < 3; i++) {
        if (counts[i] == 0)
            continue;
        text_add(out, separator);
        html_counted(out, counts[i], severity_name((enum severity)i));
        separator = ", ";
    }
}

static const char *verdict_icon(const struct document *document)
{
    size_t counts[3];
    count_severities(document, counts);
    for (int i = 0; i < 3; i++)
        if (counts[i] > 0)
            return severity_name((enum severity)i);
    return document->verdict == VERDICT_CLEAN ? "clean" : "incomplete";
}

static void add_verdict(struct text *out, const struct document *document)
{
    if (document->finding_count > 0) {
        html_counted(out, document->finding_count, "finding");
        if (document->unfinished)
            text_add(out, ", search not complete");
    } else if (document->verdict == VERDICT_CLEAN) {
        text_add(out, "Nothing found");
    } else {
        text_add(out, document->verdict == VERDICT_INCOMPLETE ? "Not proven" : "No findings left");
    }
}

void html_command(struct text *out, const struct document *document)
{
    if (document->command_count > 0) {
        text_add(out, "<p class=\"command\"><span>Command</span><code>");
        for (size_t i = 0; i < document->command_count; i++) {
            text_add(out, i ? " " : "");
            html_text(out, document->command[i]);
        }
        text_add(out, "</code></p>\n");
    }
    if (document->directory) {
        text_add(out, "<p class=\"command\"><span>Run in</span><code>");
        html_text(out, document->directory);
        text_add(out, "</code></p>\n");
    }
}

static void html_add_overview(struct text *out, const struct document *document, size_t number)
{
    const char *icon = verdict_icon(document);
    size_t counts[3];
    count_severities(document, counts);
    text_addf(out, "<header class=\"overview %s\">\n<div class=\"verdict\">", icon);
    html_icon(out, icon);
    text_addf(out, "<div><h2 id=\"d%zu-title\">", number);
    add_verdict(out, document);
    text_add(out, "</h2>\n");
    if (document->finding_count > 0) {
        text_add(out, "<p class=\"counts\">");
        add_severities(out, counts);
        text_add(out, "</p>\n");
    }
    text_add(out, "<p class=\"coverage\">");
    if (document->coverage) {
        text_add(out, "Covered: ");
        html_text(out, document->coverage);
    } else if (document->finding_count == 0) {
        text_add(out, document->verdict == VERDICT_INCOMPLETE
                          ? "The search stopped before its end; nothing was found so far."
                          : "The document does not say what was covered.");
    }
    text_add(out, "</p></div></div>\n");
    html_facts(out, document);
    html_command(out, document);
    text_add(out, "</header>\n");
}

static void add_filter(struct page *page, const struct document *document)
{
    struct text *out = page->html.out;
    size_t counts[3];
    count_severities(document, counts);
    text_add(out,
             "<div class=\"filter js-only\" role=\"search\" aria-label=\"Filter the findings\">"
             "\n<input type=\"search\" placeholder=\"Search\" aria-label=\"Search the findings "
             "(key: slash)\" autocomplete=\"off\" spellcheck=\"false\">\n"
             "<select aria-label=\"Rule\"><option value=\"\">All rules</option>");
    for (struct used_rule *rule = page->rules; rule; rule = rule->hh.next) {
        if (rule->findings == 0)
            continue;
        text_add(out, "<option value=\"");
        html_text(out, rule->id);
        text_add(out, "\">");
        html_text(out, rule->id);
        text_addf(out, " (%zu)</option>", rule->findings);
    }
    text_add(out, "</select>\n<div class=\"severities\" role=\"group\" aria-label=\"Severity\">");
    for (int i = 0; i < 3; i++) {
        const char *name = severity_name((enum severity)i);
        if (counts[i] == 0)
            continue;
        text_addf(out,
                  "<button type=\"button\" class=\"%s\" data-severity=\"%s\" "
                  "aria-pressed=\"true\">",
                  name, name);
        html_icon(out, name);
        html_counted(out, counts[i], name);
        text_add(out, "</button>");
    }
    text_add(out, "</div>\n<p class=\"result\" role=\"status\"></p>\n</div>\n");
}

static void add_list_item(struct page *page, const struct finding *finding, size_t number)
{
    struct text *out = page->html.out;
    const char *severity = severity_name(finding->severity);
    text_addf(out, "<li class=\"%s\" data-severity=\"%s\" data-rule=\"", severity, severity);
    html_text(out, finding->rule);
    text_addf(out, "\"><a href=\"#f%zu\">", number);
    html_icon(out, severity);
    text_add(out, "<span class=\"title\">");
    html_short(out, html_headline(finding), 200);
    text_addf(out, "</span><span class=\"meta\"><span>%s</span> <span>", severity);
    html_text(out, finding->rule);
    text_add(out, "</span>");
    if (finding->location_count > 0 && finding->locations[0].file) {
        text_add(out, " <span>");
        html_file_line(out, finding->locations[0].file, finding->locations[0].line, 0);
        text_add(out, "</span>");
    }
    if (finding->rank_count > 0) {
        text_add(out, " <span>");
        phrase_add_ranks(out, finding->ranks, finding->rank_count);
        text_add(out, "</span>");
    }
    text_add(out, "</span></a></li>\n");
}

static void html_add_findings(struct page *page, const struct document *document)
{
    struct text *out = page->html.out;
    size_t shown = shown_findings(document), first = page->html.number;
    for (struct used_rule *rule = page->rules; rule; rule = rule->hh.next)
        rule->findings = 0;
    for (size_t i = 0; i < shown; i++)
        page_rule(page, document->findings[i].rule)->findings++;
    text_addf(out, "<div class=\"workspace%s\">\n", shown > 1 ? " several" : "");
    text_add(out, "<nav class=\"list\" aria-label=\"Findings\">\n");
    if (shown > 1)
        add_filter(page, document);
    text_add(out, "<ol>\n");
    for (size_t i = 0; i < shown; i++)
        add_list_item(page, &document->findings[i], first + i + 1);
    text_add(out, "</ol>\n");
    if (shown < document->finding_count) {
        text_add(out, "<p class=\"note\">");
        html_counted(out, document->finding_count - shown, "more finding");
        text_add(out, " left out here and kept in the JSON file.</p>\n");
    }
    text_add(out, "</nav>\n<div class=\"findings\">\n");
    for (size_t i = 0; i < shown; i++) {
        page->html.number++;
        html_finding(&page->html, &document->findings[i],
                     page_rule(page, document->findings[i].rule)->number, i == 0);
    }
    text_add(out, "</div>\n</div>\n");
}

static void add_document(struct page *page, const struct document *document, size_t number)
{
    struct text *out = page->html.out;
    text_addf(out, "<section class=\"document\" id=\"d%zu\" aria-labelledby=\"d%zu-title\">\n",
              number, number);
    html_add_overview(out, document, number);
    page->html.sources = sources_open(document->directory, document->sources);
    struct html_interleavings panel = {
        .document = document, .number = number, .first_finding = page->html.number + 1};
    html_interleavings_choose(&page->html, &panel);
    page->html.interleavings = &panel;
    if (document->finding_count > 0)
        html_add_findings(page, document);
    html_interleavings(&page->html, &panel);
    page->html.interleavings = NULL;
    html_runs(out, document);
    arena_free(&panel.arena);
    sources_close(page->html.sources);
    text_add(out, "</section>\n");
}

static void html_add_example(struct text *out, const char *title, const char *code)
{
    if (!code)
        return;
    text_addf(out,
              "<figure class=\"example\"><figcaption>%s</figcaption><pre tabindex=\"0\"><code>",
              title);
    html_block(out, code);
    text_add(out, "</code></pre></figure>\n");
}

static void add_rules(struct page *page)
{
    struct text *out = page->html.out;
    if (!page->rules)
        return;
    text_add(out, "<section class=\"rules\" aria-labelledby=\"rules-title\">\n<h2 "
                  "id=\"rules-title\">The rules</h2>\n");
    for (struct used_rule *used = page->rules; used; used = used->hh.next) {
        const struct rule *rule = rule_find(used->id);
        text_addf(out, "<article class=\"rule-page\" id=\"rule-%zu\">\n<p class=\"eyebrow\"><code>",
                  used->number);
        html_text(out, used->id);
        text_add(out, "</code></p>\n<h3>");
        html_text(out, rule ? rule->title : used->id);
        text_add(out, "</h3>\n");
        if (!rule) {
            text_add(out, "<p>This version of Tutti does not know the rule.</p>\n</article>\n");
            continue;
        }
        html_paragraphs(out, rule->explanation);
        text_add(out, "<div class=\"examples\">\n");
        html_add_example(out, "\xe2\x9c\x97 Wrong", rule->wrong);
        html_add_example(out, "\xe2\x9c\x93 Right", rule->right);
        text_add(out, "</div>\n<p class=\"section\">");
        html_text(out, rule->section);
        text_add(out, "</p>\n</article>\n");
    }
    text_add(out, "</section>\n");
}

static void html_add_title(struct text *out, const struct page *page)
{
    size_t findings = 0;
    for (size_t i = 0; i < page->document_count; i++)
        findings += page->documents[i]->finding_count;
    text_add(out, "<title>");
    if (findings > 0)
        html_counted(out, findings, "finding");
    else if (page->document_count == 1)
        add_verdict(out, page->documents[0]);
    else
        text_add(out, "No findings");
    text_add(out, " \xe2\x80\x93 Tutti report</title>\n");
}

static void add_contents(struct text *out, const struct page *page)
{
    text_add(out, "<nav class=\"contents\" aria-label=\"Documents\"><ol>\n");
    for (size_t i = 0; i < page->document_count; i++) {
        text_addf(out, "<li><a href=\"#d%zu\">", i + 1);
        html_icon(out, verdict_icon(page->documents[i]));
        text_add(out, "<code>");
        html_text(out, page->documents[i]->verb);
        text_add(out, "</code> ");
        add_verdict(out, page->documents[i]);
        text_add(out, "</a></li>\n");
    }
    text_add(out, "</ol></nav>\n");
}

static void add_keys(struct text *out, const struct page *page)
{
    size_t interleavings = 0;
    for (size_t i = 0; i < page->document_count; i++)
        interleavings += (size_t)page->documents[i]->interleaving_total;
    if (page->html.number == 0 && interleavings == 0)
        return;
    text_add(out, "<footer class=\"js-only\"><p>Keys: <kbd>j</kbd> <kbd>k</kbd> next and previous "
                  "finding, ");
    if (interleavings > 0)
        text_add(out, "<kbd>n</kbd> <kbd>p</kbd> next and previous interleaving, ");
    text_add(out, "<kbd>\xe2\x86\x90</kbd> <kbd>\xe2\x86\x92</kbd> <kbd>Home</kbd> "
                  "<kbd>End</kbd> step through its events, <kbd>/</kbd> search.</p></footer>\n");
}

void report_print_html(const struct document *const *documents, size_t count, struct text *out)
{
    struct page page = {.html.out = out, .documents = documents, .document_count = count};
    page.html.event_cap = page_event_cap(&page);
    page.html.interleaving_events_left = HTML_INTERLEAVING_EVENT_PAGE_CAP;
    html_page_head(out, NULL);
    html_add_title(out, &page);
    html_page_top(out, NULL, "report");
    if (count > 1)
        add_contents(out, &page);
    for (size_t i = 0; i < count; i++)
        add_document(&page, documents[i], i + 1);
    add_rules(&page);
    html_page_end(out);
    add_keys(out, &page);
    html_page_close(out);
    HASH_CLEAR(hh, page.rules);
    arena_free(&page.arena);
}
