/* options.h: the options of `tutti test`, and the engine's options that they determine. */
#ifndef TUTTI_CMD_TESTING_OPTIONS_H
#define TUTTI_CMD_TESTING_OPTIONS_H

#include "base/memory.h"
#include "base/options/options.h"
#include "concolic/concolic.h"

extern const struct option test_options[];

struct test_settings {
    struct arena arena;
    struct concolic_options concolic; /* without world, sites, directories and progress */
};

/* Reads the options. ERROR_USAGE says which list contains an unknown word. The caller frees the
 * settings after success only. */
int test_options_read(const struct options *options, struct test_settings *settings,
                      struct error *error);
void test_settings_free(struct test_settings *settings);

#endif
