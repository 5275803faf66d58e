/* script.c: what items and results of `verify` are in a journal. */
#include "explore/script.h"
#include "fuzz.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct script script;
    struct outcome_head head;
    if (script_read(data, size, &script) == 0) {
        volatile uint64_t sum = script.end.parent_result;
        for (size_t i = 0; i < script.count; i++)
            sum += (uint64_t)script.choices[i].rank;
        sum += strlen(script.end.parent_error);
        (void)sum;
    }
    free(script.choices);
    const char *symptoms = outcome_read(data, size, &head);
    for (uint32_t i = 0; symptoms && i < head.symptoms; i++) {
        struct symptom symptom;
        memcpy(&symptom, symptoms + i * sizeof symptom, sizeof symptom);
        script_needs_path(symptom.rule);
    }
    return 0;
}
