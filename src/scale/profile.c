#include "scale/profile.h"

#include "finding/json_build.h"
#include "finding/json_read.h"

enum { PROFILE_VERSION = 1 };

/* Names by quantity_number(). */
static const char *const quantity_names[QUANTITIES + 1] = {
    "count",  "count*ranks",  "count*others",  "count*subtree",  "count*below",
    "bytes",  "bytes*ranks",  "bytes*others",  "bytes*subtree",  "bytes*below",
    "extent", "extent*ranks", "extent*others", "extent*subtree", "extent*below",
};
static const char *const class_names[] = {"D", "G", "X", NULL};
static const char *const effect_names[] = {"crash", "hang", "error", "wrong data", "slow", NULL};

static int profile_read_name(const struct json_reader *reader, const struct json_node *up,
                             const char *key, const char *const *names, int *out)
{
    const char *words = names[0];
    for (size_t i = 1; names[i]; i++)
        words = arena_printf(reader->arena, "%s|%s", words, names[i]);
    return json_read_word(reader, up, key, words, out);
}

struct bounds {
    struct profile_bound *list;
    size_t count;
};

static int add_bound(const struct json_reader *reader, const struct json_node *node, void *into)
{
    struct bounds *bounds = into;
    struct profile_bound *bound = arena_push(reader->arena, bounds->list, bounds->count);
    if (json_read_object(reader, node) != 0 ||
        json_read_int(reader, node, "ranks", 1, &bound->ranks) != 0 ||
        json_read_count(reader, node, "size", 1, &bound->size) != 0 ||
        json_read_count(reader, node, "extent", 0, &bound->extent) != 0 ||
        json_read_count(reader, node, "good", 0, &bound->good) != 0 ||
        json_read_count(reader, node, "bad", 1, &bound->bad) != 0)
        return -1;
    if (bound->ranks == 0)
        return json_read_missing(reader, node, "ranks");
    if (bound->bad <= bound->good)
        return json_read_wrong(reader, node, "must have a bad count above its good one");
    return 0;
}

static int read_trigger(const struct json_reader *reader, const struct json_node *up,
                        struct profile_problem *problem)
{
    struct json_node trigger = json_read_field(up, "trigger");
    int quantity;
    if (!trigger.value)
        return json_read_missing(reader, up, "trigger");
    if (json_read_object(reader, &trigger) != 0 ||
        profile_read_name(reader, &trigger, "quantity", quantity_names, &quantity) != 0 ||
        json_read_count(reader, &trigger, "from", 1, &problem->limit) != 0 ||
        json_read_int(reader, &trigger, "min_ranks", 1, &problem->min_ranks) != 0 ||
        json_read_flag(reader, &trigger, "power_of_two", &problem->power_of_two) != 0)
        return -1;
    problem->quantity = quantity_from_number(quantity);
    return json_read_flag(reader, &trigger, "fitted", &problem->fitted);
}

struct problems {
    struct profile_problem *list;
    size_t count;
};

static int profile_add_problem(const struct json_reader *reader, const struct json_node *node,
                               void *into)
{
    struct problems *problems = into;
    struct profile_problem *problem = arena_push(reader->arena, problems->list, problems->count);
    struct bounds bounds = {0};
    int class, effect;
    problem->min_ranks = problem->type = 1;
    if (json_read_object(reader, node) != 0 ||
        json_read_required_text(reader, node, "function", &problem->function) != 0 ||
        json_read_flag(reader, node, "in_place", &problem->in_place) != 0 ||
        json_read_optional_text(reader, node, "algorithm", &problem->algorithm) != 0 ||
        profile_read_name(reader, node, "class", class_names, &class) != 0 ||
        json_read_int(reader, node, "type", 1, &problem->type) != 0 ||
        profile_read_name(reader, node, "effect", effect_names, &effect) != 0 ||
        read_trigger(reader, node, problem) != 0 ||
        json_read_flag(reader, node, "confirmed", &problem->confirmed) != 0 ||
        json_read_each(reader, node, "bounds", add_bound, &bounds) != 0)
        return -1;
    problem->class = (enum profile_class) class;
    problem->effect = (enum profile_effect)effect;
    problem->bounds = bounds.list;
    problem->bound_count = bounds.count;
    return 0;
}

static int profile_read_head(const struct json_reader *reader, const struct json_node *root,
                             struct profile *profile)
{
    const json_t *version = json_object_get(root->value, "tutti_profile");
    if (!json_is_integer(version))
        return error_set(reader->error, ERROR_USAGE,
                         "%s is not a profile: it has no \"tutti_profile\": %d; tutti probe writes "
                         "profiles, as probe.json",
                         reader->name, PROFILE_VERSION);
    if (json_integer_value(version) != PROFILE_VERSION)
        return error_set(reader->error, ERROR_USAGE,
                         "%s is a profile of version %lld, but this Tutti reads version %d",
                         reader->name, json_integer_value(version), PROFILE_VERSION);
    if (json_read_required_text(reader, root, "library", &profile->library) != 0 ||
        json_read_required_text(reader, root, "version", &profile->version) != 0)
        return -1;
    return json_read_optional_text(reader, root, "transport", &profile->transport);
}

static int read_profile(const struct json_reader *reader, const struct json_node *root,
                        struct profile *profile)
{
    struct problems problems = {0};
    if (profile_read_head(reader, root, profile) != 0)
        return -1;
    if (!json_object_get(root->value, "problems"))
        return json_read_missing(reader, root, "problems");
    if (json_read_each(reader, root, "problems", profile_add_problem, &problems) != 0)
        return -1;
    profile->problems = problems.list;
    profile->problem_count = problems.count;
    return 0;
}

int profile_parse(struct profile *profile, const char *name, const char *bytes, size_t length,
                  struct error *error)
{
    struct profile read = {0};
    struct json_reader reader = {
        .name = name, .bytes = bytes, .length = length, .arena = &read.arena, .error = error};
    json_t *tree = json_read_tree(&reader);
    if (!tree)
        return -1;
    int failed = read_profile(&reader, &(struct json_node){.value = tree}, &read);
    json_decref(tree);
    if (failed) {
        profile_free(&read);
        return -1;
    }
    *profile = read;
    return 0;
}

static void profile_put_count(json_t *object, const char *key, uint64_t value)
{
    json_build_put_integer(object, key, value > INT64_MAX ? INT64_MAX : (int64_t)value);
}

static json_t *build_trigger(const struct profile_problem *problem)
{
    json_t *trigger = json_object();
    json_build_put_text(trigger, "quantity", quantity_name(problem->quantity));
    profile_put_count(trigger, "from", problem->limit);
    json_build_put_integer(trigger, "min_ranks", problem->min_ranks);
    if (problem->power_of_two)
        json_build_put(trigger, "power_of_two", json_true());
    json_build_put(trigger, "fitted", json_boolean(problem->fitted));
    return trigger;
}

static json_t *build_problem(const struct profile_problem *problem)
{
    json_t *object = json_object(), *bounds = json_array();
    json_build_put_text(object, "function", problem->function);
    if (problem->in_place)
        json_build_put(object, "in_place", json_true());
    json_build_put_text(object, "algorithm", problem->algorithm);
    json_build_put_text(object, "class", profile_class_name(problem->class));
    json_build_put_integer(object, "type", problem->type);
    json_build_put_text(object, "effect", profile_effect_name(problem->effect));
    json_build_put(object, "trigger", build_trigger(problem));
    json_build_put(object, "confirmed", json_boolean(problem->confirmed));
    for (size_t i = 0; i < problem->bound_count; i++) {
        const struct profile_bound *bound = &problem->bounds[i];
        json_t *row = json_object();
        json_build_put_integer(row, "ranks", bound->ranks);
        profile_put_count(row, "size", bound->size);
        profile_put_count(row, "extent", bound->extent);
        profile_put_count(row, "good", bound->good);
        profile_put_count(row, "bad", bound->bad);
        json_build_append(bounds, row);
    }
    json_build_put(object, "bounds", bounds);
    return object;
}

void profile_print(const struct profile *profile, struct text *out)
{
    json_t *root = json_build_root(), *problems = json_array();
    json_build_put_integer(root, "tutti_profile", PROFILE_VERSION);
    json_build_put_text(root, "library", profile->library);
    json_build_put_text(root, "version", profile->version);
    json_build_put_text(root, "transport", profile->transport);
    for (size_t i = 0; i < profile->problem_count; i++)
        json_build_append(problems, build_problem(&profile->problems[i]));
    json_build_put(root, "problems", problems);
    json_build_print(root, out);
}

void profile_free(struct profile *profile)
{
    arena_free(&profile->arena);
}

const char *quantity_name(struct quantity quantity)
{
    return quantity_names[quantity_number(quantity)];
}

const char *profile_class_name(enum profile_class class)
{
    return class_names[class];
}

const char *profile_class_rule(enum profile_class class)
{
    static const char *const rules[] = {"scale.displacement", "scale.global-buffer", "scale.size"};
    return rules[class];
}

const char *profile_effect_name(enum profile_effect effect)
{
    return effect_names[effect];
}
