/* marks.c: values that the source marks as inputs (tutti.h). Every rank gets the value of the test;
 * the focus also makes it a variable. */
#include "runtime/symbolic/model/model.h"
#include "runtime/symbolic/shadow.h"
#include "runtime/symbolic/state.h"
#include "runtime/symbolic/variables.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tutti.h>

MODEL_OF(tutti_mark);

static const enum symbolic_type types[] = {
    [TUTTI_CHAR] = SYMBOLIC_I8,  [TUTTI_INT] = SYMBOLIC_I32,     [TUTTI_UNSIGNED] = SYMBOLIC_I32,
    [TUTTI_LONG] = SYMBOLIC_I64, [TUTTI_FLOAT] = SYMBOLIC_FLOAT, [TUTTI_DOUBLE] = SYMBOLIC_DOUBLE,
};

/* One element of a marked variable. */
struct element {
    char name[SYMBOLIC_NAME];
    char *at;
    enum symbolic_type type;
};

static bool take_element(struct element *element, void *at, int kind, long count, long index,
                         const char *name)
{
    if (kind < 0 || kind >= (int)(sizeof types / sizeof *types) || !at || !name)
        return false;
    element->type = types[kind];
    element->at = (char *)at + (size_t)index * type_bytes(element->type);
    if (count > 0)
        snprintf(element->name, sizeof element->name, "%s[%ld]", name, index);
    else
        snprintf(element->name, sizeof element->name, "%s", name);
    return true;
}

/* Sets the value when a test is repeated outside of `tutti test`. */
static void set_from_environment(const struct element *element)
{
    const char *at = getenv(SYMBOLIC_MARKS_NAME);
    while (at && *at) {
        char *name;
        int kept = errno;
        unsigned long long value = strtoull(at, &name, 16);
        size_t length = strcspn(at, "\n");
        errno = kept;
        if (*name == ' ' && (size_t)(at + length - ++name) == strlen(element->name) &&
            memcmp(name, element->name, strlen(element->name)) == 0)
            memcpy(element->at, &value, type_bytes(element->type));
        at += length + (at[length] == '\n');
    }
}

static void set_element(const struct element *element)
{
    const struct symbolic_segment *segment = state.segment;
    if (!segment || segment->mark_count == 0)
        set_from_environment(element);
    for (uint32_t i = 0; segment && i < segment->mark_count && i < SYMBOLIC_MARKS; i++)
        if (strncmp(segment->marks[i].name, element->name, SYMBOLIC_NAME) == 0)
            memcpy(element->at, &segment->marks[i].value, type_bytes(element->type));
}

__attribute__((visibility("default"))) void tutti_mark(void *at, int kind, long count,
                                                       const char *name, long lower, long upper)
{
    struct element element;
    (void)lower;
    (void)upper;
    for (long i = 0; i == 0 || i < count; i++)
        if (take_element(&element, at, kind, count, i, name))
            set_element(&element);
}

void tutti_model_tutti_mark(void *at, int kind, long count, const char *name, long lower,
                            long upper)
{
    struct element element;
    tutti_mark(at, kind, count, name, lower, upper);
    if (!state_enter())
        return;
    for (long i = 0; i == 0 || i < count; i++) {
        uint64_t value = 0;
        if (!take_element(&element, at, kind, count, i, name))
            continue;
        memcpy(&value, element.at, type_bytes(element.type));
        uint32_t id = variable_marked(element.name, element.type, value, lower, upper);
        shadow_store(element.at, element.type, id, value);
    }
    state_leave();
}
