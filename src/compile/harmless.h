/* harmless.h: decides which options of clang and flang Tutti takes from others than the user: from
 * an object, or from a compilation database.
 *
 * There are too many options that execute, load or write something to name them all, and each
 * version of a compiler has new ones. So Tutti takes an option only if it is known to be harmless.
 */
#ifndef TUTTI_COMPILE_HARMLESS_H
#define TUTTI_COMPILE_HARMLESS_H

#include <stdbool.h>

/* Says whether the word is a harmless option about the generated code, without a value in a word of
 * its own. */
bool harmless_code(const char *word);

/* Removes from the words of a compiler, in place, all options except harmless ones about the code,
 * the language, macros and directories of headers. */
void harmless_keep(char **words);

#endif
