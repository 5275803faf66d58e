/* source.c: a source that findings point to, as the report shows it, and its coverage. */
#include "fuzz.h"
#include "report/report.h"

static void add_location(struct document *document, struct finding *finding, int line, int column)
{
    *arena_push(&document->arena, finding->locations, finding->location_count) = (struct location){
        .rank = 0, .call = "MPI_Recv", .file = "source.c", .line = line, .column = column};
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct document document;
    const struct document *const one[] = {&document};
    struct text out;
    text_init(&out, REPORT_TEXT_CAP);
    document_init(&document, "run");
    fuzz_file("source.c", data, size);
    document.directory = fuzz_folder();
    struct finding *finding = document_add(&document, "deadlock");
    finding->headline = "2 ranks can never go on";
    add_location(&document, finding, 2, 3);
    add_location(&document, finding, 40, 0);
    add_location(&document, finding, 1, 1000);
    report_print_html(one, 1, &out);
    report_print_diagnostics(&document, true, false, &out);
    report_print_sarif(one, 1, &out);
    document_free(&document);
    text_free(&out);
    return 0;
}
