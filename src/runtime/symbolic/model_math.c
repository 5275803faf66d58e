/* model_math.c: functions of numbers that expressions know. A member of the archive of its own, for
 * a program that calls none of them need not be linked with the library of mathematics. */
#include "runtime/symbolic/abi.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MODEL_OF(name) \
    extern __attribute__((visibility("default"))) __typeof__(name) tutti_model_##name

static uint64_t bits_double(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static uint64_t bits_float(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static uint64_t bits_int(int value)
{
    return (uint32_t)value;
}

static uint64_t bits_long(long value)
{
    return (uint64_t)value;
}

#define UNARY(name, kind, op, type, bits)                                                      \
    MODEL_OF(name);                                                                            \
    kind tutti_model_##name(kind value)                                                        \
    {                                                                                          \
        uint32_t expression = tutti_symbolic_arguments[0];                                     \
        kind result = name(value);                                                             \
        tutti_symbolic_result =                                                                \
            expression ? tutti_symbolic_unary(op, type, expression, bits(value), bits(result)) \
                       : 0;                                                                    \
        return result;                                                                         \
    }

#define BINARY(name, kind, op, type, bits)                                                    \
    MODEL_OF(name);                                                                           \
    kind tutti_model_##name(kind a, kind b)                                                   \
    {                                                                                         \
        uint32_t of_a = tutti_symbolic_arguments[0], of_b = tutti_symbolic_arguments[1];      \
        kind result = name(a, b);                                                             \
        tutti_symbolic_result =                                                               \
            of_a || of_b                                                                      \
                ? tutti_symbolic_binary(op, type, of_a, of_b, bits(a), bits(b), bits(result)) \
                : 0;                                                                          \
        return result;                                                                        \
    }

#define BOTH(define, name, op)                             \
    define(name, double, op, SYMBOLIC_DOUBLE, bits_double) \
        define(name##f, float, op, SYMBOLIC_FLOAT, bits_float)

BOTH(UNARY, sqrt, SYMBOLIC_FLOAT_SQUARE_ROOT)
BOTH(UNARY, fabs, SYMBOLIC_FLOAT_ABSOLUTE)
BOTH(UNARY, floor, SYMBOLIC_FLOAT_FLOOR)
BOTH(UNARY, ceil, SYMBOLIC_FLOAT_CEILING)
BOTH(UNARY, trunc, SYMBOLIC_FLOAT_TRUNCATE)
BOTH(BINARY, fmin, SYMBOLIC_FLOAT_MINIMUM)
BOTH(BINARY, fmax, SYMBOLIC_FLOAT_MAXIMUM)
UNARY(abs, int, SYMBOLIC_ABSOLUTE, SYMBOLIC_I32, bits_int)
UNARY(labs, long, SYMBOLIC_ABSOLUTE, SYMBOLIC_I64, bits_long)
UNARY(llabs, long long, SYMBOLIC_ABSOLUTE, SYMBOLIC_I64, bits_long)
