/* layout.h: computes the positions of events in the diagram. Events before `first` are left out. */
#ifndef TUTTI_REPORT_HTML_LAYOUT_H
#define TUTTI_REPORT_HTML_LAYOUT_H

#include "report/html/html.h"

struct html_layout {
    size_t first;
    int *ranks; /* ranks of the columns, sorted */
    size_t column_count;
    size_t *columns; /* column of event first + i */
    size_t *rows;
    size_t row_count;
};
void html_layout_make(struct html_layout *layout, struct arena *arena,
                      const struct html_history *history, size_t first);
void html_layout_columns(struct html_layout *layout, struct arena *arena,
                         const struct event *events, size_t count);

/* Sorts ranks, removes duplicates and returns their number; and finds the index of a rank, `count`
 * if it is not there. */
size_t html_rank_set(int *ranks, size_t count);
size_t html_rank_index(const int *ranks, size_t count, int rank);

#endif
