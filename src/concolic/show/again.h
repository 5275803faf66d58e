/* again.h: one test of a search again, where what shows is only what its focus writes down.
 *
 *     again_open(), one execution of the test build at_main, again_judge(), again_close()
 */
#ifndef TUTTI_CONCOLIC_SHOW_AGAIN_H
#define TUTTI_CONCOLIC_SHOW_AGAIN_H

#include "concolic/path/segment.h"
#include "finding/finding.h"
#include "instrument/sites.h"
#include "world/decisions.h"

struct again {
    struct segment segment;
    struct sites sites;
    int rank;
};

/* The program that is started next is the test. `record` has a test with sites. To be closed, also
 * after an error. */
int again_open(struct again *again, const struct decisions *record, struct error *error);
/* What the trace proves goes into the document. */
void again_judge(const struct again *again, struct document *document);
void again_close(struct again *again);

#endif
