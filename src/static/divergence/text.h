/* text.h: writes the sentences of findings, in the arena of the document. */
#ifndef TUTTI_STATIC_DIVERGENCE_TEXT_H
#define TUTTI_STATIC_DIVERGENCE_TEXT_H

#include "static/divergence/listing.h"
#include "static/divergence/questions.h"

const char *divergence_headline(struct divergence *divergence, const struct question *question,
                                const struct sides *sides);
const char *divergence_why(struct divergence *divergence, const struct question *question,
                           const struct sides *sides);

#endif
