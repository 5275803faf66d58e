/* runs.c: prints the runs that a report is about, and what changed from one to the next. */

#include "report/html/runs.h"

#include "report/html/caps.h"
#include "report/html/text.h"
#include <inttypes.h>

static void runs_add_run(struct text *out, const struct past_run *run)
{
    text_add(out, "<tr><td>");
    html_text(out, run->when);
    text_add(out, "</td><td>");
    html_text(out, run->verb);
    text_add(out, "</td><td><code>");
    html_text(out, run->program);
    text_addf(out,
              "</code></td><td>%s</td><td>%" PRIu64 "</td><td>%" PRIu64 "</td><td>%" PRIu64
              "</td></tr>\n",
              verdict_name(run->verdict), run->findings, run->fresh, run->gone);
}

void html_runs(struct text *out, const struct document *document)
{
    size_t count = document->run_count, first = count > HTML_RUN_CAP ? count - HTML_RUN_CAP : 0;
    if (count == 0)
        return;
    text_add(out, "<section class=\"runs\">\n<h2>Runs</h2>\n<div class=\"scroll\"><table>\n"
                  "<thead><tr><th>When</th><th>Verb</th><th>Program</th><th>Verdict</th>"
                  "<th>Findings</th><th>New</th><th>Gone</th></tr></thead>\n<tbody>\n");
    for (size_t i = first; i < count; i++)
        runs_add_run(out, &document->runs[i]);
    text_add(out, "</tbody>\n</table></div>\n");
    if (first > 0) {
        text_add(out, "<p class=\"note\">");
        html_counted(out, first, "earlier run");
        text_add(out, " left out here and kept in the JSON file.</p>\n");
    }
    text_add(out, "</section>\n");
}
