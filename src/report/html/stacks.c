/* stacks.c: prints where the ranks are: their stacks as one tree. */

#include "report/html/stacks.h"

#include "report/html/text.h"
#include <string.h>

enum { DEPTH_MAX = 64 };

static void stacks_add_branch(struct text *out, const struct stack_branch *branch)
{
    text_addf(out, "<li><p><span class=\"who\">rank%s ", strpbrk(branch->ranks, ",-") ? "s" : "");
    html_text(out, branch->ranks);
    text_add(out, "</span> <code>");
    html_text(out, *branch->where ? branch->where : "(no stack)");
    text_add(out, "</code></p>");
}

void html_stacks(struct html *html, const struct finding *finding)
{
    struct text *out = html->out;
    size_t count = finding->stack_count < HTML_BRANCH_CAP ? finding->stack_count : HTML_BRANCH_CAP;
    int open = 0; /* lists, each but the first in the item of the one before */
    if (count == 0)
        return;
    text_add(out, "<section>\n<h4>Where the ranks are</h4>\n<div class=\"scroll tree\">");
    for (size_t i = 0; i < count; i++) {
        int depth = finding->stacks[i].depth, wanted = (depth < DEPTH_MAX ? depth : DEPTH_MAX) + 1;
        if (wanted > open) { /* one step at most: a branch comes after its parent */
            text_add(out, "<ul>\n");
            open++;
        } else {
            text_add(out, "</li>\n");
        }
        for (; open > wanted; open--)
            text_add(out, "</ul></li>\n");
        stacks_add_branch(out, &finding->stacks[i]);
    }
    for (; open > 0; open--)
        text_add(out, "</li></ul>");
    text_add(out, "</div>\n");
    if (finding->stack_count > count) {
        text_add(out, "<p class=\"note\">");
        html_counted(out, finding->stack_count - count, "more place");
        text_add(out, " left out here and kept in the JSON file.</p>\n");
    }
    text_add(out, "</section>\n");
}
