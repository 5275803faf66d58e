/* recording.c: the record of an execution, which `tutti replay` follows. */
#include "fuzz.h"
#include "world/record/decisions.h"

#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct decisions decisions, again;
    struct error error;
    struct text out;
    if (decisions_parse(&decisions, "fuzz", (const char *)data, size, &error) != 0)
        return 0;
    text_init(&out, DECISIONS_FILE_MAX);
    decisions_print(&decisions, &out);
    if (decisions_parse(&again, "again", out.data, out.length, &error) != 0) {
        fprintf(stderr, "what was written cannot be read: %s\n", error.text);
        abort();
    }
    text_free(&out);
    decisions_free(&again);
    decisions_free(&decisions);
    return 0;
}
