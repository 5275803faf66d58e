#include "base/file.h"
#include "finding/json.h"
#include "report/report.h"

#include <string.h>

struct output {
    const char *option;
    const char *path; /* NULL: not requested */
    struct text text;
};

static int check_paths(const struct output *outputs, size_t output_count, struct error *error)
{
    for (size_t i = 0; i < output_count; i++) {
        for (size_t j = 0; j < i; j++) {
            if (outputs[i].path && outputs[j].path && strcmp(outputs[i].path, outputs[j].path) == 0)
                return error_set(error, ERROR_USAGE,
                                 "%s and %s name the same file, %s: give each its own",
                                 outputs[j].option, outputs[i].option, outputs[i].path);
        }
    }
    return 0;
}

int report_write(const struct document *const *documents, size_t count, const char *json,
                 const char *sarif, const char *html, struct error *error)
{
    struct output outputs[] = {
        {"--json", json, {0}}, {"--sarif", sarif, {0}}, {"--html", html, {0}}};
    const size_t output_count = sizeof outputs / sizeof *outputs;
    if (json && count != 1)
        return error_set(error, ERROR_USAGE,
                         "--json writes one document, but there are %zu: give one file", count);
    if (check_paths(outputs, output_count, error) != 0)
        return -1;
    /* All views are made before the first is written: if one fails, no file is written. */
    for (size_t i = 0; i < output_count; i++)
        text_init(&outputs[i].text, REPORT_TEXT_CAP);
    if (json)
        document_print_json(documents[0], &outputs[0].text);
    if (sarif)
        report_print_sarif(documents, count, &outputs[1].text);
    if (html)
        report_print_html(documents, count, &outputs[2].text);
    int failed = 0;
    for (size_t i = 0; i < output_count && !failed; i++) {
        if (outputs[i].text.cut)
            failed = error_set(error, ERROR_FAILED, "the output of %s is larger than %d bytes",
                               outputs[i].option, REPORT_TEXT_CAP);
    }
    for (size_t i = 0; i < output_count && !failed; i++) {
        if (outputs[i].path)
            failed =
                file_keep(outputs[i].path, outputs[i].text.data, outputs[i].text.length, error);
    }
    for (size_t i = 0; i < output_count; i++)
        text_free(&outputs[i].text);
    return failed;
}
