/* cxx.h: std::string and streams of libstdc++, as far as models use them. Their layout and the
 * names for the linker are libstdc++'s ABI. All functions are weak: a program in C has none of
 * them, and calls no model of them. */
#ifndef TUTTI_RUNTIME_SYMBOLIC_MODEL_CXX_H
#define TUTTI_RUNTIME_SYMBOLIC_MODEL_CXX_H

#include "runtime/symbolic/abi.h"

#include <stddef.h>

/* Declares a function of libstdc++ by a name of our own, and model_NAME(), which the program's code
 * calls in its place. */
#define CXX_FUNCTION(result, name, symbol, ...)                            \
    extern result name(__VA_ARGS__) __asm__(symbol) __attribute__((weak)); \
    extern result model_##name(__VA_ARGS__) __asm__(SYMBOLIC_MODEL symbol) \
        __attribute__((visibility("default")))

struct cxx_string {
    char *data;
    size_t length;
};

/* std::streambuf: what is between `at` and `end` can be read. */
struct cxx_buffer {
    const void *functions;
    char *begin, *at, *end;
};

#endif
