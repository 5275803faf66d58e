/* gate.h: system calls of the guest itself, and jumps, in machine code.
 *
 * While a rank's own system calls are noted (effects.h), those through the gate are not, and cost
 * no more than anywhere else. Nothing here uses memory of the program or of libc, so it works while
 * that is being put back (rewind.h). */
#ifndef TUTTI_RUNTIME_WORLD_REWIND_GATE_H
#define TUTTI_RUNTIME_WORLD_REWIND_GATE_H

#include <stddef.h>
#include <stdint.h>

#if defined __x86_64__
#define GATE_IS_THERE 1
#else
#define GATE_IS_THERE 0
#endif

/* As syscall(), but gives -errno. */
long gate_call(long number, long first, long second, long third, long fourth, long fifth,
               long sixth);

#define GATE(number, ...) GATE_SIX(number, ##__VA_ARGS__, 0, 0, 0, 0, 0, 0)
#define GATE_SIX(number, first, second, third, fourth, fifth, sixth, ...)             \
    gate_call((number), (long)(first), (long)(second), (long)(third), (long)(fourth), \
              (long)(fifth), (long)(sixth))

#if GATE_IS_THERE

/* Where the instructions of the gate are, and its return from a signal handler. */
extern const char gate_start[], gate_end[];
void gate_return(void);

/* A place in the program: what a function must find as it left it. */
struct gate_context {
    uint64_t registers[6]; /* rbx, rbp, r12 to r15 */
    uint64_t stack, place;
    uint32_t vector_control;
    uint16_t control, padding;
};

/* Returns 0, and 1 when somebody goes there. */
int gate_here(struct gate_context *context) __attribute__((returns_twice));
_Noreturn void gate_go(const struct gate_context *context);

/* Calls the function on another stack, which grows down from `top`. */
_Noreturn void gate_switch(void *top, void (*function)(void));

#endif
#endif
