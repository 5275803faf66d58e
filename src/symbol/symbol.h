/* symbol.h: converts addresses of a process to functions and source lines.
 *
 * A struct symbols stands for the memory layout of one process at one time. The process need not be
 * alive, nor stopped: only the files that it had mapped are read, each with the first question
 * about an address in it. Every answer is kept, so a repeated question costs only a look-up in a
 * table.
 *
 * No function fails because debug information is missing: a frame then has fewer fields. Debug
 * information is never fetched over a network, whatever DEBUGINFOD_URLS says.
 *
 * One thread at a time may use a struct symbols.
 */
#ifndef TUTTI_SYMBOL_SYMBOL_H
#define TUTTI_SYMBOL_SYMBOL_H

#include "base/error.h"
#include "base/memory.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct symbols;

struct frame {
    const char *function;  /* as the source names it; without debug information the name in the
                              symbol table; NULL: neither */
    const char *file;      /* as given to the compiler; NULL: no debug information */
    const char *directory; /* directory of the compiler, for a relative file; NULL: not known */
    int line;              /* 0: not given by the compiler */
    int column;            /* 0: not given by the compiler */
    int declared;          /* line at which the function begins; 0: not known */
    const char *module; /* file of the program or library, or "[vdso]" and the like; NULL: nothing
                           was mapped there */
    uint64_t offset; /* address in the module, as for addr2line; the address itself if the module is
                        no readable file */
    bool inlined;    /* the next frame is the function that it was inlined in */
    bool is_main;    /* the program starts here: main, or the main program of Fortran */
};

/* Opens the layout in a text of /proc/PID/maps from the time when the addresses were taken. Text
 * without any mapping is an error; a last line that is cut short is not. */
int symbols_open_maps(const char *text, struct symbols **symbols, struct error *error);

/* Opens the layout of a living process. */
int symbols_open_pid(pid_t pid, struct symbols **symbols, struct error *error);

/* Uses the code that the kernel maps into this process (vdso) in place of that of the layout's
 * process, whose memory cannot be read: both run under one kernel. */
void symbols_take_own_image(struct symbols *symbols);

void symbols_close(struct symbols *symbols);

/* Finds the frames at an address: calls that were inlined there, innermost first, then the function
 * itself. There is at least one. They live as long as `symbols`.
 *
 * A return address is the address after the call. It may belong to the next line or even the next
 * function, so the call before it is looked up. Other addresses are places that a signal struck.
 */
void symbols_find(struct symbols *symbols, uint64_t pc, bool is_return_address,
                  const struct frame **frames, size_t *count);

/* Finds the function and the module at an address, from the symbol table alone. For code whose
 * lines are not needed: reading the debug information of a large library takes time. */
const struct frame *symbols_find_function(struct symbols *symbols, uint64_t pc,
                                          bool is_return_address);

/* Returns the file of the program or library at an address, as in struct frame. */
const char *symbols_find_module(const struct symbols *symbols, uint64_t pc, bool is_return_address);

/* Says whether a frame is the user's own: not of an MPI library, of the libraries that MPI is built
 * on, or of Tutti's guests. */
bool symbols_own_frame(const struct frame *frame);

/* Says whether the frame has a line of the user's own source: not of an inlined header of the
 * system or the C++ library, nor of a library of the system. */
bool symbols_own_line(const struct frame *frame);

/* Returns the directory of a frame's relative file; NULL: the directory of this process, or not
 * known. */
const char *symbols_directory(const struct frame *frame, struct arena *arena);

/* Does the same as symbols_own_frame() for the module at an address, without looking the address
 * up: callers that need no names do not wait for debug information. True where nothing is mapped.
 */
bool symbols_own_address(struct symbols *symbols, uint64_t pc, bool is_return_address);

/* Says whether all of the layout is the user's own: then MPI, if the program uses it, is linked
 * into it. */
bool symbols_own_all(struct symbols *symbols);

/* Finds the user's part of a stack, innermost first: frames of the user's own, up to the start of
 * the program. If no frame is the user's own, all frames. `is_return_address` describes pcs[0]; all
 * others are return addresses. Returns the count; the array lives in the arena. */
size_t symbols_user_stack(struct symbols *symbols, const uint64_t *pcs, size_t pc_count,
                          bool is_return_address, struct arena *arena,
                          const struct frame ***frames);

/* A variable that is in memory while its function runs. Its offset counts from the canonical frame
 * address, the value of the stack pointer before the call. */
struct frame_variable {
    int64_t offset;
    uint64_t size;
    const char *name; /* NULL: not given by the compiler */
};

/* The frame of a function, or of a part of its code. */
struct frame_layout {
    uint64_t low, high; /* range of its code, [low, high) */
    bool by_pointer;    /* it has a frame pointer, 16 bytes below the canonical frame address */
    struct frame_variable *variables;
    size_t variable_count;
};

/* Lists the frames of all functions of the user's own files that have such variables. Skips files
 * with more than `bytes_max` bytes of debug information, since all of it is read. Returns the
 * count. */
size_t symbols_frame_layouts(struct symbols *symbols, uint64_t bytes_max, struct arena *arena,
                             const struct frame_layout **layouts);

/* Writes a frame: "relax at solver.c:61", or "relax in libsolver.so+0x1139" without debug
 * information. */
char *symbols_format_frame(const struct frame *frame, struct arena *arena);

/* Does the same as symbols_user_stack(), with each frame written as text. */
size_t symbols_format_stack(struct symbols *symbols, const uint64_t *pcs, size_t pc_count,
                            bool is_return_address, struct arena *arena, const char ***lines);

#endif
