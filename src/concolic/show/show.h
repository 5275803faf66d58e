/* show.h: executes what a search found once more, for the document. */
#ifndef TUTTI_CONCOLIC_SHOW_SHOW_H
#define TUTTI_CONCOLIC_SHOW_SHOW_H

#include "concolic/search/search.h"

int concolic_show(const struct search *search, struct document *document,
                  struct concolic_result *result, struct error *error);

#endif
