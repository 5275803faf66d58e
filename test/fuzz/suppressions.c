/* suppressions.c: a file of suppressions; and a source with comments that suppress. */
#include "finding/suppress.h"
#include "fuzz.h"

static void add(struct document *document, const char *rule, const char *file, int line)
{
    struct finding *finding = document_add(document, rule);
    *arena_push(&document->arena, finding->locations, finding->location_count) =
        (struct location){.rank = 0, .file = file, .line = line, .function = "exchange"};
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct suppressions *suppressions = NULL;
    struct document document;
    struct error error;
    document_init(&document, "run");
    const char *path = arena_copy(&document.arena, fuzz_file("file", data, size));
    add(&document, "deadlock", "src/halo.c", 14);
    add(&document, "leak.comm", path, 2);
    add(&document, "deadlock", path, 1);
    if (suppressions_load(path, &suppressions, &error) == 0 ||
        suppressions_load(NULL, &suppressions, &error) == 0) {
        suppressions_apply(suppressions, "*,-leak.*", &document);
        suppressions_free(suppressions);
    }
    document_free(&document);
    return 0;
}
