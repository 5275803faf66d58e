/* harmless.h: which options of clang and flang are taken from somebody who is not the user: from
 * an object, or from a compilation database.
 *
 * There are too many options that execute, load or write something to name them all, and each
 * version of a compiler has new ones. So an option counts only if it is known to be harmless.
 */
#ifndef TUTTI_COMPILE_HARMLESS_H
#define TUTTI_COMPILE_HARMLESS_H

#include <stdbool.h>

/* An option about the code that is made, in one word. */
bool harmless_code(const char *word);

/* Leaves out of the words of a compiler, in place, what is neither about the code nor about the
 * language, macros and folders of headers. */
void harmless_keep(char **words);

#endif
