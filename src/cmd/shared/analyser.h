/* analyser.h: loads the library with the static analysis when it is needed.
 *
 * The library consists of the layers ir, static and instrument. It needs LLVM's shared library,
 * which takes longer to load than a small file takes to compile: the compiler wrapper must not
 * spend that time on every object.
 */
#ifndef TUTTI_CMD_SHARED_ANALYSER_H
#define TUTTI_CMD_SHARED_ANALYSER_H

#include "base/error.h"
#include "instrument/instrument.h"
#include "instrument/testable.h"
#include "ir/program.h"
#include "static/static.h"

/* The functions of the library, with the names and types of their headers. */
struct analyser {
    typeof(ir_program_load) *program_load;
    typeof(ir_program_free) *program_free;
    typeof(static_analyse) *analyse;
    typeof(instrument_link) *instrument;
    typeof(instrument_memory) *instrument_memory;
    typeof(instrument_result_free) *instrument_result_free;
    typeof(testable_build) *testable_build;
};

/* Loads the library. Fails if Tutti was built without LLVM, or LLVM is not installed. */
const struct analyser *analyser_load(struct error *error);

#endif
