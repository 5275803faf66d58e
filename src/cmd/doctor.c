/* doctor.c: the verb `doctor`: reports what is installed, what is missing, and what the system
 * permits. */
#include "base/file.h"
#include "base/text.h"
#include "cmd/doctor/checks.h"
#include "cmd/doctor/installed.h"
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

/* Adds one command that installs everything that is missing, ready to be pasted. */
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

/* Makes a JSON string; json_string() rejects text that is not UTF-8, such as some file names. */
static json_t *json_text(const char *string)
{
    if (!string)
        return json_null();
    json_t *value = json_string(string);
    return value ? value : json_string("(not UTF-8)");
}

/* The state of one run of the verb. */
struct doctor {
    const struct options *options;
    struct checkup checkup;
    struct mpi_installations installed;
    struct checked_mpi *mpis;
    size_t mpi_count;
};

static json_t *json_checks(const struct checkup *checkup)
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
    return checks;
}

static json_t *json_mpis(const struct doctor *doctor)
{
    static const char *const states[] = {"not tried", "works", "fails"};
    json_t *mpis = json_array();
    for (size_t i = 0; i < doctor->mpi_count; i++) {
        const struct checked_mpi *checked = &doctor->mpis[i];
        const struct mpi_installation *mpi = checked->mpi;
        json_t *trials = json_object();
        for (size_t j = 0; j < checked->result_count; j++)
            json_object_set_new(trials, checked->results[j].verb,
                                json_string(states[checked->results[j].state]));
        json_array_append_new(
            mpis, json_pack("{s:s, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "family",
                            mpi_flavour_name(mpi->flavour), "product", json_text(mpi->says.product),
                            "version", json_text(mpi->says.version), "library",
                            json_text(mpi->library), "mpicc", json_text(mpi->wrapper), "launcher",
                            json_text(mpi->launcher), "launched_by", json_text(mpi->launcher_title),
                            "found_by", json_text(mpi->from), "trials", trials));
    }
    return mpis;
}

static int write_json(const struct doctor *doctor, const char *path, struct error *error)
{
    json_t *root = json_pack("{s:i, s:s, s:o, s:o}", "tutti", 1, "verb", "doctor", "checks",
                             json_checks(&doctor->checkup), "mpis", json_mpis(doctor));
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

/* Checks the MPIs of the machine, those of a family, or the one that the user names. */
static int doctor_check_mpis(struct doctor *doctor, struct error *error)
{
    const char *chosen = options_text(doctor->options, "mpi");
    enum mpi_flavour family = chosen ? mpi_flavour_from_name(chosen) : MPI_FLAVOUR_NONE;
    bool named = chosen && family == MPI_FLAVOUR_NONE;
    if (!named)
        mpi_installations_find(&doctor->installed);
    else if (mpi_installations_add(&doctor->installed, chosen, error) != 0)
        return -1;
    bool any = false;
    for (size_t i = 0; i < doctor->installed.count; i++)
        any = any || doctor->installed.items[i].library;
    mpi_check(&doctor->checkup, any);
    for (size_t i = 0; i < doctor->installed.count; i++) {
        const struct mpi_installation *mpi = &doctor->installed.items[i];
        if (family != MPI_FLAVOUR_NONE && mpi->flavour != family)
            continue;
        struct checked_mpi *checked =
            arena_push(&doctor->checkup.arena, doctor->mpis, doctor->mpi_count);
        checked->mpi = mpi;
        if (installed_check(&doctor->checkup, mpi) && !options_flag(doctor->options, "quick"))
            trials_check(&doctor->checkup, checked, named ? CHECK_FAIL : CHECK_WARN);
    }
    return 0;
}

static int doctor_check_all(struct doctor *doctor, struct error *error)
{
    if (dependencies_check(&doctor->checkup, doctor_dependencies,
                           options_flag(doctor->options, "all"), error) != 0 ||
        doctor_check_mpis(doctor, error) != 0)
        return -1;
    system_check(&doctor->checkup);
    return 0;
}

static int doctor_print(const struct doctor *doctor, bool color, struct error *error)
{
    const char *json = options_text(doctor->options, "json");
    if (json && write_json(doctor, json, error) != 0)
        return -1;
    if (json && strcmp(json, "-") == 0)
        return 0;
    struct text page;
    text_init(&page, PAGE_CAP);
    print_page(&doctor->checkup, color, &page);
    int failed = file_write("-", page.data, page.length, error);
    text_free(&page);
    return failed;
}

static int doctor_run(const struct context *context, const struct options *options)
{
    struct error error;
    if (options_given(options, "sarif") || options_given(options, "html")) {
        error_set(&error, ERROR_USAGE, "doctor has no findings for SARIF or HTML: use --json");
        return verb_fail(context, &error);
    }
    struct doctor doctor = {.options = options};
    int code = EXIT_CLEAN;
    if (doctor_check_all(&doctor, &error) != 0 ||
        doctor_print(&doctor, context->color, &error) != 0)
        code = verb_fail(context, &error);
    else if (checkup_count(&doctor.checkup, CHECK_FAIL) > 0)
        code = (int)options_number(options, "error-exitcode");
    mpi_installations_free(&doctor.installed);
    checkup_free(&doctor.checkup);
    return code;
}

static const struct option doctor_options[] = {
    {.name = "all",
     .letter = 'a',
     .kind = OPTION_FLAG,
     .effect = EFFECT_HARMLESS,
     .help = "also check what is needed to build and test Tutti itself"},
    {.name = "mpi",
     .kind = OPTION_TEXT,
     .effect = EFFECT_TRUSTED,
     .argument = "MPI",
     .help =
         "look at this MPI alone: the path of an mpicc, or the directory of an MPI; or at those "
         "of a family (mpich, openmpi or abi)"},
    {.name = "quick",
     .kind = OPTION_FLAG,
     .effect = EFFECT_HARMLESS,
     .help = "list the MPIs, and try nothing with them"},
    {.name = NULL},
};

const struct verb verb_doctor = {
    .command =
        {.name = "doctor",
         .summary = "what is installed, what is missing, how to get it",
         .synopsis = "[options]",
         .description =
             "Prints the versions of the tools that Tutti can use, what is missing, and the "
             "command that installs it. Then tries what Tutti does with the system: loading "
             "its libraries, launching with each MPI, tracing a process, sharing memory.\n\n"
             "Lists every MPI that it finds, with its family, version and launcher: on PATH "
             "and LD_LIBRARY_PATH, by the variables that `module load` sets, among the "
             "libraries of the system, and in /opt. With each, it compiles a small program "
             "and tries run, verify, test, trace, watch and guard, in a few seconds (--quick "
             "tries nothing). Loading the module of an MPI makes it visible; --mpi names one.\n\n"
             "Each line starts with pass, warn or fail. A warning is about something that "
             "Tutti can work without, or about an MPI with which something does not work. The "
             "exit code is 1 if something failed, with --mpi=FILE also if a trial did.",
         .operands = OPERANDS_NONE,
         .options = doctor_options},
    .run = doctor_run,
};
