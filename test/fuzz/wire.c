/* wire.c: what monitors tell each other, piece by piece. The first byte says which. */
#include "watch/network/wire.h"
#include "fuzz.h"

/* What was read can be told on. */
static void tell(const struct tracked *process, const struct rank_look *look)
{
    struct bytes out = {0};
    wire_add_record(&out, process);
    wire_add_place(&out, process);
    wire_add_look(&out, look);
    bytes_free(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct tracked process;
    struct arena arena = {0};
    struct rank_look look = {0};
    struct vitals vitals;
    if (size == 0)
        return 0;
    struct reader reader = reader_of(data + 1, size - 1);
    switch (data[0]) {
    case WIRE_MOVES:
        wire_place(&reader, &process);
        break;
    case WIRE_RECORD:
        wire_record(&reader, &arena, &process);
        break;
    case WIRE_VITALS:
        wire_vitals(&reader, &vitals);
        break;
    default:
        wire_look(&reader, &arena, &look);
    }
    tell(&process, &look);
    process.function = NULL; /* it was in the arena */
    arena_free(&arena);
    return 0;
}
