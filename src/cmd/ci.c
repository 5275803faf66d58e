/* ci.c: the verb `ci`: writes a job for GitHub or GitLab that checks, verifies and tests a project
 * at every push, fails if there are new findings, and keeps the report. */
#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "cmd/shared/project.h"
#include "cmd/verb.h"

#include <libgen.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { JOB_CAP = 1 << 20, PROGRAMS_MAX = 16 };

static const char github_path[] = ".github/workflows/tutti.yml";
static const char gitlab_path[] = ".gitlab-ci.yml";

struct job {
    const struct project *project;
    long ranks;
    long seconds; /* limit on each run */
    int indent;
    struct text *out;
};

static void ci_line(const struct job *job, const char *words)
{
    text_addf(job->out, "%*s%s\n", *words ? job->indent : 0, "", words);
}

static void ci_linef(const struct job *job, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void ci_linef(const struct job *job, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char *words = NULL;
    if (vasprintf(&words, format, arguments) >= 0)
        ci_line(job, words);
    free(words);
    va_end(arguments);
}

static const char *ci_quoted(const char *word, struct arena *arena)
{
    struct text text;
    text_init(&text, JOB_CAP);
    text_add_quoted(&text, word, strlen(word));
    const char *copy = arena_copy_bytes(arena, text.data, text.length);
    text_free(&text);
    return copy;
}

static void add_build(const struct job *job)
{
    static const struct {
        const char *build, *lines[3];
    } builds[] = {
        {"CMake",
         {"cmake -B build -DCMAKE_BUILD_TYPE=Debug -DCMAKE_EXPORT_COMPILE_COMMANDS=ON || exit 3",
          "cmake --build build || exit 3"}},
        {"Meson",
         {"[ -d build ] || meson setup build --buildtype=debug || exit 3",
          "meson compile -C build || exit 3"}},
        {"Autotools",
         {"[ -x configure ] || autoreconf -i || exit 3",
          "[ -f Makefile ] || CC=mpicc CFLAGS='-g -O1' ./configure || exit 3", "make || exit 3"}},
        {"make", {"make || exit 3"}},
    };
    const char *build = job->project->build;
    for (size_t i = 0; build && i < sizeof builds / sizeof *builds; i++)
        for (size_t j = 0; strcmp(build, builds[i].build) == 0 && j < 3; j++)
            if (builds[i].lines[j])
                ci_line(job, builds[i].lines[j]);
}

static void add_check(const struct job *job, struct arena *arena)
{
    const struct project *project = job->project;
    bool cmake = project->build && strcmp(project->build, "CMake") == 0;
    bool meson = project->build && strcmp(project->build, "Meson") == 0;
    if (cmake || meson)
        ci_line(job, "judge tutti check $baseline -p build");
    else if (project->database)
        ci_linef(job, "judge tutti check $baseline -p %s", ci_quoted(project->database, arena));
    else
        for (size_t i = 0; i < project->main_count && i < PROGRAMS_MAX; i++)
            ci_linef(job, "judge tutti check $baseline %s", ci_quoted(project->mains[i], arena));
}

static void add_programs(const struct job *job, struct arena *arena)
{
    const struct project *project = job->project;
    size_t programs = project->build ? project->program_count : 0; /* else there are none there */
    if (programs + project->main_count == 0)
        ci_line(job, "# Programs without arguments; with arguments: judge tutti verify -n 4 -- "
                     "./program input");
    for (size_t i = 0; i < programs && i < PROGRAMS_MAX; i++)
        ci_linef(job, "judge tutti verify $baseline --time-limit=%ld -n %ld %s", job->seconds,
                 job->ranks, ci_quoted(project->programs[i].path, arena));
    for (size_t i = 0; programs == 0 && i < project->main_count && i < PROGRAMS_MAX; i++)
        ci_linef(job, "judge tutti verify $baseline --time-limit=%ld -n %ld %s", job->seconds,
                 job->ranks, ci_quoted(project->mains[i], arena));
    for (size_t i = 0; i < project->main_count && i < PROGRAMS_MAX; i++)
        ci_linef(job, "judge tutti test $baseline --time-limit=%ld %s", job->seconds,
                 ci_quoted(project->mains[i], arena));
}

/* Adds the script that both kinds of job share. Findings (1) and failures (2, 3) fail the job; an
 * exhausted budget (4) does not. */
static void ci_add_script(const struct job *job)
{
    struct arena arena = {0};
    ci_line(job, "set -u");
    ci_line(job, "failed=0 baseline=");
    ci_line(job, "# Made by: tutti report tutti-out --json=.tutti-baseline.json");
    ci_line(job, "[ ! -f .tutti-baseline.json ] || baseline=--baseline=.tutti-baseline.json");
    ci_line(job,
            "# The job builds the project and may trust its settings, whoever owns the checkout.");
    ci_line(job, "[ ! -f .tutti.conf ] || tutti trust");
    ci_line(job,
            "judge() { code=0; \"$@\" || code=$?; case $code in 0 | 4) ;; *) failed=1 ;; esac; }");
    add_build(job);
    add_check(job, &arena);
    add_programs(job, &arena);
    ci_line(
        job,
        "tutti report $baseline --sarif=tutti.sarif --html=tutti.html --json=tutti.json tutti-out");
    ci_line(job, "exit $failed");
    arena_free(&arena);
}

static void print_github(struct job *job)
{
    text_add(
        job->out,
        "# Written by `tutti ci`. TUTTI_PACKAGE is a variable of the repository: where its Debian\n"
        "# package is, as a path or an address.\n"
        "name: tutti\n"
        "on: [push, pull_request]\n"
        "permissions:\n"
        "  contents: read\n"
        "  security-events: write\n"
        "jobs:\n"
        "  tutti:\n"
        "    runs-on: ubuntu-latest\n"
        "    container: debian:12\n"
        "    timeout-minutes: 60\n"
        "    steps:\n"
        "      - uses: actions/checkout@v4\n"
        "      - name: Install\n"
        "        env:\n"
        "          TUTTI_PACKAGE: ${{ vars.TUTTI_PACKAGE }}\n"
        "        run: |\n"
        "          apt-get update\n"
        "          apt-get install -y --no-install-recommends ca-certificates cmake curl gcc make "
        "libmpich-dev\n"
        "          case $TUTTI_PACKAGE in\n"
        "            *://*) curl -fsSLo /tmp/tutti.deb \"$TUTTI_PACKAGE\" ;;\n"
        "            *) cp \"$TUTTI_PACKAGE\" /tmp/tutti.deb ;;\n"
        "          esac\n"
        "          apt-get install -y /tmp/tutti.deb\n"
        "      - name: Tutti\n"
        "        shell: bash\n"
        "        run: |\n");
    job->indent = 10;
    ci_add_script(job);
    text_add(job->out, "      - uses: github/codeql-action/upload-sarif@v3\n"
                       "        if: always() && hashFiles('tutti.sarif') != ''\n"
                       "        with:\n"
                       "          sarif_file: tutti.sarif\n"
                       "      - uses: actions/upload-artifact@v4\n"
                       "        if: always()\n"
                       "        with:\n"
                       "          name: tutti\n"
                       "          path: |\n"
                       "            tutti.html\n"
                       "            tutti.json\n"
                       "            tutti-out\n");
}

static void print_gitlab(struct job *job)
{
    text_add(job->out, "# Written by `tutti ci`. TUTTI_PACKAGE is a variable of the project: where "
                       "its Debian package is,\n"
                       "# as a path or an address.\n"
                       "tutti:\n"
                       "  image: debian:12\n"
                       "  timeout: 1h\n"
                       "  before_script:\n"
                       "    - apt-get update\n"
                       "    - apt-get install -y --no-install-recommends ca-certificates cmake "
                       "curl gcc make libmpich-dev\n"
                       "    - case $TUTTI_PACKAGE in *://*) curl -fsSLo /tmp/tutti.deb "
                       "\"$TUTTI_PACKAGE\" ;; *) cp \"$TUTTI_PACKAGE\" /tmp/tutti.deb ;; esac\n"
                       "    - apt-get install -y /tmp/tutti.deb\n"
                       "  script:\n"
                       "    - |\n");
    job->indent = 6;
    ci_add_script(job);
    text_add(job->out, "  artifacts:\n"
                       "    when: always\n"
                       "    expose_as: Tutti\n"
                       "    paths: [tutti.html, tutti.json, tutti.sarif, tutti-out/]\n");
}

/* Returns whether to write the job for GitLab: by the user's choice, or by the files of the
 * project. */
static bool is_gitlab(const struct options *options)
{
    const char *chosen = options_text(options, "host");
    return chosen ? strcmp(chosen, "gitlab") == 0
                  : access(gitlab_path, F_OK) == 0 && access(".github", F_OK) != 0;
}

static int write_job(const struct context *context, const struct options *options,
                     const struct text *job, const char *path, struct error *error)
{
    if (options_flag(options, "print"))
        return file_write("-", job->data, job->length, error);
    if (access(path, F_OK) == 0 && !options_flag(options, "force"))
        return error_set(error, ERROR_USAGE,
                         "%s already exists: --force overwrites it, --print shows the job", path);
    char *copy = memory_copy(path);
    int failed = file_make_directory(dirname(copy), error);
    free(copy);
    if (failed || file_write(path, job->data, job->length, error) != 0)
        return -1;
    log_info(&context->log, "wrote %s: read it, set TUTTI_PACKAGE, commit it", path);
    return 0;
}

static void say_what_is_left_out(const struct context *context, const struct project *project)
{
    size_t count =
        project->main_count > project->program_count ? project->main_count : project->program_count;
    if (count > PROGRAMS_MAX)
        log_warning(
            &context->log,
            "there are %zu programs, and the job has the first %d: add lines for the others", count,
            PROGRAMS_MAX);
}

static int ci_run(const struct context *context, const struct options *options)
{
    struct error error;
    struct project project;
    struct text text;
    bool gitlab = is_gitlab(options);
    project_look(&project);
    text_init(&text, JOB_CAP);
    struct job job = {.project = &project,
                      .ranks = options_number(options, "ranks"),
                      .seconds = (long)options_seconds(options, "budget"),
                      .out = &text};
    if (gitlab)
        print_gitlab(&job);
    else
        print_github(&job);
    say_what_is_left_out(context, &project);
    int failed = write_job(context, options, &text, gitlab ? gitlab_path : github_path, &error);
    text_free(&text);
    project_free(&project);
    return failed ? verb_fail(context, &error) : EXIT_CLEAN;
}

static const struct option ci_options[] = {
    {.name = "host",
     .kind = OPTION_CHOICE,
     .effect = EFFECT_HARMLESS,
     .argument = "HOST",
     .choices = "github|gitlab",
     .help = "the code host; default: GitLab if there is a .gitlab-ci.yml, otherwise GitHub"},
    {.name = "ranks",
     .letter = 'n',
     .kind = OPTION_NUMBER,
     .effect = EFFECT_HARMLESS,
     .argument = "N",
     .initial = "4",
     .minimum = 1,
     .maximum = 1024,
     .help = "number of ranks for verify"},
    {.name = "budget",
     .kind = OPTION_SECONDS,
     .effect = EFFECT_HARMLESS,
     .argument = "SECONDS",
     .initial = "5m",
     .help = "for each program and verb"},
    {.name = "print",
     .kind = OPTION_FLAG,
     .effect = EFFECT_HARMLESS,
     .help = "print the job instead of writing it"},
    {.name = "force",
     .kind = OPTION_FLAG,
     .effect = EFFECT_TRUSTED,
     .help = "overwrite an existing job"},
    {.name = NULL},
};

const struct verb verb_ci = {
    .command =
        {.name = "ci",
         .summary = "writes a job for GitHub or GitLab that checks every push",
         .synopsis = "[--host=github|gitlab] [-n N] [--budget=SECONDS] [--print] [--force]",
         .description =
             "Looks at the project in this folder and writes .github/workflows/tutti.yml or "
             ".gitlab-ci.yml. The job builds the project, checks the sources, verifies and tests "
             "the programs with a time budget for each, and keeps one report of everything, as a "
             "page and as SARIF.\n\n"
             "The job fails on findings. If the repository has a .tutti-baseline.json, it fails "
             "only on findings that are not in it: `tutti report tutti-out "
             "--json=.tutti-baseline.json` writes that file.",
         .operands = OPERANDS_NONE,
         .options = ci_options},
    .run = ci_run,
};
