#include "explore/script.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

int script_read(const void *bytes, size_t length, struct script *script)
{
    *script = (struct script){.choices = memory_alloc(length + 1)};
    if (length == 0)
        return 0;
    if (length < sizeof script->end || (length - sizeof script->end) % sizeof *script->choices)
        return -1;
    size_t choices = length - sizeof script->end;
    memcpy(script->choices, bytes, choices);
    memcpy(&script->end, (const char *)bytes + choices, sizeof script->end);
    script->count = choices / sizeof *script->choices;
    return memchr(script->end.parent_error, 0, sizeof script->end.parent_error) ? 0 : -1;
}

const void *outcome_read(const void *bytes, size_t length, struct outcome_head *head)
{
    if (length < sizeof *head)
        return NULL;
    memcpy(head, bytes, sizeof *head);
    const char *symptoms = (const char *)bytes + sizeof *head;
    return length == sizeof *head + head->symptoms * sizeof(struct symptom) +
                           head->path * sizeof(struct choice) &&
                   symptoms_fit(symptoms, head->symptoms)
               ? symptoms
               : NULL;
}
