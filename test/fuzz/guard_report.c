/* guard_report.c: what the guests of `tutti guard` wrote. */
#include "cmd/jobs/guard_reader.h"
#include "fuzz.h"
#include "runtime/guard/format.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct document document;
    struct guard_totals totals;
    struct error error;
    document_init(&document, "guard");
    fuzz_file("one" GUARD_REPORT_SUFFIX, data, size);
    guard_read(fuzz_folder(), &document, &totals, &error);
    document_free(&document);
    return 0;
}
