/* command.h: builds the command that makes an object again from its bitcode, with the options that
 * it was compiled with. */
#ifndef TUTTI_INSTRUMENT_COMMAND_H
#define TUTTI_INSTRUMENT_COMMAND_H

#include "instrument/instrument.h"

/* Commands are NULL-terminated lists of words, in the arena. */

/* Returns the command that makes the object again. Leaves out options that only the front end needs
 * (headers, macros), and options that would write files besides the object again. NULL: the object,
 * which anybody may have made, names the option `*refused`, which is not known to be harmless
 * (allowed.h). */
char **command_again(struct arena *arena, const char *clang, const struct instrument_input *input,
                     const char *bitcode, const char *object, const char **refused);

/* Returns the command that makes an object of a test build from instrumented bitcode. It always
 * optimises, since instrumented code relies on that. Works for Fortran, and for an object that is
 * bitcode itself. */
char **command_test(struct arena *arena, const char *clang, const struct instrument_input *input,
                    const char *bitcode, const char *object);

/* Returns the source file that the command compiles, as written there; NULL: not known. */
const char *command_source(const struct instrument_input *input);

bool command_of_fortran(const struct instrument_input *input);

/* Returns the command that compiles the source of a Fortran object to optimised bitcode, with the
 * places of calls. The command must run in `*directory`. It writes module files into `modules`, not
 * where the user's are. NULL: as above, or (`*refused` empty) the command in the object is cut. */
char **command_fortran(struct arena *arena, const char *flang, const struct instrument_input *input,
                       const char *bitcode, const char *modules, const char **directory,
                       const char **refused);

/* Returns the command that makes the object from that bitcode, without further optimisation. */
char **command_fortran_again(struct arena *arena, const char *clang,
                             const struct instrument_input *input, const char *bitcode,
                             const char *object);

/* command_sees_memory() says whether the object has calls before its accesses of memory.
 * command_mark_memory() returns the command with the word that says so, of `*size` bytes. */
bool command_sees_memory(const struct instrument_input *input);
const char *command_mark_memory(struct arena *arena, const struct instrument_input *input,
                                size_t *size);

/* Says whether the user wants debug information in the object. */
bool command_debugs(const struct instrument_input *input);

#endif
