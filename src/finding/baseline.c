#include "finding/baseline.h"

#include "base/file.h"
#include "finding/fingerprint.h"
#include "finding/json.h"

#include <stdlib.h>
#include <string.h>

enum { BASELINE_CAP = 256 << 20 };

static bool is_called(const struct finding *finding, const char *print)
{
    char own[FINGERPRINT_SIZE];
    fingerprint_print(finding, own);
    bool same = strcmp(own, print) == 0;
    for (size_t i = 0; i < finding->sighting_count && !same; i++)
        same = strcmp(finding->sightings[i].fingerprint, print) == 0;
    return same;
}

static bool baseline_has(const struct document *baseline, const struct finding *finding)
{
    char print[FINGERPRINT_SIZE];
    fingerprint_print(finding, print);
    for (size_t i = 0; i < baseline->finding_count; i++)
        if (is_called(&baseline->findings[i], print))
            return true;
    return false;
}

int baseline_apply(const char *path, struct document *document, struct error *error)
{
    struct document baseline;
    char *bytes;
    size_t length;
    if (file_read(path, BASELINE_CAP, &bytes, &length, error) != 0)
        return -1;
    int failed = document_parse_json(&baseline, path, bytes, length, error);
    free(bytes);
    if (failed)
        return error_wrap(error, "--baseline takes a findings.json");
    for (size_t i = 0; i < document->finding_count; i++) {
        struct finding *finding = &document->findings[i];
        finding->known = baseline_has(&baseline, finding);
        if (finding->known)
            finding->severity = SEVERITY_NOTE;
    }
    document_settle(document);
    document->baseline = arena_copy(&document->arena, path);
    document_free(&baseline);
    return 0;
}
