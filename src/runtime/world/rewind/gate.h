/* gate.h: system calls of the guest itself, and jumps, in machine code.
 *
 * While a rank's own system calls go to a handler (effects.h), calls through the gate do not, and
 * cost no more than usual. Nothing here uses memory of the program or of libc, so it works while
 * that memory is being restored (rewind.h). */
#ifndef TUTTI_RUNTIME_WORLD_REWIND_GATE_H
#define TUTTI_RUNTIME_WORLD_REWIND_GATE_H

#include <stddef.h>
#include <stdint.h>

#if defined __x86_64__
#define GATE_IS_THERE 1
#else
#define GATE_IS_THERE 0
#endif

/* Does what syscall() does, but returns -errno. */
long gate_call(long number, long first, long second, long third, long fourth, long fifth,
               long sixth);

#define GATE(number, ...) GATE_SIX(number, ##__VA_ARGS__, 0, 0, 0, 0, 0, 0)
#define GATE_SIX(number, first, second, third, fourth, fifth, sixth, ...)             \
    gate_call((number), (long)(first), (long)(second), (long)(third), (long)(fourth), \
              (long)(fifth), (long)(sixth))

#if GATE_IS_THERE

/* The address range of the gate's instructions, and the return from a signal handler inside it. */
extern const char gate_start[], gate_end[];
void gate_return(void);

/* A place in the program: the registers that a function must preserve. */
struct gate_context {
    uint64_t registers[6]; /* rbx, rbp, r12 to r15 */
    uint64_t stack, place;
    uint32_t vector_control;
    uint16_t control, padding;
};

/* gate_here() saves the place and returns 0; it returns 1 when gate_go() comes there. */
int gate_here(struct gate_context *context) __attribute__((returns_twice));
_Noreturn void gate_go(const struct gate_context *context);

/* Calls the function on another stack, which grows down from `top`. */
_Noreturn void gate_switch(void *top, void (*function)(void));

#endif
#endif
