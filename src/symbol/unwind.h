/* unwind.h: a stack from registers and a copy of the memory that it lies in.
 *
 * The thread that the copy was made of may go on meanwhile: nothing here looks at it. The call
 * frame information of the mapped files says how to get from a frame to its caller (DWARF 5,
 * section 6.4).
 *
 * Code without such information, as some written in assembly, is left by its frame pointer. That is
 * a guess: from there on a frame is taken only if its address stands behind a call instruction, and
 * the first one only if that call may lead to the code that is left. So frames may be missing at
 * the outer end, and the answer says why; frames that never were are not made up.
 *
 * For x86_64, and aarch64 without signed return addresses (not tried on one).
 */
#ifndef TUTTI_SYMBOL_UNWIND_H
#define TUTTI_SYMBOL_UNWIND_H

#include "base/error.h"
#include "symbol/symbol.h"

struct user_regs_struct; /* <sys/user.h>: as PTRACE_GETREGSET with NT_PRSTATUS gives them */

enum { UNWIND_REGISTERS_MAX = 32 };

struct unwind_input {
    uint64_t registers[UNWIND_REGISTERS_MAX]; /* by their numbers in DWARF */
    uint64_t known; /* a bit for each register that has its value; 0: all have */
    uint64_t pc, stack_pointer;
    uint64_t address; /* of the memory that was copied */
    const unsigned char *bytes;
    size_t size;
    pid_t process; /* whose memory is read where nothing was copied; 0: none is */
};

/* Fills the registers. */
void unwind_take_registers(struct unwind_input *input, const struct user_regs_struct *registers);

/* Why there are no more frames. */
enum unwind_end {
    UNWIND_COMPLETE, /* the outermost frame of the thread is there */
    UNWIND_CUT,      /* the next one lies in memory that was not copied */
    UNWIND_LOST,     /* nothing tells the caller of the last frame */
    UNWIND_FULL,     /* there is no room for more */
};

/* The addresses of the frames, innermost first, at most `cap` of them: where the thread is, then
 * return addresses. They are as symbols_user_stack() takes them, with is_return_address false: for
 * a place that a signal struck, further out, the address behind it. Fails only if no file of the
 * layout can be read. */
int unwind_copied(struct symbols *symbols, const struct unwind_input *input, uint64_t *pcs,
                  size_t cap, size_t *count, enum unwind_end *end, struct error *error);

/* A frame with what is known of the registers in it. */
struct unwind_frame {
    uint64_t pc;    /* within the call instruction; of the first frame as the input has it */
    uint64_t cfa;   /* the stack pointer of the caller at the call; 0: not known */
    uint64_t known; /* a bit for each register whose value is known */
    uint64_t registers[UNWIND_REGISTERS_MAX];
};

/* The frames of the program's own code, innermost first, at most `cap` of them. The first one that
 * is not the user's own ends them. */
int unwind_frames(struct symbols *symbols, const struct unwind_input *input,
                  struct unwind_frame *frames, size_t cap, size_t *count, struct error *error);

#endif
