/* unwind.h: finds the frames of a stack from registers and a copy of its memory.
 *
 * The thread may continue after the copy was made, since only the copy is used. The call frame
 * information of the mapped files tells how to get from a frame to its caller (DWARF 5, section
 * 6.4).
 *
 * Some code, for example in assembly, has no such information. Its frame pointer leads to the
 * caller, which is a guess. From there on a frame is accepted only if its address follows a call
 * instruction, and the first such frame only if that call may lead to the code without information.
 * So frames may be missing at the outer end, and the answer says why; but no frame is invented.
 *
 * If the frame pointer is not known and a frame needs it, it is searched: above it is a return
 * address, behind a call of that frame's function. It counts if it leads to a whole stack.
 *
 * Supports x86_64, and aarch64 without signed return addresses (not tested on one).
 */
#ifndef TUTTI_SYMBOL_UNWIND_H
#define TUTTI_SYMBOL_UNWIND_H

#include "base/error.h"
#include "symbol/symbol.h"

struct user_regs_struct; /* <sys/user.h>: as PTRACE_GETREGSET with NT_PRSTATUS gives them */

enum { UNWIND_REGISTERS_MAX = 32 };

struct unwind_input {
    uint64_t registers[UNWIND_REGISTERS_MAX]; /* by their numbers in DWARF */
    uint64_t known; /* a bit for each register with a value; 0: all have one */
    uint64_t pc, stack_pointer;
    uint64_t address; /* address of the copied memory */
    const unsigned char *bytes;
    size_t size;
    pid_t process; /* process whose memory is read where nothing was copied; 0: none */
};

/* Fills in the registers. */
void unwind_take_registers(struct unwind_input *input, const struct user_regs_struct *registers);
/* Fills in what is known of a thread that waits in a system call and was not stopped. */
void unwind_take_place(struct unwind_input *input, uint64_t stack_pointer, uint64_t pc);

/* The reason why there are no more frames. */
enum unwind_end {
    UNWIND_COMPLETE, /* the outermost frame of the thread is there */
    UNWIND_CUT,      /* the next one lies in memory that was not copied */
    UNWIND_LOST,     /* nothing tells the caller of the last frame */
    UNWIND_FULL,     /* the result has no room for more */
};

/* Finds the addresses of the frames, innermost first, at most `cap` of them: the place of the
 * thread, then return addresses. They are as symbols_user_stack() needs them with is_return_address
 * false: for a place further out that a signal struck, the address after it. Fails only if no file
 * of the layout can be read. */
int unwind_copied(struct symbols *symbols, const struct unwind_input *input, uint64_t *pcs,
                  size_t cap, size_t *count, enum unwind_end *end, struct error *error);

/* A frame with the known registers in it. */
struct unwind_frame {
    uint64_t pc;    /* within the call instruction; of the first frame as in the input */
    uint64_t cfa;   /* the stack pointer of the caller at the call; 0: not known */
    uint64_t known; /* a bit for each register whose value is known */
    uint64_t registers[UNWIND_REGISTERS_MAX];
};

/* Finds the frames of the program's own code, innermost first, at most `cap` of them. Stops before
 * the first frame that is not the user's own. */
int unwind_frames(struct symbols *symbols, const struct unwind_input *input,
                  struct unwind_frame *frames, size_t cap, size_t *count, struct error *error);

#endif
