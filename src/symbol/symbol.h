/* symbol.h: addresses of a process to functions and source lines.
 *
 * A struct symbols stands for the memory layout of one process at one time. The process need not be
 * alive, nor stopped: only the files that it had mapped are read, each when an address in it is
 * first asked for. Every answer is kept, so asking again costs a look-up in a table.
 *
 * Nothing here fails for want of debug information: a frame then has less in it. No network is ever
 * asked for debug information, whatever DEBUGINFOD_URLS says.
 *
 * One thread at a time for each struct symbols.
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
                            * symbol table; NULL if there is neither */
    const char *file;      /* as given to the compiler; NULL without debug information */
    const char *directory; /* in which the compiler ran, for a file that is relative to it; NULL if
                            * unknown */
    int line;              /* 0: the compiler names no line */
    int column;            /* 0: the compiler names no column */
    int declared;          /* line at which the function begins; 0: unknown */
    const char *module;    /* file of the program or library, or "[vdso]" and the like; NULL if
                            * nothing was mapped there */
    uint64_t offset; /* of the address in the module, as addr2line takes it; the address itself
                      * if the module is no file that can be read */
    bool inlined;    /* the next frame is where it was inlined */
    bool is_main;    /* the program starts here: main, or the main program of Fortran */
};

/* From the text of /proc/PID/maps, as it was when the addresses were taken. Text that holds no
 * mapping at all is an error; a last line that is cut short is not. */
int symbols_open_maps(const char *text, struct symbols **symbols, struct error *error);

/* The same for a process that is alive. */
int symbols_open_pid(pid_t pid, struct symbols **symbols, struct error *error);

/* Takes what the kernel maps into this process for what it maps into the one of the layout, whose
 * memory cannot be read: it is the same under one kernel. */
void symbols_take_own_image(struct symbols *symbols);

void symbols_close(struct symbols *symbols);

/* The frames at an address: those that were inlined there, innermost first, then the function
 * itself. At least one. They live as long as `symbols`.
 *
 * A return address is the one behind the call, which may belong to the next line or even the next
 * function, so the call before it is looked up. The other kind is where a signal struck. */
void symbols_find(struct symbols *symbols, uint64_t pc, bool is_return_address,
                  const struct frame **frames, size_t *count);

/* The function and the module at an address, from the symbol table alone: for code whose lines
 * nobody asks for, since reading the debug information of a large library takes its time. */
const struct frame *symbols_find_function(struct symbols *symbols, uint64_t pc,
                                          bool is_return_address);

/* The file of the program or library at an address, as in struct frame. */
const char *symbols_find_module(const struct symbols *symbols, uint64_t pc, bool is_return_address);

/* False for a frame of an MPI library, of what MPI libraries are made of, and of Tutti's guests. */
bool symbols_own_frame(const struct frame *frame);

/* Whether the frame has a line of the user's own source: in no header of the system or the C++
 * library that was inlined, and in no library that came with the system. */
bool symbols_own_line(const struct frame *frame);

/* Where the relative file of a frame is; NULL: in the directory of this process, or unknown. */
const char *symbols_directory(const struct frame *frame, struct arena *arena);

/* The same as symbols_own_frame() of the module at an address, without looking the address up: what
 * needs no names is not to wait for debug information. True where nothing is mapped. */
bool symbols_own_address(struct symbols *symbols, uint64_t pc, bool is_return_address);

/* Whether that is so for all of the layout: MPI, if the program uses it, is linked into it. */
bool symbols_own_all(struct symbols *symbols);

/* The user's part of a stack, innermost first: frames that are the user's own, up to the start of
 * the program. If no frame is the user's own, all of them. `is_return_address` tells of pcs[0]; all
 * others are return addresses. Returns the count; the array lives in the arena. */
size_t symbols_user_stack(struct symbols *symbols, const uint64_t *pcs, size_t pc_count,
                          bool is_return_address, struct arena *arena,
                          const struct frame ***frames);

/* A variable that lies in memory for as long as its function runs: where, counted from the
 * canonical frame address, which the stack pointer had before the call. */
struct frame_variable {
    int64_t offset;
    uint64_t size;
    const char *name; /* NULL: the compiler gives none */
};

/* The frame of a function, or of a part of its code. */
struct frame_layout {
    uint64_t low, high; /* its code, [low, high) */
    bool by_pointer;    /* it has a frame pointer, 16 bytes below that address */
    struct frame_variable *variables;
    size_t variable_count;
};

/* Of all functions of the user's own files that have some, without those of files with more than so
 * many bytes of debug information: all of it is read. Returns the count. */
size_t symbols_frame_layouts(struct symbols *symbols, uint64_t bytes_max, struct arena *arena,
                             const struct frame_layout **layouts);

/* "relax at solver.c:61"; without debug information "relax in libsolver.so+0x1139". */
char *symbols_format_frame(const struct frame *frame, struct arena *arena);

/* symbols_user_stack() with each frame formatted. */
size_t symbols_format_stack(struct symbols *symbols, const uint64_t *pcs, size_t pc_count,
                            bool is_return_address, struct arena *arena, const char ***lines);

#endif
