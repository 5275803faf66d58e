/* findings.c: findings.json, and every view of what was read. */
#include "finding/json.h"
#include "finding/merge.h"
#include "fuzz.h"
#include "report/report.h"

#include <stdio.h>
#include <stdlib.h>

/* What was printed as JSON must be JSON of the same version. */
static void read_again(const struct document *document, struct text *out)
{
    struct document again;
    struct error error;
    text_clear(out);
    document_print_json(document, out);
    if (document_parse_json(&again, "again.json", out->data, out->length, &error) != 0) {
        fprintf(stderr, "what was written cannot be read: %s\n%s\n", error.text, out->data);
        abort();
    }
    document_free(&again);
}

static void view(const struct document *document)
{
    const struct document *const one[] = {document};
    struct text out;
    text_init(&out, REPORT_TEXT_CAP);
    report_print_text(document, true, &out);
    report_print_diagnostics(document, false, false, &out);
    report_print_sarif(one, 1, &out);
    report_print_html(one, 1, &out);
    read_again(document, &out);
    text_free(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct document document, all;
    struct error error;
    if (document_parse_json(&document, "fuzz.json", (const char *)data, size, &error) != 0)
        return 0;
    document.directory = fuzz_folder(); /* no source of this machine is read */
    view(&document);
    document_init(&all, "report");
    merge_add(&all, &document);
    merge_add(&all, &document);
    document_free(&all);
    document_free(&document);
    return 0;
}
