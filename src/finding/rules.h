/* rules.h: the table of rules, compiled in from one file per rule in rules/.
 *
 * The id of a rule never changes after its release.
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
    int ranks;               /* number of ranks that the examples are meant for */
    const char *language;    /* of the examples: "c" or "fortran" */
    const char *flags;       /* further options for their compiler: "-fopenmp"; "" for none */
    const char *explanation; /* paragraphs */
    const char *wrong; /* source in C or Fortran with the error, a complete translation unit */
    const char *right; /* the same, corrected */
};

extern const struct rule rules[];
extern const size_t rule_count;

const struct rule *rule_find(const char *id); /* NULL: no such rule */
const char *rule_id(size_t number);           /* NULL: behind the last one */

/* Checks that each pattern of a list selects some rule; if not, the error names the nearest one. */
int rule_check_patterns(const char *patterns, struct error *error);

/* Says whether the pattern list of --rules selects the rule: "leak.*,-race.message". Patterns apply
 * in order, and the last one that matches decides. A list that starts with "-" starts from all
 * rules. NULL selects all. */
bool rule_selected(const char *patterns, const char *id);

#endif
