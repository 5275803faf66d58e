/* tutti.h: an optional header for programs that are used with Tutti; everything also works on
 * unmodified programs. It defines the installed version, so that a program can ask for it at
 * compile time, and it lets a program mark its inputs.
 *
 * `tutti test` itself finds inputs that a program converts from text. Other inputs can be marked:
 * tutti_int(&n, "n") says that n, which has a value already, may have any other value, under that
 * name; tutti_int_max(&n, "n", 300) limits it to 300. A name stands for one value, in all ranks.
 * Outside of `tutti test` these functions do nothing, and need no library.
 */
#ifndef TUTTI_H
#define TUTTI_H

#define TUTTI_VERSION_MAJOR 0
#define TUTTI_VERSION_MINOR 1
#define TUTTI_VERSION_PATCH 0

#include <limits.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { TUTTI_CHAR, TUTTI_INT, TUTTI_UNSIGNED, TUTTI_LONG, TUTTI_FLOAT, TUTTI_DOUBLE };

/* Exists only in programs under test. Marks `count` elements, named "name[0]" and so on; 0: one
 * element with that name. */
void tutti_mark(void *at, int kind, long count, const char *name, long lower, long upper)
    __attribute__((weak));

/* NOLINTBEGIN(bugprone-macro-parentheses): a type */
#define TUTTI_MARKS(suffix, type, kind, lower, upper)                                            \
    static inline __attribute__((unused)) void tutti_##suffix(type *at, const char *name)        \
    {                                                                                            \
        if (tutti_mark)                                                                          \
            tutti_mark(at, kind, 0, name, lower, upper);                                         \
    }                                                                                            \
    static inline                                                                                \
        __attribute__((unused)) void tutti_##suffix##s(type *at, long count, const char *name)   \
    {                                                                                            \
        if (tutti_mark && count > 0)                                                             \
            tutti_mark(at, kind, count, name, lower, upper);                                     \
    }                                                                                            \
    static inline                                                                                \
        __attribute__((unused)) void tutti_##suffix##_max(type *at, const char *name, type most) \
    {                                                                                            \
        if (tutti_mark)                                                                          \
            tutti_mark(at, kind, 0, name, lower, (long)most);                                    \
    }

TUTTI_MARKS(char, char, TUTTI_CHAR, CHAR_MIN, CHAR_MAX)
TUTTI_MARKS(int, int, TUTTI_INT, INT_MIN, INT_MAX)
TUTTI_MARKS(unsigned, unsigned, TUTTI_UNSIGNED, 0, UINT_MAX)
TUTTI_MARKS(long, long, TUTTI_LONG, LONG_MIN, LONG_MAX)
TUTTI_MARKS(float, float, TUTTI_FLOAT, LONG_MIN, LONG_MAX)
TUTTI_MARKS(double, double, TUTTI_DOUBLE, LONG_MIN, LONG_MAX)
/* NOLINTEND(bugprone-macro-parentheses) */

#ifdef __cplusplus
}
#endif

#endif
