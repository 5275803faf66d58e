/* calls.h: a function in a header, which is inlined. */
#include "mark.h"

static inline __attribute__((always_inline)) void from_header(void)
{
    mark("header"); // FRAME header 1 from_header
    after();
}
