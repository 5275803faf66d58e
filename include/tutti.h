/* tutti.h: for programs that are used with Tutti. Programs do not need it: everything works on
 * unmodified ones. It says which version is installed, so that a program can ask at compile time,
 * and lets a program say what its inputs are.
 *
 * `tutti test` finds inputs by itself where a program converts text that it reads. What comes
 * another way can be marked: tutti_int(&n, "n") says that n, which has a value already, may have
 * any other, under that name; tutti_int_max(&n, "n", 300) that 300 is the most. One name is one
 * value, in all ranks. Everywhere but in `tutti test` these do nothing, and need no library.
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

/* There in programs under test alone. `count` elements, named "name[0]" and so on; 0: one, with
 * that name. */
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
