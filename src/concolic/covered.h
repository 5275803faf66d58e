/* covered.h: which branches of the source were taken, for people and for other tools.
 *
 * Branches are those of the unoptimised code. What several files of the program hold (inline
 * functions, templates) is one function here.
 */
#ifndef TUTTI_CONCOLIC_COVERED_H
#define TUTTI_CONCOLIC_COVERED_H

#include "base/memory.h"
#include "base/text.h"
#include "instrument/sites.h"

struct covered_branch {
    const struct ir_site *site; /* IR_SITE_BRANCH or IR_SITE_SWITCH */
    bool *taken;                /* by edge */
    bool reached;               /* one of them was */
};

struct covered_function {
    const struct ir_site *entry;
    bool entered;
    struct covered_branch *branches;
    size_t branch_count;
    size_t edges, taken; /* of its branches */
};

struct covered_file {
    const char *path; /* as given to the compiler */
    struct covered_function *functions;
    size_t function_count;
};

struct covered {
    struct arena arena;
    struct covered_file *files; /* by path; functions by line */
    size_t file_count;
};

/* `edges` tells by edge whether it was taken, for first copies (sites_same_edge()). The sites must
 * outlive the result. */
void covered_sort(const struct sites *sites, const uint8_t *edges, struct covered *covered);
void covered_free(struct covered *covered);

/* All of it as JSON; and in the format of lcov, which genhtml and editors read. */
void covered_print_json(const struct covered *covered, struct text *out);
void covered_print_lcov(const struct covered *covered, struct text *out);

#endif
