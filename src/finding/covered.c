#include "finding/covered.h"

static const struct {
    const char *name, *phrase, *sentence;
} whys[COVERED_WHYS] = {
    [COVERED_TAKEN] = {"taken", "taken", "A test took it."},
    [COVERED_NOT_ENTERED] = {"function-not-entered", "function never entered",
                             "No test called the function."},
    [COVERED_NOT_REACHED] = {"not-reached", "branch never reached",
                             "Tests entered the function, but none reached this branch."},
    [COVERED_CONCRETE] =
        {"no-input", "no input decides it",
         "Tests reached the branch, but in the followed rank no input, rank or number of ranks "
         "decided it. The branch depends on none of them, or in a way that Tutti cannot follow "
         "(such as a comparison of texts), or the compiler has proved its outcome."},
    [COVERED_UNTRIED] = {"untried", "not tried before the end",
                         "An input decides it, but the search ended before it asked the solver, or "
                         "before it ran the solver's test."},
    [COVERED_DIVERGED] = {"diverged", "tests for it took other paths",
                          "The solver found values, but the tests with them took other paths than "
                          "predicted."},
    [COVERED_HARD] = {"solver-gave-up", "too hard for the solver",
                      "The solver found no answer in its time (--solver-timeout)."},
    [COVERED_LIMITED] = {"limited", "only beyond a limit",
                         "It needs a value beyond the limits on inputs (--cap, limits of marks in "
                         "the source) or on the number of ranks (--max-ranks), or more words than "
                         "a test appends."},
    [COVERED_IMPOSSIBLE] = {"unsatisfiable", "unsatisfiable in every path tried",
                            "The solver has proved that no values lead there from any of the paths "
                            "that were tried. Other paths may lead there."},
};

const char *covered_why_name(enum covered_why why)
{
    return whys[why].name;
}

const char *covered_why_phrase(enum covered_why why)
{
    return whys[why].phrase;
}

const char *covered_why_sentence(enum covered_why why)
{
    return whys[why].sentence;
}

void covered_free(struct covered *covered)
{
    arena_free(&covered->arena);
    *covered = (struct covered){0};
}
