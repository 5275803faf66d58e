/* page.h: prints the frame of any page: head, title, style, end.
 *
 * The title comes between the head and the top; a footer, between the end of the main part and the
 * close. A page may have a style sheet of its own besides the common one.
 */
#ifndef TUTTI_REPORT_HTML_PAGE_H
#define TUTTI_REPORT_HTML_PAGE_H

#include "base/text.h"

struct html_sheet {
    const char *text;
    size_t length;
};
void html_page_head(struct text *out, const struct html_sheet *sheet);
void html_page_top(struct text *out, const struct html_sheet *sheet, const char *name);
void html_page_end(struct text *out);
void html_page_close(struct text *out);

/* Compiled in by the build. */
extern const char html_style[], html_script[], html_sprite[], html_coverage_style[],
    html_regions_style[];
extern const size_t html_style_length, html_script_length, html_sprite_length,
    html_coverage_style_length, html_regions_style_length;

#endif
