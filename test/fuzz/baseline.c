/* baseline.c: a baseline, which marks findings that are known. */
#include "finding/baseline.h"
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct document document;
    struct error error;
    document_init(&document, "run");
    struct finding *finding = document_add(&document, "deadlock");
    finding->headline = "2 ranks can never go on";
    *arena_push(&document.arena, finding->locations, finding->location_count) =
        (struct location){.rank = 0, .file = "deadlock.c", .line = 14, .function = "exchange"};
    baseline_apply(fuzz_file("baseline.json", data, size), &document, &error);
    document_free(&document);
    return 0;
}
