/* again.h: judges the replay of a test whose error shows only in the trace of its focus.
 *
 *     again_open(), one execution of the test build at_main, again_judge(), again_close()
 */
#ifndef TUTTI_CONCOLIC_SHOW_AGAIN_H
#define TUTTI_CONCOLIC_SHOW_AGAIN_H

#include "concolic/path/segment.h"
#include "finding/finding.h"
#include "instrument/sites.h"
#include "world/record/record.h"

struct again {
    struct segment segment;
    struct sites sites;
    int rank;
};

/* Makes the program that is started next record a trace. `record` has a test with sites. Must be
 * closed, also after an error. */
int again_open(struct again *again, const struct record *record, struct error *error);
/* Adds errors that the trace proves to the document. */
void again_judge(const struct again *again, struct document *document);
void again_close(struct again *again);

#endif
