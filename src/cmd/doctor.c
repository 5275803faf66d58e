/* doctor.c: the verb `doctor`: what is installed, what is missing, what the system permits. */
#include "base/file.h"
#include "base/text.h"
#include "cmd/doctor/checks.h"
#include "cmd/verb.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

enum { PAGE_CAP = 1024 * 1024 };

extern const char doctor_dependencies[]; /* packaging/dependencies.list */

static const char *const verdict_names[] = {"pass", "warn", "fail"};

static void doctor_add_line(struct text *page, bool color, const struct check *check)
{
    static const char *const colors[] = {"\033[32m", "\033[33m", "\033[1;31m"};
    text_addf(page, "%s%s%s  %-26s %-18s", color ? colors[check->verdict] : "",
              verdict_names[check->verdict], color ? "\033[0m" : "", check->name, check->detail);
    if (check->reason)
        text_addf(page, " %s", check->reason);
    if (check->fix)
        text_addf(page, "; %s", check->fix);
    text_add_char(page, '\n');
}

/* One command for everything that is missing, ready to be pasted. */
static void doctor_add_command(struct text *page, const struct checkup *checkup)
{
    bool any = false;
    for (size_t i = 0; i < checkup->count; i++) {
        if (!checkup->checks[i].package)
            continue;
        text_addf(page, "%s %s", any ? "" : "\nTo install what is missing: apt-get install",
                  checkup->checks[i].package);
        any = true;
    }
    if (any)
        text_add_char(page, '\n');
}

static void print_page(const struct checkup *checkup, bool color, struct text *page)
{
    for (size_t i = 0; i < checkup->count; i++)
        doctor_add_line(page, color, &checkup->checks[i]);
    doctor_add_command(page, checkup);
    text_addf(page, "\nSUMMARY: %zu pass, %zu warn, %zu fail\n", checkup_count(checkup, CHECK_PASS),
              checkup_count(checkup, CHECK_WARN), checkup_count(checkup, CHECK_FAIL));
}

/* json_string() refuses what is not UTF-8, and file names need not be. */
static json_t *json_text(const char *string)
{
    if (!string)
        return json_null();
    json_t *value = json_string(string);
    return value ? value : json_string("(not UTF-8)");
}

static int write_json(const struct checkup *checkup, const char *path, struct error *error)
{
    json_t *checks = json_array();
    for (size_t i = 0; i < checkup->count; i++) {
        const struct check *check = &checkup->checks[i];
        json_array_append_new(
            checks,
            json_pack("{s:s, s:o, s:o, s:o, s:o, s:o}", "verdict", verdict_names[check->verdict],
                      "name", json_text(check->name), "detail", json_text(check->detail), "reason",
                      json_text(check->reason), "fix", json_text(check->fix), "package",
                      json_text(check->package)));
    }
    json_t *root = json_pack("{s:i, s:s, s:o}", "tutti", 1, "verb", "doctor", "checks", checks);
    char *bytes = root ? json_dumps(root, JSON_INDENT(2)) : NULL;
    json_decref(root);
    if (!bytes)
        return error_set(error, ERROR_FAILED, "cannot put the checks into JSON: out of memory");
    char *whole = memory_printf("%s\n", bytes);
    int failed = file_write(path, whole, strlen(whole), error);
    free(whole);
    free(bytes);
    return failed;
}

static int doctor_run(const struct context *context, const struct options *options)
{
    struct error error;
    if (options_given(options, "sarif") || options_given(options, "html")) {
        error_set(&error, ERROR_USAGE,
                  "doctor has no findings to put into SARIF or HTML; it knows --json only");
        return verb_fail(context, &error);
    }
    struct checkup checkup = {0};
    struct text page;
    text_init(&page, PAGE_CAP);
    int code = EXIT_CLEAN;
    if (dependencies_check(&checkup, doctor_dependencies, options_flag(options, "all"), &error)) {
        code = verb_fail(context, &error);
        goto free_all;
    }
    mpi_check(&checkup);
    system_check(&checkup);
    const char *json = options_text(options, "json");
    if (json && write_json(&checkup, json, &error) != 0) {
        code = verb_fail(context, &error);
        goto free_all;
    }
    print_page(&checkup, context->color, &page);
    if (!(json && strcmp(json, "-") == 0) && file_write("-", page.data, page.length, &error) != 0) {
        code = verb_fail(context, &error);
        goto free_all;
    }
    if (checkup_count(&checkup, CHECK_FAIL) > 0)
        code = (int)options_number(options, "error-exitcode");

free_all:
    text_free(&page);
    checkup_free(&checkup);
    return code;
}

static const struct option doctor_options[] = {
    {.name = "all",
     .letter = 'a',
     .kind = OPTION_FLAG,
     .effect = EFFECT_HARMLESS,
     .help = "also check what is needed to build and test Tutti itself"},
    {.name = NULL},
};

const struct verb verb_doctor = {
    .command = {.name = "doctor",
                .summary = "what is installed, what is missing, how to get it",
                .synopsis = "[options]",
                .description =
                    "Prints the versions of the tools that Tutti can use, what is missing, and the "
                    "command that installs it. Then tries what Tutti does with the system: loading "
                    "its libraries, launching with each MPI, tracing a process, sharing memory.\n\n"
                    "Each line starts with pass, warn or fail. A warning is about something that "
                    "Tutti can work without. The exit code is 1 if something failed.",
                .operands = OPERANDS_NONE,
                .options = doctor_options},
    .run = doctor_run,
};
