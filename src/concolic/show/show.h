/* show.h: reproduces the findings of a search, for the document. */
#ifndef TUTTI_CONCOLIC_SHOW_SHOW_H
#define TUTTI_CONCOLIC_SHOW_SHOW_H

#include "concolic/search/search.h"

int concolic_show(const struct search *search, struct document *document,
                  struct concolic_result *result, struct error *error);

#endif
