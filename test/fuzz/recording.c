/* recording.c: the record of an execution, which `tutti replay` follows. */
#include "fuzz.h"
#include "world/record/record.h"

#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct record record, again;
    struct error error;
    struct text out;
    if (record_parse(&record, "fuzz", (const char *)data, size, &error) != 0)
        return 0;
    text_init(&out, RECORD_FILE_MAX);
    record_print(&record, &out);
    if (record_parse(&again, "again", out.data, out.length, &error) != 0) {
        fprintf(stderr, "what was written cannot be read: %s\n", error.text);
        abort();
    }
    text_free(&out);
    record_free(&again);
    record_free(&record);
    return 0;
}
