/* coverage.h: presents what a search has covered: as a table, in the folder of the search, and in
 * the files that --coverage-json, --coverage-html and --lcov name. */
#ifndef TUTTI_CMD_TESTING_COVERAGE_H
#define TUTTI_CMD_TESTING_COVERAGE_H

#include "cmd/shared/searching.h"
#include "concolic/concolic.h"

struct test_coverage {
    const struct searching *search;
    bool known;
    struct covered covered;
    struct text table; /* for the user */
};

/* Returns whether one of the files is stdout, which then contains nothing else. */
bool test_coverage_on_stdout(const struct options *options);

/* Takes the coverage from a result, which may contain none. */
void test_coverage_open(struct test_coverage *coverage, const struct searching *search,
                        const struct concolic_result *result);
void test_coverage_close(struct test_coverage *coverage);

int test_coverage_save(const struct test_coverage *coverage, struct error *error);

#endif
