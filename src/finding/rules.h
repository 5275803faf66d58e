/* rules.h: the table of rules. One file per rule in rules/, compiled in.
 *
 * Rule ids never change once released (docs: cli contract).
 */
#ifndef TUTTI_FINDING_RULES_H
#define TUTTI_FINDING_RULES_H

#include "base/error.h"
#include "finding/finding.h"

struct rule {
    const char *id;    /* "mismatch.collective" */
    const char *title; /* a few words: "Collective calls do not agree" */
    enum severity severity;
    const char *section;     /* "MPI 4.0, section 6.14" ; "OpenMP 5.2, ..." */
    int ranks;               /* how many ranks the examples are meant for */
    const char *language;    /* of the examples: "c" or "fortran" */
    const char *flags;       /* what their compiler needs besides: "-fopenmp"; "" for nothing */
    const char *explanation; /* paragraphs */
    const char *wrong;       /* C (or Fortran) source that shows it; a complete translation unit */
    const char *right;       /* the same, mended */
};

extern const struct rule rules[];
extern const size_t rule_count;

const struct rule *rule_find(const char *id); /* NULL: no such rule */
const char *rule_id(size_t number);           /* NULL: behind the last one */

/* Whether each pattern of a list means some rule; if not, the sentence says which was near. */
int rule_check_patterns(const char *patterns, struct error *error);

/* Whether the pattern list of --rules selects the rule: "leak.*,-race.message". Patterns apply in
 * order, the last that fits decides; a list that starts with a "-" starts from all rules. NULL
 * selects all. */
bool rule_selected(const char *patterns, const char *id);

#endif
