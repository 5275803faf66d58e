#include "finding/rules.h"

#include "base/options/options.h"

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

enum { PATTERN_MAX = 128 };

struct pattern {
    bool negative;
    char text[PATTERN_MAX];
};

const struct rule *rule_find(const char *id)
{
    for (size_t i = 0; i < rule_count; i++) {
        if (strcmp(rules[i].id, id) == 0)
            return &rules[i];
    }
    return NULL;
}

const char *rule_id(size_t number)
{
    return number < rule_count ? rules[number].id : NULL;
}

/* Takes the next pattern off a list; false at its end. Ignores blanks around it. A pattern that is
 * too long for a rule is cut, and then matches none. */
static bool next_pattern(const char **list, struct pattern *pattern)
{
    const char *at = *list;
    at += strspn(at, ", \t");
    if (*at == '\0')
        return false;
    pattern->negative = *at == '-';
    at += pattern->negative;
    size_t length = strcspn(at, ",");
    *list = at + length;
    while (length > 0 && strchr(" \t", at[length - 1]))
        length--;
    if (length >= sizeof pattern->text)
        length = sizeof pattern->text - 1;
    memcpy(pattern->text, at, length);
    pattern->text[length] = '\0';
    return true;
}

bool rule_selected(const char *patterns, const char *id)
{
    if (!patterns)
        return true;
    struct pattern pattern;
    bool first = true, selected = false;
    while (next_pattern(&patterns, &pattern)) {
        if (first)
            selected = pattern.negative;
        first = false;
        if (fnmatch(pattern.text, id, 0) == 0)
            selected = !pattern.negative;
    }
    return selected;
}

static int rules_unknown_rule(const char *pattern, struct error *error)
{
    const char **ids = memory_alloc(rule_count * sizeof *ids);
    for (size_t i = 0; i < rule_count; i++)
        ids[i] = rules[i].id;
    const char *nearest = options_nearest(pattern, ids, rule_count);
    error_set(error, ERROR_USAGE, "no rule fits \"%s\"%s%s%s", pattern,
              nearest ? "; did you mean \"" : "", nearest ? nearest : "", nearest ? "\"?" : "");
    free(ids);
    return -1;
}

int rule_check_patterns(const char *patterns, struct error *error)
{
    struct pattern pattern;
    bool any = false;
    while (next_pattern(&patterns, &pattern)) {
        size_t i = 0;
        while (i < rule_count && fnmatch(pattern.text, rules[i].id, 0) != 0)
            i++;
        if (i == rule_count)
            return rules_unknown_rule(pattern.text, error);
        any = true;
    }
    return any ? 0 : error_set(error, ERROR_USAGE, "the list of rules is empty");
}
