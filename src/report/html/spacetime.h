/* spacetime.h: draws the space-time diagram. */
#ifndef TUTTI_REPORT_HTML_SPACETIME_H
#define TUTTI_REPORT_HTML_SPACETIME_H

#include "report/html/layout.h"
#include "report/html/pieces.h"

/* Prints the diagram, or records it if there is a record. */
void html_spacetime(struct html *html, const struct html_history *history,
                    const struct html_layout *layout, struct html_record *record);
const char *html_state_name(enum event_state state);

#endif
