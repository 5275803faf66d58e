/* main.c: the command: finds the verb, reads the options, runs it. */
#include "base/clock.h"
#include "base/file.h"
#include "base/memory.h"
#include "cmd/overview.h"
#include "cmd/verb.h"
#include "finding/rules.h"
#include "launch/program.h"
#include "watch/sample/stack_reader.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { HELP_CAP = 1024 * 1024 };

/* In the order of --help: from work at the desk to the installation. */
static const struct verb *const verbs[] = {
    &verb_check,  &verb_cc,     &verb_cxx,     &verb_fc,    &verb_run,   &verb_verify,
    &verb_test,   &verb_replay, &verb_trace,   &verb_probe, &verb_guard, &verb_watch,
    &verb_report, &verb_ci,     &verb_explain, &verb_trust, &verb_doctor};
enum { VERB_COUNT = sizeof verbs / sizeof *verbs };

static const struct option common_options[] = {
    {.name = "json",
     .kind = OPTION_FILE,
     .effect = EFFECT_TRUSTED,
     .argument = "FILE",
     .help = "write the results as JSON; - is standard output"},
    {.name = "sarif",
     .kind = OPTION_FILE,
     .effect = EFFECT_TRUSTED,
     .argument = "FILE",
     .help = "write the findings as SARIF 2.1.0"},
    {.name = "html",
     .kind = OPTION_FILE,
     .effect = EFFECT_TRUSTED,
     .argument = "FILE",
     .help = "write one self-contained page with diagrams"},
    VERB_OPTION_TIME_LIMIT(
        "stop after this long (also 500ms, 2m, 1h) and report what is known by then"),
    {.name = "rules",
     .kind = OPTION_TEXT,
     .effect = EFFECT_HARMLESS,
     .argument = "PATTERNS",
     .words = rule_id,
     .help = "report only these rules, such as 'leak.*,-race.message'"},
    {.name = "suppressions",
     .kind = OPTION_FILE,
     .effect = EFFECT_HARMLESS,
     .argument = "FILE",
     .help = "hide the findings that this file lists"},
    {.name = "baseline",
     .kind = OPTION_FILE,
     .effect = EFFECT_HARMLESS,
     .argument = "FILE",
     .help = "treat the findings in this findings.json as known: only new ones count"},
    {.name = "out",
     .kind = OPTION_DIRECTORY,
     .effect = EFFECT_TRUSTED,
     .argument = "DIR",
     .help = "keep the results in this folder, not in tutti-out/<verb>-<time>"},
    {.name = "no-out", .kind = OPTION_FLAG, .effect = EFFECT_HARMLESS, .help = "keep no results"},
    {.name = "error-exitcode",
     .kind = OPTION_NUMBER,
     .effect = EFFECT_HARMLESS,
     .argument = "N",
     .initial = "1",
     .minimum = 0,
     .maximum = 255,
     .help = "exit code when something was found"},
    {.name = "color",
     .kind = OPTION_CHOICE,
     .effect = EFFECT_HARMLESS,
     .argument = "WHEN",
     .choices = "auto|always|never",
     .initial = "auto",
     .help = "use colours"},
    {.name = "quiet",
     .letter = 'q',
     .kind = OPTION_FLAG,
     .effect = EFFECT_HARMLESS,
     .help = "print only results and errors"},
    {.name = "verbose",
     .letter = 'v',
     .kind = OPTION_FLAG,
     .effect = EFFECT_HARMLESS,
     .help = "report each step"},
    {.name = NULL},
};

int verb_fail(const struct context *context, const struct error *error)
{
    log_error(&context->log, "%s", error->text);
    return error->kind;
}

static const struct verb *verb_of(const struct command *command)
{
    for (size_t i = 0; i < VERB_COUNT; i++)
        if (&verbs[i]->command == command)
            return verbs[i];
    return NULL;
}

static int main_print(const struct text *text)
{
    struct error error;
    if (file_write("-", text->data, text->length, &error) == 0)
        return EXIT_CLEAN;
    fprintf(stderr, "tutti: error: %s\n", error.text);
    return error.kind;
}

/* Prints tables for the build, which makes completions and manual pages: tutti --generate=bash. A
 * test uses --generate=trusted, the options that need `tutti trust`. */
static int main_generate(const struct grammar *grammar, const char *what)
{
    struct text text;
    text_init(&text, HELP_CAP);
    int code = EXIT_CLEAN;
    if (strcmp(what, "bash") == 0) {
        options_print_bash_completion(grammar, &text);
    } else if (strcmp(what, "zsh") == 0) {
        options_print_zsh_completion(grammar, &text);
    } else if (strcmp(what, "fish") == 0) {
        options_print_fish_completion(grammar, &text);
    } else if (strcmp(what, "trusted") == 0) {
        options_print_trusted(grammar, &text);
    } else {
        const struct command *command = NULL;
        for (size_t i = 0; i < VERB_COUNT; i++)
            if (strcmp(what, verbs[i]->command.name) == 0)
                command = &verbs[i]->command;
        if (command)
            options_print_manual(grammar, command, &text);
        else
            code = ERROR_USAGE;
    }
    if (code == EXIT_CLEAN)
        code = main_print(&text);
    text_free(&text);
    return code;
}

static int main_help(const struct grammar *grammar, const struct command *command)
{
    struct text text;
    text_init(&text, HELP_CAP);
    options_print_help(grammar, command, &text);
    int code = main_print(&text);
    text_free(&text);
    return code;
}

/* Without a verb, prints what this folder contains; if that is nothing, the help. */
static int main_overview(const struct grammar *grammar, const struct options *options)
{
    struct text text;
    text_init(&text, HELP_CAP);
    int code = ERROR_USAGE;
    if (overview_print(options, &text)) {
        struct text shown; /* the text quotes names of files */
        text_init(&shown, HELP_CAP);
        text_add_visible_lines(&shown, text.data);
        code = main_print(&shown);
        text_free(&shown);
    } else {
        main_help(grammar, NULL);
    }
    text_free(&text);
    return code;
}

static int main_run(const struct grammar *grammar, const struct options *options,
                    char *const *words)
{
    const struct command *command = options_command(options);
    if (options_version(options)) {
        puts("tutti " TUTTI_VERSION);
        return EXIT_CLEAN;
    }
    if (options_help(options))
        return main_help(grammar, command);
    if (!command)
        return main_overview(grammar, options);
    const char *color = options_text(options, "color");
    struct context context = {
        .log = {.level = options_flag(options, "quiet")     ? LOG_ERROR
                         : options_flag(options, "verbose") ? LOG_DEBUG
                                                            : LOG_INFO,
                .color = log_wants_color(STDERR_FILENO, color),
                .descriptor = STDERR_FILENO},
        .color = log_wants_color(STDOUT_FILENO, color),
        .words = words,
        .start = clock_seconds(),
    };
    if (options_ignored(options))
        log_warning(&context.log, "%s", options_ignored(options));
    return verb_of(command)->run(&context, options);
}

/* If a standard descriptor were closed, the next file opened would take its place, and output would
 * go into it. This opens the closed ones in such a way that reading and writing still fail. */
static void keep_standard_descriptors(void)
{
    for (int descriptor = STDIN_FILENO; descriptor <= STDERR_FILENO; descriptor++) {
        if (fcntl(descriptor, F_GETFD) >= 0)
            continue;
        int opened = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY);
        if (opened != descriptor)
            _exit(ERROR_FAILED);
    }
}

static void do_nothing(int signal)
{
    (void)signal;
}

/* Turns a reader that ends (tutti trace ... | head), or a file that gets too large, into a write
 * error instead of a silent end. Programs that Tutti runs get these signals as without Tutti: a
 * caught signal has its default action after exec, an ignored one stays ignored. */
static void survive_writing(void)
{
    static const int numbers[] = {SIGPIPE, SIGXFSZ};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        struct sigaction action;
        if (sigaction(numbers[i], NULL, &action) != 0 || action.sa_handler == SIG_IGN)
            continue;
        action = (struct sigaction){.sa_handler = do_nothing, .sa_flags = SA_RESTART};
        sigaction(numbers[i], &action, NULL);
    }
}

/* Runs `tutti watch --transparent -- srun ...`, as the plugin of Slurm builds it, if the options
 * are invalid: a step of a job must run even if the settings of Tutti are wrong. */
static void run_step(int argc, char **argv)
{
    static const char *const start[] = {"watch", "--transparent", "--"};
    enum { WORDS = 1 + sizeof start / sizeof *start };
    if (argc <= WORDS)
        return;
    for (int i = 1; i < WORDS; i++)
        if (strcmp(argv[i], start[i - 1]) != 0)
            return;
    execvp(argv[WORDS], argv + WORDS);
}

/* Returns the verb of the compiler wrappers `tutti cc ...` and `tutti-cc ...`; NULL: it is another
 * verb. Their command line belongs to the compiler, and options of Tutti come only from the
 * environment and .tutti.conf. */
static const struct verb *compiler_verb(int argc, char **argv)
{
    static const char prefix[] = "tutti-";
    static const struct verb *const wrappers[] = {&verb_cc, &verb_cxx, &verb_fc};
    const char *name = program_base_name(argv[0]);
    bool alone = strncmp(name, prefix, sizeof prefix - 1) == 0;
    const char *word = alone ? name + sizeof prefix - 1 : argc > 1 ? argv[1] : "";
    bool help = !alone && argc == 3 && strcmp(argv[2], "--help") == 0;
    for (size_t i = 0; i < sizeof wrappers / sizeof *wrappers; i++)
        if (!help && strcmp(word, wrappers[i]->command.name) == 0)
            return wrappers[i];
    return NULL;
}

int main(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], STACK_READER_WORD) == 0)
        return stack_reader_main();
    keep_standard_descriptors();
    const struct command *commands[VERB_COUNT + 1] = {NULL};
    for (size_t i = 0; i < VERB_COUNT; i++)
        commands[i] = &verbs[i]->command;
    const struct grammar grammar = {commands, common_options};
    static const char generate_flag[] = "--generate=";
    if (argc == 2 && strncmp(argv[1], generate_flag, sizeof generate_flag - 1) == 0)
        return main_generate(&grammar, argv[1] + sizeof generate_flag - 1);

    const struct verb *compiler = compiler_verb(argc, argv);
    if (!compiler)
        survive_writing();
    char *const wrapper_words[] = {argv[0], (char *)(compiler ? compiler->command.name : ""), NULL};
    struct error error;
    struct options *options;
    char *configuration = options_find_configuration(".");
    int code;
    if (options_parse(&grammar, compiler ? 2 : argc, compiler ? wrapper_words : argv, environ,
                      configuration, &options, &error) != 0) {
        const struct context context = {.log = {.descriptor = STDERR_FILENO}};
        code = verb_fail(&context, &error);
        run_step(argc, argv);
    } else {
        code = main_run(&grammar, options, argv);
        options_free(options);
    }
    free(configuration);
    return code;
}
