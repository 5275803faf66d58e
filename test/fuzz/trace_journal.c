/* trace_journal.c: the files that traced processes write. The bytes are the beginning of a header,
 * without its magic, and lines. */
#include "base/memory.h"
#include "cmd/jobs/trace_print.h"
#include "fuzz.h"
#include "runtime/trace/format.h"

#include <stdlib.h>
#include <string.h>

static void use(const struct trace_call *call, void *data)
{
    struct text *out = data;
    text_clear(out);
    trace_print_text(call, 1, true, out);
    trace_print_json(call, 1, out);
}

/* The file, to be freed. A header that commits nothing commits all. */
static uint8_t *make_file(const uint8_t *data, size_t size, size_t *length)
{
    struct trace_header header = {.magic = TRACE_MAGIC};
    size_t head = sizeof header - sizeof header.magic;
    head = head < size ? head : size;
    uint8_t *file = memory_zero(1, TRACE_HEADER_SIZE + size);
    memcpy((char *)&header + sizeof header.magic, data, head);
    if (header.committed == 0)
        header.committed = size - head;
    memcpy(file, &header, sizeof header);
    memcpy(file + TRACE_HEADER_SIZE, data + head, size - head);
    *length = TRACE_HEADER_SIZE + size - head;
    return file;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    size_t length;
    uint8_t *file = make_file(data, size, &length);
    struct error error;
    struct text out;
    text_init(&out, 1 << 20);
    fuzz_file("one" TRACE_SUFFIX, file, length);
    struct trace_reader *reader = trace_reader_open(fuzz_folder());
    if (trace_reader_poll(reader, UINT64_MAX / 2, use, &out, &error) == 0)
        trace_reader_poll(reader, UINT64_MAX, use, &out, &error);
    trace_reader_open_calls(reader, use, &out);
    trace_reader_close(reader);
    text_free(&out);
    free(file);
    return 0;
}
