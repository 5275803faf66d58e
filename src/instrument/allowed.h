/* allowed.h: which options of a compiler are taken from an object.
 *
 * The command line in an object (.llvmcmd) is whatever its maker wrote there, who may be anybody.
 * The compiler that Tutti executes with it must execute nothing else, and write nothing but its
 * result: so an option counts only if it is on a list.
 */
#ifndef TUTTI_INSTRUMENT_ALLOWED_H
#define TUTTI_INSTRUMENT_ALLOWED_H

#include <stdbool.h>

enum allowed {
    ALLOWED_NOT,          /* not known to be harmless */
    ALLOWED_WORD,         /* goes on */
    ALLOWED_PAIR,         /* goes on with the next word */
    ALLOWED_DROPPED,      /* harmless, and not wanted again */
    ALLOWED_PAIR_DROPPED, /* the same, with the next word */
};

static inline bool allowed_has_value(enum allowed allowed)
{
    return allowed == ALLOWED_PAIR || allowed == ALLOWED_PAIR_DROPPED;
}

/* A word of clang's front end (clang -cc1), for code that is bitcode by now. */
enum allowed allowed_of_clang(const char *word);

/* A word of flang, behind its name, to compile the source again. */
enum allowed allowed_of_flang(const char *word);

#endif
