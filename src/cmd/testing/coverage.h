/* coverage.h: what a search has covered: as a table, in the folder of the search, and in the
 * files that --coverage-json, --coverage-html and --lcov ask for. */
#ifndef TUTTI_CMD_TESTING_COVERAGE_H
#define TUTTI_CMD_TESTING_COVERAGE_H

#include "cmd/shared/searching.h"
#include "concolic/concolic.h"

struct test_coverage {
    const struct searching *search;
    bool known;
    struct covered covered;
    struct text table; /* for a person */
};

/* Whether one of the files is stdout, which then holds nothing else. */
bool test_coverage_on_stdout(const struct options *options);

/* Of a result, which may know nothing. */
void test_coverage_open(struct test_coverage *coverage, const struct searching *search,
                        const struct concolic_result *result);
void test_coverage_close(struct test_coverage *coverage);

int test_coverage_save(const struct test_coverage *coverage, struct error *error);

#endif
