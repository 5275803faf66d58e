/* calls.c: calls of every kind whose lines are known.
 *
 * `// FRAME name depth function` says that in the stack printed under that name, the frame of that
 * depth, counted from the innermost, which is 1, is this function at this line. There may be
 * several on a line, with commas between. They hold with every compiler and option: an inlined
 * function is a frame like others.
 */
#include "calls.h"

#include <stdlib.h>

#define NOINLINE __attribute__((noinline))
#define INLINE   static inline __attribute__((always_inline))

int twice(int (*function)(int), int value); /* calls_library.c */

INLINE void inner(const char *name, int value)
{
    for (int i = 0; i < value; i++) {
        int local = i * value;
        if (local == 0)
            mark(name); // FRAME inline 1 inner, again 1 inner
    }
    after();
}

INLINE void middle(const char *name, int value)
{
    after();
    {
        int shifted = value + 1;
        inner(name, shifted); // FRAME inline 2 middle, again 2 middle
    }
}

NOINLINE static int outer(int value)
{
    after();
    middle("inline", value); // FRAME inline 3 outer
    after();
    from_header(); // FRAME header 2 outer
    return value;
}

/* Nothing stands behind the call: the return address is that of whatever comes next. */
NOINLINE static void ends(void)
{
    after();
    mark_and_leave("leave"); // FRAME leave 1 ends
}

NOINLINE static void next_function(void)
{
    after();
}

/* The trap is the first instruction when optimised: before it is another function. */
NOINLINE static void traps(void)
{
    __builtin_trap(); // EXACT traps
}

__attribute__((cold, noinline)) static void complain(int value)
{
    mark("cold"); // FRAME cold 1 complain
    after();
    if (value > 100)
        exit(1);
}

/* gcc moves what is seldom run to another place. */
NOINLINE static int seldom(int *values, int count)
{
    int sum = 0;
    for (int i = 0; i < count; i++) {
        if (__builtin_expect(values[i] < 0, 0)) {
            complain(values[i]); // FRAME cold 2 seldom
            sum--;
        }
        sum += values[i];
    }
    after();
    return sum;
}

NOINLINE static int first_term(int value)
{
    mark("first"); // FRAME first 1 first_term
    after();
    return value;
}

NOINLINE static int second_term(int value)
{
    mark("second"); // FRAME second 1 second_term
    after();
    return value;
}

NOINLINE static int expression(int value)
{
    int sum = first_term(value) + // FRAME first 2 expression
              second_term(value); // FRAME second 2 expression
    after();
    return sum;
}

/* Called by the library, which is called by main. */
NOINLINE static int callback(int value)
{
    mark("callback"); // FRAME callback 1 callback
    after();
    return value + 1;
}

NOINLINE static int recursion(int depth)
{
    if (depth == 0)
        mark("recursion"); // FRAME recursion 1 recursion
    else
        recursion(depth - 1); // FRAME recursion 2 recursion
    after();
    return depth;
}

/* Never called. The linker drops it if asked to; its entry stays, and says that it is at address 0.
 */
void dropped(void);
void dropped(void)
{
    __asm__ volatile(".skip 65536");
}

int main(int argc, char **argv)
{
    int values[] = {argc, 2, -3};
    outer(argc);           // FRAME inline 4 main, header 3 main
    run_until_leave(ends); // FRAME leave 3 main
    next_function();
    run_until_trap(traps);
    seldom(values, 3);     // FRAME cold 3 main
    expression(argc);      // FRAME first 3 main, second 3 main
    twice(callback, 1);    // FRAME callback 4 main
    recursion(1);          // FRAME recursion 3 main
    middle("again", argc); // FRAME again 3 main
    write_maps(argc > 1 ? argv[1] : "maps");
    return 0;
}
