/* command.h: the command that makes an object again from its bitcode, with the options that it was
 * compiled with. */
#ifndef TUTTI_INSTRUMENT_COMMAND_H
#define TUTTI_INSTRUMENT_COMMAND_H

#include "instrument/instrument.h"

/* Words that end with NULL, in the arena. What only the front end reads (headers, macros) is left
 * out, and so is what would write other files again than the object. */
char **command_again(struct arena *arena, const char *clang, const struct instrument_input *input,
                     const char *bitcode, const char *object);

#endif
