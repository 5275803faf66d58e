/* location.h: where a variable is, by what the debug information says of it (DWARF 5, section 2.5)
 * and what a process that stands still has in registers and memory. */
#ifndef TUTTI_SYMBOL_LOCATION_H
#define TUTTI_SYMBOL_LOCATION_H

#include "symbol/unwind.h"

#include <elfutils/libdw.h>

/* A frame of the process. */
struct location_frame {
    pid_t process;
    struct unwind_frame frame;
    uint64_t bias;       /* an address of the process less the same in the debug information */
    Dwarf_Die *function; /* that has the frame base; NULL: there is none */
};

struct location_answer {
    uint64_t value;
    bool in_memory; /* the value is its address; else it is the value of the variable */
    bool followed;  /* a pointer led there: an argument by reference, say */
};

/* What the attribute says in that frame; `object` is the address of the object that an expression
 * may speak of, 0 without one. False: nothing, or what is not followed here. */
bool location_evaluate(const struct location_frame *frame, Dwarf_Attribute *attribute,
                       uint64_t object, struct location_answer *answer);

/* A number in the memory of a process. False: there is no such memory. */
bool location_read(pid_t process, uint64_t address, uint64_t *value);

#endif
