/* analyser_library.c: the functions that libtutti-analyser.so provides to the command: see
 * analyser.h. */
#include "cmd/shared/analyser.h"

extern const struct analyser tutti_analyser;

__attribute__((visibility("default"))) const struct analyser tutti_analyser = {
    .program_load = ir_program_load,
    .program_free = ir_program_free,
    .analyse = static_analyse,
    .instrument = instrument_link,
    .instrument_memory = instrument_memory,
    .instrument_result_free = instrument_result_free,
    .testable_build = testable_build,
};
