/* test_options_print.c: checks the output that is made from the tables, with a table that contains
 * all difficult cases: quotes, brackets, colons, backslashes, names without letters, long words. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/options/options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { OUTPUT_MAX = 1 << 20 };

static const struct option common[] = {
    {.name = "color",
     .kind = OPTION_CHOICE,
     .effect = EFFECT_HARMLESS,
     .argument = "WHEN",
     .choices = "auto|always|never",
     .initial = "auto",
     .help = "colour the output of the command, which is done on terminals only unless it is asked "
             "for, or forbidden, here"},
    {.name = "quiet",
     .letter = 'q',
     .kind = OPTION_FLAG,
     .effect = EFFECT_HARMLESS,
     .help = "say less"},
    {.name = "no-out", .kind = OPTION_FLAG, .effect = EFFECT_HARMLESS, .help = "leave nothing"},
    {0}};

static const struct option trace_options[] = {
    {.name = "ranks",
     .letter = 'n',
     .kind = OPTION_NUMBER,
     .effect = EFFECT_HARMLESS,
     .initial = "4",
     .minimum = 1,
     .maximum = 64,
     .help = "how many"},
    {.name = "depth",
     .kind = OPTION_NUMBER,
     .effect = EFFECT_HARMLESS,
     .minimum = 1,
     .help = "how deep"},
    {.name = "rules",
     .kind = OPTION_TEXT,
     .effect = EFFECT_HARMLESS,
     .argument = "PATTERN[,PATTERN...]",
     .help = "'leak.*', [a:b], \\d, $HOME, `x`, \"y\", a_b_c, *x* and c++"},
    {.name = "out",
     .letter = 'o',
     .kind = OPTION_DIRECTORY,
     .effect = EFFECT_HARMLESS,
     .help = "leave the results there"},
    {0}};

static const struct command trace = {
    .name = "trace",
    .summary = "it's the [calls]: all",
    .synopsis = "[options] -- PROGRAM [ARGUMENTS]",
    .description = "Runs a program and prints every call that it makes,\nper rank and in the "
                   "order in which the calls are made.\n\n"
                   "  tutti trace -- mpiexec  -n 2 ./app\n\n"
                   "The end.",
    .operands = OPERANDS_PROGRAM,
    .options = trace_options};
static const struct command doctor = {
    .name = "doctor", .summary = "what is installed", .operands = OPERANDS_NONE};
static const struct command *const commands[] = {&doctor, &trace, NULL};
static const struct grammar grammar = {.commands = commands, .common = common};

static void help_of_a_verb(void **state)
{
    (void)state;
    struct text out;
    text_init(&out, OUTPUT_MAX);
    options_print_help(&grammar, &trace, &out);
    assert_string_equal(
        out.data,
        "usage: tutti trace [options] -- PROGRAM [ARGUMENTS]\n"
        "\n"
        "Runs a program and prints every call that it makes, per rank and in the order in\n"
        "which the calls are made.\n"
        "\n"
        "  tutti trace -- mpiexec  -n 2 ./app\n"
        "\n"
        "The end.\n"
        "\n"
        "Options:\n"
        "  -n, --ranks=N        how many (1 to 64; default: 4)\n"
        "      --depth=N        how deep (at least 1)\n"
        "      --rules=PATTERN[,PATTERN...]\n"
        "                       'leak.*', [a:b], \\d, $HOME, `x`, \"y\", a_b_c, *x* and c++\n"
        "  -o, --out=DIRECTORY  leave the results there\n"
        "\n"
        "Common options:\n"
        "      --color=WHEN     colour the output of the command, which is done on\n"
        "                       terminals only unless it is asked for, or forbidden, here\n"
        "                       (auto, always or never; default: auto)\n"
        "  -q, --quiet          say less\n"
        "      --no-out         leave nothing\n"
        "  -h, --help           show this text\n"
        "\n"
        "Options can also come from the environment (TUTTI_TIME_LIMIT=10 for\n"
        "--time-limit=10) and from the file .tutti.conf of a project (time-limit = 10).\n"
        "--no-NAME turns a flag off.\n");
    text_free(&out);
}

static void help_of_all(void **state)
{
    (void)state;
    struct text out;
    text_init(&out, OUTPUT_MAX);
    options_print_help(&grammar, NULL, &out);
    const char *const start = "usage: tutti VERB [options] [operands]\n"
                              "\n"
                              "Tutti finds, proves, explains and survives bugs of MPI programs.\n"
                              "\n"
                              "Verbs:\n"
                              "  doctor  what is installed\n"
                              "  trace   it's the [calls]: all\n"
                              "\n"
                              "Common options:\n"
                              "      --color=WHEN  colour the output";
    assert_memory_equal(out.data, start, strlen(start));
    assert_non_null(strstr(out.data, "\n  -h, --help        show this text\n"
                                     "      --version     show the version\n"));
    assert_non_null(strstr(out.data, "\n'tutti VERB --help' explains"));
    assert_null(strstr(out.data, "--ranks"));
    for (const char *line = out.data; *line; line += strcspn(line, "\n") + 1)
        if (strcspn(line, "\n") > 80)
            fail_msg("wider than 80 columns: %.*s", (int)strcspn(line, "\n"), line);
    text_free(&out);
}

static void a_verb_without_texts(void **state)
{
    (void)state;
    struct text out;
    text_init(&out, OUTPUT_MAX);
    options_print_help(&grammar, &doctor, &out);
    const char *const start = "usage: tutti doctor\n\nwhat is installed\n\nCommon options:\n";
    assert_memory_equal(out.data, start, strlen(start));
    text_free(&out);
}

/* Runs a shell command in a new directory, with the text in its file `input`; returns the
 * output. */
static char *run(const char *text, const char *command, int *status)
{
    char directory[] = "/tmp/tutti-test-print-XXXXXX";
    assert_non_null(mkdtemp(directory));
    char *path = memory_printf("%s/input", directory);
    struct error error;
    assert_int_equal(file_write(path, text, strlen(text), &error), 0);
    char *whole = memory_printf("cd %s && { %s; } 2>&1", directory, command);
    FILE *pipe = popen(whole, "re"); // NOLINT(cert-env33-c): a shell is what is tried
    if (!pipe)
        abort();
    struct text said;
    text_init(&said, OUTPUT_MAX);
    char part[4096];
    for (size_t got; (got = fread(part, 1, sizeof part, pipe)) > 0;)
        text_add_bytes(&said, part, got);
    *status = pclose(pipe);
    unlink(path);
    rmdir(directory);
    free(path);
    free(whole);
    return said.data;
}

static bool have(const char *program)
{
    char *command = memory_printf("command -v %s", program);
    int status;
    free(run("", command, &status));
    free(command);
    return status == 0;
}

static void expect_run(const char *text, const char *command, const char *expected)
{
    int status;
    char *said = run(text, command, &status);
    assert_string_equal(said, expected);
    assert_int_equal(status, 0);
    free(said);
}

static void manual_in_the_language_of_scdoc(void **state)
{
    (void)state;
    struct text out;
    text_init(&out, OUTPUT_MAX);
    options_print_manual(&grammar, &trace, &out);
    const char *const start = "# OPTIONS\n"
                              "\n"
                              "*-n*, *--ranks*=_N_\n"
                              "\tHow many. 1 to 64. Default: 4.\n"
                              "\n"
                              "*--depth*=_N_\n"
                              "\tHow deep. At least 1.\n"
                              "\n"
                              "*--rules*=_PATTERN";
    assert_memory_equal(out.data, start, strlen(start));
    assert_non_null(strstr(out.data, "\n## Common options\n\n*--color*=_WHEN_\n\tColour the"));
    assert_non_null(strstr(out.data, "One of *auto*, *always* or *never*. Default: auto.\n"));
    assert_non_null(strstr(out.data, "\n*-h*, *--help*\n\tShow this text.\n"));
    text_free(&out);

    text_init(&out, OUTPUT_MAX);
    options_print_manual(&grammar, NULL, &out);
    assert_null(strstr(out.data, "## Common options"));
    assert_null(strstr(out.data, "ranks"));
    assert_non_null(strstr(out.data, "\n*--version*\n"));
    text_free(&out);
}

static void scdoc_understands_the_manual(void **state)
{
    (void)state;
    if (!have("scdoc"))
        skip();
    struct text page;
    text_init(&page, OUTPUT_MAX);
    text_add(&page, "tutti-trace(1)\n\n");
    options_print_manual(&grammar, &trace, &page);
    int status;
    /* Without the empty escapes that keep full stops from counting as requests, and with the
     * escapes of backticks and backslashes as all versions of scdoc write them. */
    char *said = run(page.data,
                     "scdoc < input > page && "
                     "sed 's/\\\\&//g; s/\\\\`/`/g; s/\\\\e/\\\\\\\\/g' page && rm page",
                     &status);
    assert_int_equal(status, 0);
    /* No part of the help has become emphasis or got lost. */
    assert_non_null(strstr(said, "'leak.*', [a:b], \\\\d, $HOME, `x`, \"y\", a_b_c, *x* and c++."));
    assert_non_null(strstr(said, "\\fB--rules\\fR=\\fIPATTERN[,PATTERN...]\\fR"));
    free(said);
    text_free(&page);
}

static void bash_understands_the_completion(void **state)
{
    (void)state;
    if (!have("bash"))
        skip();
    struct text out;
    text_init(&out, OUTPUT_MAX);
    options_print_bash_completion(&grammar, &out);
    expect_run(out.data, "bash -n input", "");
    expect_run(out.data,
               "bash -uc '. ./input; COMP_WORDS=(tutti trace --ra) COMP_CWORD=2; _tutti; "
               "echo \"${COMPREPLY[@]}\"'",
               "--ranks=\n");
    expect_run(out.data,
               "bash -uc '. ./input; COMP_WORDS=(tutti trace --no-) COMP_CWORD=2; _tutti; "
               "echo \"${COMPREPLY[@]}\"'",
               "--no-out --no-quiet\n");
    expect_run(out.data,
               "bash -uc '. ./input; COMP_WORDS=(tutti trace --color = a) COMP_CWORD=4; _tutti; "
               "echo \"${COMPREPLY[@]}\"'",
               "auto always\n");
    expect_run(out.data,
               "bash -uc '. ./input; COMP_WORDS=(tutti \"\") COMP_CWORD=1; _tutti; "
               "echo \"${COMPREPLY[@]}\"'",
               "doctor trace help --help --version\n");
    text_free(&out);
}

static void zsh_understands_the_completion(void **state)
{
    (void)state;
    if (!have("zsh"))
        skip();
    struct text out;
    text_init(&out, OUTPUT_MAX);
    options_print_zsh_completion(&grammar, &out);
    assert_memory_equal(out.data, "#compdef tutti\n", 15);
    expect_run(out.data, "zsh -n input", "");
    /* The words that _arguments and _describe get, after the shell has removed the quotes. */
    expect_run(out.data,
               "zsh -fc 'compdef() { }; . ./input; _describe() { print -rl -- $verbs }; "
               "_tutti_verbs; _tutti_verb trace; print -rl -- $specs $negated $operands'",
               "doctor:what is installed\n"
               "trace:it's the [calls]: all\n"
               "help:explain a verb and its options\n"
               "(-n --ranks)-n+[how many]:N: \n"
               "(-n --ranks)--ranks=[how many]:N: \n"
               "--depth=[how deep]:N: \n"
               "--rules=['leak.*', \\[a:b\\], \\\\d, $HOME, `x`, \"y\", a_b_c, *x* and c++]"
               ":PATTERN[,PATTERN...]: \n"
               "(-o --out)-o+[leave the results there]:DIRECTORY:_files -/\n"
               "(-o --out)--out=[leave the results there]:DIRECTORY:_files -/\n"
               "--color=[colour the output of the command, which is done on terminals only unless "
               "it is asked for, or forbidden, here]:WHEN:(auto always never)\n"
               "(-q --quiet)-q[say less]\n"
               "(-q --quiet)--quiet[say less]\n"
               "--no-out[leave nothing]\n"
               "--no-quiet[not: say less]\n"
               "1:program:_command_names -e\n"
               "*::argument:_normal\n");
    text_free(&out);
}

static const char *word(size_t number)
{
    static const char *const words[] = {"deadlock", "leak.comm", NULL};
    return words[number];
}

static const struct option word_options[] = {{.name = "rules",
                                              .kind = OPTION_TEXT,
                                              .effect = EFFECT_HARMLESS,
                                              .words = word,
                                              .help = "it's \\ a list"},
                                             {0}};
static const struct command word_command = {.name = "explain",
                                            .summary = "a rule",
                                            .operands = OPERANDS_ANY,
                                            .words = word,
                                            .options = word_options};
static const struct command *const word_commands[] = {&word_command, NULL};
static const struct grammar word_grammar = {.commands = word_commands, .common = common};

static void words_are_offered(void **state)
{
    (void)state;
    if (!have("bash"))
        skip();
    struct text out;
    text_init(&out, OUTPUT_MAX);
    options_print_bash_completion(&word_grammar, &out);
    expect_run(out.data,
               "bash -uc '. ./input; COMP_WORDS=(tutti explain \"\") COMP_CWORD=2; _tutti; "
               "echo \"${COMPREPLY[@]}\"'",
               "deadlock leak.comm\n");
    expect_run(out.data,
               "bash -uc '. ./input; COMP_WORDS=(tutti explain --rules = x,-l) COMP_CWORD=4; "
               "_tutti; echo \"${COMPREPLY[@]}\"'",
               "x,-leak.comm\n");
    text_free(&out);

    text_init(&out, OUTPUT_MAX);
    options_print_zsh_completion(&word_grammar, &out);
    assert_non_null(strstr(out.data, "]:VALUE:_values -s , word deadlock leak.comm'\n"));
    assert_non_null(strstr(out.data, "operands=('*:operand:(deadlock leak.comm)')\n"));
    text_free(&out);
}

static void fish_understands_the_completion(void **state)
{
    (void)state;
    if (!have("fish"))
        skip();
    struct text out;
    text_init(&out, OUTPUT_MAX);
    options_print_fish_completion(&word_grammar, &out);
    expect_run(out.data,
               "HOME=/dev/null fish --no-config -c 'source ./input; complete -C \"tutti \"; "
               "complete -C \"tutti explain leak.c\"; complete -C \"tutti explain --rul\"; "
               "complete -C \"tutti explain --rules=leak.comm,de\"; "
               "complete -C \"tutti explain --rules=dea\"; "
               "complete -C \"tutti explain --rules leak.comm,de\"'",
               "explain\ta rule\nhelp\texplain a verb and its options\nleak.comm\n"
               "--rules\tit's \\ a list\n--rules=leak.comm,deadlock\tit's \\ a list\n"
               "--rules=deadlock\tit's \\ a list\nleak.comm,deadlock\tit's \\ a list\n");
    text_free(&out);

    text_init(&out, OUTPUT_MAX);
    options_print_fish_completion(&grammar, &out);
    expect_run(
        out.data,
        "HOME=/dev/null fish --no-config -c 'source ./input; complete -C \"tutti trace --ra\"; "
        "complete -C \"tutti trace --no-qu\"; complete -C \"tutti trace --color=al\"; "
        "complete -C \"tutti doctor --ra\"'",
        "--ranks\thow many\n--no-quiet\tnot: say less\n--color=always\tcolour the output of "
        "the command, which is done on terminals only unless it is asked for, or forbidden, "
        "here\n");
    text_free(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(help_of_a_verb),
        cmocka_unit_test(help_of_all),
        cmocka_unit_test(a_verb_without_texts),
        cmocka_unit_test(manual_in_the_language_of_scdoc),
        cmocka_unit_test(scdoc_understands_the_manual),
        cmocka_unit_test(bash_understands_the_completion),
        cmocka_unit_test(zsh_understands_the_completion),
        cmocka_unit_test(words_are_offered),
        cmocka_unit_test(fish_understands_the_completion),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
