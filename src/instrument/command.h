/* command.h: the command that makes an object again from its bitcode, with the options that it was
 * compiled with. */
#ifndef TUTTI_INSTRUMENT_COMMAND_H
#define TUTTI_INSTRUMENT_COMMAND_H

#include "instrument/instrument.h"

/* All give words that end with NULL, in the arena. */

/* What only the front end reads (headers, macros) is left out, and so is what would write other
 * files again than the object. NULL: the object, which may be anybody's, names an option that is
 * not known to be harmless (allowed.h). */
char **command_again(struct arena *arena, const char *clang, const struct instrument_input *input,
                     const char *bitcode, const char *object, const char **refused);

/* An object of a test build from instrumented bitcode: the same, but optimised in any case, since
 * instrumented code is there for the optimiser to clean up. Of Fortran, too, and of an object that
 * is bitcode itself. */
char **command_test(struct arena *arena, const char *clang, const struct instrument_input *input,
                    const char *bitcode, const char *object);

/* The source file that the command compiles, as it says it; NULL: not known. */
const char *command_source(const struct instrument_input *input);

bool command_of_fortran(const struct instrument_input *input);

/* For a Fortran object: optimised bitcode from its source, with the places of calls. Module files
 * are written into `modules`, not where the user's are. `*directory` is where it must run. NULL as
 * above, or (`*refused` empty) the command is cut. */
char **command_fortran(struct arena *arena, const char *flang, const struct instrument_input *input,
                       const char *bitcode, const char *modules, const char **directory,
                       const char **refused);

/* ...and the object from that: all optimisation has been done. */
char **command_fortran_again(struct arena *arena, const char *clang,
                             const struct instrument_input *input, const char *bitcode,
                             const char *object);

/* Whether the object has calls before its accesses of memory, and the command with the word that
 * says so; `*size` is that of its bytes. */
bool command_sees_memory(const struct instrument_input *input);
const char *command_mark_memory(struct arena *arena, const struct instrument_input *input,
                                size_t *size);

/* Whether the user wants debug information in it. */
bool command_debugs(const struct instrument_input *input);

#endif
