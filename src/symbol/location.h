/* location.h: computes where a variable is, from the debug information (DWARF 5, section 2.5) and
 * the registers and memory of a process that stands still. */
#ifndef TUTTI_SYMBOL_LOCATION_H
#define TUTTI_SYMBOL_LOCATION_H

#include "symbol/unwind.h"

#include <elfutils/libdw.h>

/* A frame of the process. */
struct location_frame {
    pid_t process;
    struct unwind_frame frame;
    uint64_t bias;       /* address in the process minus address in the debug information */
    Dwarf_Die *function; /* function with the frame base; NULL: none */
};

struct location_answer {
    uint64_t value;
    bool in_memory; /* the value is the variable's address; else it is its value */
    bool followed;  /* a pointer led there, for example of an argument by reference */
};

/* Evaluates the attribute in that frame. `object` is the address of the object that an expression
 * may refer to, 0 without one. Returns false if there is no location, or none that is supported
 * here. */
bool location_evaluate(const struct location_frame *frame, Dwarf_Attribute *attribute,
                       uint64_t object, struct location_answer *answer);

/* Reads a number in the memory of a process. Returns false if there is no such memory. */
bool location_read(pid_t process, uint64_t address, uint64_t *value);

#endif
