/* allowed.h: decides which options of a compiler Tutti takes from an object.
 *
 * Anybody may have made an object, and its maker decides what the command line in it (.llvmcmd)
 * says. The compiler that Tutti runs with these options must execute nothing else, and write
 * nothing but its result. So Tutti uses an option only if it is on a list.
 */
#ifndef TUTTI_INSTRUMENT_ALLOWED_H
#define TUTTI_INSTRUMENT_ALLOWED_H

#include <stdbool.h>

enum allowed {
    ALLOWED_NOT,          /* not known to be harmless */
    ALLOWED_WORD,         /* passed on */
    ALLOWED_PAIR,         /* passed on with the next word */
    ALLOWED_DROPPED,      /* harmless, but left out */
    ALLOWED_PAIR_DROPPED, /* the same, with the next word */
};

static inline bool allowed_has_value(enum allowed allowed)
{
    return allowed == ALLOWED_PAIR || allowed == ALLOWED_PAIR_DROPPED;
}

/* Judges a word of clang's front end (clang -cc1), for code that is bitcode by now. */
enum allowed allowed_of_clang(const char *word);

/* Judges a word of flang's command line, without the compiler's name, for compiling the source
 * again. */
enum allowed allowed_of_flang(const char *word);

#endif
