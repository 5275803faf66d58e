#include "base/options/test_options.h"

#include "base/memory.h"

#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* Checks the operands; `expected` has each between < and >. */
static void assert_operands(const struct options *options, const char *expected)
{
    struct text text;
    text_init(&text, 1000);
    size_t count, seen = 0;
    for (char *const *operand = options_operands(options, &count); *operand; operand++, seen++)
        text_addf(&text, "<%s>", *operand);
    assert_int_equal(count, seen);
    assert_string_equal(text.data, expected);
    text_free(&text);
}

static void values_of_the_table(void **state)
{
    (void)state;
    struct options *options = good(LINE("trace", "./app"), NULL, NULL);
    assert_ptr_equal(options_command(options), &trace);
    assert_false(options_help(options));
    assert_false(options_version(options));
    assert_int_equal(options_number(options, "ranks"), 4);
    assert_int_equal(options_number(options, "seed"), 0);
    assert_true(options_flag(options, "stacks"));
    assert_false(options_flag(options, "quiet"));
    assert_string_equal(options_text(options, "color"), "auto");
    assert_null(options_text(options, "json"));
    assert_true(options_seconds(options, "time-limit") == 1.5);
    const char *const names[] = {"ranks", "seed", "stacks", "json", "color"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        assert_false(options_given(options, names[i]));
    options_free(options);
    options_free(NULL);
}

static void every_way_to_write_an_option(void **state)
{
    (void)state;
    const char *const *const lines[] = {
        LINE("trace", "--ranks=8", "--rules=a=b", "--quiet", "--no-stacks", "--", "p"),
        LINE("trace", "--ranks", "8", "--rules", "a=b", "-q", "--no-stacks", "p"),
        LINE("trace", "-n", "8", "-r", "a=b", "--no-stacks", "-q", "p"),
        LINE("trace", "-n8", "-ra=b", "--quiet", "--no-stacks", "p"),
        LINE("trace", "--no-stacks", "-qn8", "-qra=b", "p"),
        LINE("trace", "-s", "--no-stacks", "-qn", "8", "-qr", "a=b", "p"),
        LINE("trace", "-n1", "--ranks=2", "-n", "8", "--rules=x", "-ra=b", "--no-quiet", "-q",
             "--no-stacks", "p"),
    };
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        struct options *options = good(lines[i], NULL, NULL);
        assert_int_equal(options_number(options, "ranks"), 8);
        assert_string_equal(options_text(options, "rules"), "a=b");
        assert_true(options_flag(options, "quiet"));
        assert_false(options_flag(options, "stacks"));
        assert_true(options_given(options, "stacks"));
        assert_true(options_given(options, "ranks"));
        assert_false(options_given(options, "json"));
        assert_operands(options, "<p>");
        options_free(options);
    }
}

static void values_that_look_like_something_else(void **state)
{
    (void)state;
    struct options *options = good(
        LINE("trace", "--json", "-", "--seed", "-5", "--rules", "-x", "--out=--", "p"), NULL, NULL);
    assert_string_equal(options_text(options, "json"), "-");
    assert_int_equal(options_number(options, "seed"), -5);
    assert_string_equal(options_text(options, "rules"), "-x");
    assert_string_equal(options_text(options, "out"), "--");
    options_free(options);
    options = good(LINE("trace", "--rules=", "p"), NULL, NULL);
    assert_string_equal(options_text(options, "rules"), "");
    options_free(options);
    BAD("option --rules needs a value: --rules=VALUE", "trace", "--rules", "--", "p");
    BAD("option --json needs a value: --json=FILE", "trace", "--json", "--rules=a", "p");
    BAD("option --json needs a value: --json=FILE", "trace", "--json");
    BAD("option -n needs a value: --ranks=N", "trace", "-qn");
    BAD("option --out: the path is empty", "trace", "--out=", "p");
    BAD("option --json: the path is empty", "trace", "--json", "", "p");
    BAD("option --quiet takes no value, but is given 'yes'", "trace", "--quiet=yes", "p");
    BAD("option --no-quiet takes no value, but is given ''", "trace", "--no-quiet=", "p");
    BAD("option --help takes no value, but is given 'x'", "trace", "--help=x");
}

static void operands(void **state)
{
    (void)state;
    const struct {
        const char *const *line;
        const char *expected;
    } cases[] = {
        {LINE("trace", "-q", "mpiexec", "-n", "2", "--", "./a", "--ranks=9"),
         "<mpiexec><-n><2><--><./a><--ranks=9>"},
        {LINE("trace", "-q", "--", "-n", "--help"), "<-n><--help>"},
        {LINE("trace", "--", "--", "x"), "<--><x>"},
        {LINE("trace", "-q", "-"), "<->"},
        {LINE("trace", "-q", ""), "<>"},
        {LINE("report", "-q"), ""},
        {LINE("report", "a", "-q", "b", "--", "-c", "--"), "<a><b><-c><-->"},
        {LINE("explain", "leak.comm", "-q"), "<leak.comm>"},
        {LINE("explain", "-q", "--", "--odd"), "<--odd>"},
        {LINE("doctor", "-q", "--"), ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct options *options = good(cases[i].line, NULL, NULL);
        assert_operands(options, cases[i].expected);
        assert_true(options_flag(options, "quiet") || i == 2);
        assert_non_null(options_operands(options, NULL));
        options_free(options);
    }
    BAD("'tutti trace' needs a program to run; usage: tutti trace [options] -- PROGRAM [ARGUMENTS]",
        "trace", "--quiet", "--");
    BAD("'tutti explain' needs one operand; usage: tutti explain [options] RULE", "explain");
    BAD("'tutti explain' takes only one operand, but is given 'b'; usage: tutti explain [options] "
        "RULE",
        "explain", "a", "b");
    BAD("'tutti doctor' takes no operand, but is given 'x'; usage: tutti doctor", "doctor", "x");
}

static void numbers_are_strict(void **state)
{
    (void)state;
    BAD("option --ranks: '0' is out of range; it must be from 1 to 64", "trace", "--ranks=0", "p");
    BAD("option -n: '65' is out of range; it must be from 1 to 64", "trace", "-n65", "p");
    BAD("option --depth: '-3' is too small; it must be at least 1", "trace", "--depth=-3", "p");
    BAD("option --ranks: '99999999999999999999' is out of range; it must be from 1 to 64", "trace",
        "--ranks=99999999999999999999", "p");
    const char *const wrong[] = {"", "x", "4x", " 4", "4 ", "+4", "0x4", "4.0", "-", "--4", "1e1"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char *word = memory_printf("--ranks=%s", wrong[i]);
        char *sentence = memory_printf("option --ranks: '%s' is not a whole number", wrong[i]);
        BAD(sentence, "trace", word, "p");
        free(word);
        free(sentence);
    }
    char *most = memory_printf("--seed=%ld", LONG_MAX),
         *least = memory_printf("--seed=%ld", LONG_MIN);
    struct options *options = good(LINE("trace", most, "--depth=1", "p"), NULL, NULL);
    assert_true(options_number(options, "seed") == LONG_MAX);
    assert_int_equal(options_number(options, "depth"), 1);
    options_free(options);
    options = good(LINE("trace", least, "-n064", "p"), NULL, NULL);
    assert_true(options_number(options, "seed") == LONG_MIN);
    assert_int_equal(options_number(options, "ranks"), 64);
    options_free(options);
    free(most);
    free(least);
    /* One more than the limit: the error names the limit, and does not say that the value is too
     * small. */
    struct error error = {0};
    assert_int_equal(
        parse_all(LINE("trace", "--depth=9999999999999999999", "p"), NULL, NULL, &options, &error),
        -1);
    assert_non_null(strstr(error.text, "out of range; it must be from 1 to "));
}

static void seconds_are_strict(void **state)
{
    (void)state;
    const struct {
        const char *word;
        double seconds;
    } cases[] = {{"0", 0},        {"10", 10},     {"0.5", 0.5},     {"500ms", 0.5},
                 {"2m", 120},     {"1h", 3600},   {"1.5m", 90},     {"7s", 7},
                 {"0.1", 0.1},    {"0.000ms", 0}, {"277h", 997200}, {"1000000000", 1e9},
                 {"00.250", 0.25}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct options *options =
            good(LINE("explain", "--time-limit", cases[i].word, "x"), NULL, NULL);
        if (options_seconds(options, "time-limit") != cases[i].seconds)
            fail_msg("%s is %g", cases[i].word, options_seconds(options, "time-limit"));
        options_free(options);
    }
    const char *const wrong[] = {"",    "s",  "1d", "1 m", "-1", "nan", "inf", "0x10",
                                 "1e3", ".5", "1.", "1,5", "1M", "1mm", "+1",  "1m30s"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char *word = memory_printf("--time-limit=%s", wrong[i]);
        char *sentence = memory_printf("option --time-limit: '%s' is not a time; write seconds, as "
                                       "in 10 or 0.5, or 500ms, 2m, 1h",
                                       wrong[i]);
        BAD(sentence, "explain", word, "x");
        free(word);
        free(sentence);
    }
    BAD("option --pause: '0.999' is out of range; it must be from 1 to 60 seconds", "trace",
        "--pause=0.999", "p");
    BAD("option --pause: '61' is out of range; it must be from 1 to 60 seconds", "trace",
        "--pause=61", "p");
    BAD("option --time-limit: '999999h' is out of range; it must be from 0 to 1000000000 seconds",
        "explain", "--time-limit=999999h", "x");
    /* Four hundred digits exceed the range and the precision of a double. */
    char digits[800];
    memset(digits, '9', sizeof digits);
    digits[sizeof digits - 1] = '\0';
    struct options *options = NULL;
    struct error error = {0};
    assert_int_equal(
        parse_all(LINE("explain", "--time-limit", digits, "x"), NULL, NULL, &options, &error), -1);
    assert_non_null(strstr(error.text, "out of range"));
    digits[1] = '.';
    options = good(LINE("explain", "--time-limit", digits, "x"), NULL, NULL);
    assert_true(options_seconds(options, "time-limit") > 9.999 &&
                options_seconds(options, "time-limit") <= 10);
    options_free(options);
}

static void choices(void **state)
{
    (void)state;
    struct options *options = good(LINE("explain", "--color", "never", "x"), NULL, NULL);
    assert_string_equal(options_text(options, "color"), "never");
    options_free(options);
    BAD("option --color: 'alwys' is not one of auto, always, never; did you mean always?",
        "explain", "--color=alwys", "x");
    BAD("option --color: 'auto|always' is not one of auto, always, never", "explain",
        "--color=auto|always", "x");
    BAD("option --color: '' is not one of auto, always, never", "explain", "--color=", "x");
}

static void unknown_words_on_the_command_line(void **state)
{
    (void)state;
    BAD("unknown verb 'tarce'; did you mean trace?", "tarce", "p");
    BAD("unknown verb 'hepl'; did you mean help?", "hepl");
    BAD("unknown verb './app'; 'tutti --help' lists the verbs", "./app");
    BAD("unknown verb ''; 'tutti --help' lists the verbs", "");
    BAD("unknown option '--rnaks' of 'tutti trace'; did you mean --ranks?", "trace", "--rnaks=3",
        "p");
    BAD("unknown option '--no-qiuet' of 'tutti trace'; did you mean --no-quiet?", "trace",
        "--no-qiuet", "p");
    BAD("unknown option '--hepl' of 'tutti trace'; did you mean --help?", "trace", "--hepl");
    BAD("unknown option '--bogus' of 'tutti trace'; 'tutti trace --help' lists the options",
        "trace", "--bogus", "p");
    BAD("unknown option '--' of 'tutti trace'; 'tutti trace --help' lists the options", "trace",
        "--=x", "p");
    BAD("unknown option '-Z' of 'tutti trace'; 'tutti trace --help' lists the options", "trace",
        "-Z", "p");
    BAD("unknown option '-qZ' of 'tutti trace'; 'tutti trace --help' lists the options", "trace",
        "-qZ", "p");
    BAD("unknown option '-color=x' of 'tutti trace'; did you mean --color?", "trace", "-color=x",
        "p");
    BAD("unknown option '--open' of 'tutti trace'; it is an option of 'tutti report'", "trace",
        "--open", "p");
    BAD("unknown option '--no-json' of 'tutti trace'; --no- turns off a flag, and --json takes a "
        "value",
        "trace", "--no-json", "p");
    /* Abbreviations are no options, but the message suggests the option that is meant. */
    BAD("unknown option '--time' of 'tutti trace'; did you mean --time-limit?", "trace", "--time=3",
        "p");
    BAD("'--quiet' stands where the verb should be; write the verb first: tutti VERB [options]",
        "--quiet", "trace", "p");
    BAD("'--versoin' stands where the verb should be; did you mean --version?", "--versoin");
}

static void hostile_words_are_shown_tamely(void **state)
{
    (void)state;
    BAD("unknown verb 'a?[2Jb'; 'tutti --help' lists the verbs", "a\033[2Jb");
    char word[100000];
    memset(word, '%', sizeof word - 1);
    word[sizeof word - 1] = '\0';
    struct options *options = NULL;
    struct error error = {0};
    assert_int_equal(parse_all(LINE(word), NULL, NULL, &options, &error), -1);
    assert_non_null(strstr(error.text, "%%%...'; 'tutti --help' lists the verbs"));
    memcpy(word, "--", 2);
    assert_int_equal(parse_all(LINE("trace", word), NULL, NULL, &options, &error), -1);
    assert_non_null(strstr(error.text, "%...' of 'tutti trace'; 'tutti trace --help' lists"));
}

static void help_and_version(void **state)
{
    (void)state;
    const struct {
        const char *const *line;
        const struct command *command;
    } helps[] = {
        {LINE("--help"), NULL},
        {LINE("-h"), NULL},
        {LINE("help"), NULL},
        {LINE("help", "help"), NULL},
        {LINE("help", "trace"), &trace},
        {LINE("--help", "trace"), &trace},
        {LINE("trace", "--help"), &trace},
        {LINE("trace", "-h"), &trace},
        {LINE("trace", "-qh"), &trace},
        {LINE("trace", "-q", "--help", "--bogus"), &trace},
        {LINE("explain", "a", "b", "--help"), &explain},
        {LINE("doctor", "--help"), &doctor},
    };
    for (size_t i = 0; i < sizeof helps / sizeof *helps; i++) {
        /* Help must work even if the environment and the file are wrong. */
        struct options *options =
            good(helps[i].line, WORDS("TUTTI_BOGUS=1", "TUTTI_RANKS=x"), "/nowhere/.tutti.conf");
        assert_true(options_help(options));
        assert_false(options_version(options));
        assert_ptr_equal(options_command(options), helps[i].command);
        assert_string_equal(options_text(options, "color"), "auto");
        options_free(options);
    }
    struct options *options = good(LINE("--version"), NULL, NULL);
    assert_true(options_version(options));
    assert_null(options_command(options));
    options_free(options);
    options = good(LINE("doctor", "--version"), NULL, NULL);
    assert_true(options_version(options));
    options_free(options);
    /* These options are for the program, not for Tutti. */
    options = good(LINE("trace", "p", "--help", "--version", "-h"), NULL, NULL);
    assert_false(options_help(options));
    assert_false(options_version(options));
    options_free(options);
    BAD("unknown verb 'tracee'; did you mean trace?", "help", "tracee");
    BAD("unexpected 'x'; usage: tutti help [VERB]", "help", "trace", "x");
}

static void no_words_at_all(void **state)
{
    (void)state;
    struct options *options = good(WORDS("tutti"), NULL, NULL);
    assert_null(options_command(options));
    assert_false(options_help(options));
    assert_operands(options, "");
    assert_false(options_flag(options, "quiet"));
    options_free(options);
    options = good((const char *const[]){NULL}, NULL, NULL);
    assert_null(options_command(options));
    options_free(options);
}

static void own_options_go_before_common_ones(void **state)
{
    (void)state;
    struct options *options = good(LINE("report", "--json", "a"), NULL, NULL);
    assert_true(options_flag(options, "json"));
    assert_operands(options, "<a>");
    options_free(options);
}

static void nearest_names(void **state)
{
    (void)state;
    const char *const names[] = {"trace", "report", "replay", "doctor", "run", "time-limit", "cc"};
    const struct {
        const char *word, *nearest;
    } cases[] = {
        {"trace", "trace"},
        {"tarce", "trace"},
        {"trce", "trace"},
        {"traces", "trace"},
        {"TRACE", "trace"},
        {"trxye", NULL},
        {"reprot", "report"},
        {"doktor", "doctor"},
        {"dokter", "doctor"},
        {"time_limt", "time-limit"},
        {"tiem-limti", "time-limit"},
        {"rnu", "run"},
        {"rum", "run"},
        {"xyz", NULL},
        {"", NULL},
        {"c", NULL},
        {"cx", "cc"},
        {"xx", NULL},
        {"doc", "doctor"},
        {"re", NULL}, /* ambiguous: no suggestion */
        {"tim", "time-limit"},
        {"repxxxx", NULL},
        {"nur", NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *nearest = options_nearest(cases[i].word, names, sizeof names / sizeof *names);
        if (!nearest != !cases[i].nearest || (nearest && strcmp(nearest, cases[i].nearest) != 0))
            fail_msg("nearest to '%s' is %s", cases[i].word, nearest ? nearest : "nothing");
    }
    assert_null(options_nearest("x", names, 0));
    char word[5000];
    memset(word, 'a', sizeof word - 1);
    word[sizeof word - 1] = '\0';
    assert_null(options_nearest(word, names, sizeof names / sizeof *names));
    const char *const long_names[] = {word, "ab"};
    assert_string_equal(options_nearest("abc", long_names, 2), "ab");
}

static const struct option wrong_initial[] = {{.name = "ranks",
                                               .kind = OPTION_NUMBER,
                                               .effect = EFFECT_HARMLESS,
                                               .initial = "many",
                                               .help = "x"},
                                              {0}};
static const struct option wrong_letter[] = {
    {.name = "host", .letter = 'h', .kind = OPTION_TEXT, .effect = EFFECT_HARMLESS, .help = "x"},
    {0}};

static void broken_invariants_abort(void **state)
{
    (void)state;
    for (int way = 0; way < 7; way++) {
        pid_t child = fork();
        assert_true(child >= 0);
        if (child == 0) {
            signal(SIGABRT, SIG_DFL);
            close(STDERR_FILENO);
            struct options *options = NULL;
            struct error error = {0};
            struct grammar wrong = {.commands = commands};
            parse_all(LINE("trace", "p"), NULL, NULL, &options, &error);
            switch (way) {
            case 0:
                options_flag(options, "open"); /* an option of another verb */
                break;
            case 1:
                options_flag(options, "ranks");
                break;
            case 2:
                options_number(options, "color");
                break;
            case 3:
                options_seconds(options, "ranks");
                break;
            case 4:
                options_text(options, "quiet");
                break;
            default:
                wrong.common = way == 5 ? wrong_initial : wrong_letter;
                options_parse(&wrong, 0, NULL, NULL, NULL, &options, &error);
                break;
            }
            _exit(0);
        }
        int status;
        assert_int_equal(waitpid(child, &status, 0), child);
        if (!WIFSIGNALED(status) || WTERMSIG(status) != SIGABRT)
            fail_msg("way %d did not abort: %#x", way, status);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_of_the_table),
        cmocka_unit_test(every_way_to_write_an_option),
        cmocka_unit_test(values_that_look_like_something_else),
        cmocka_unit_test(operands),
        cmocka_unit_test(numbers_are_strict),
        cmocka_unit_test(seconds_are_strict),
        cmocka_unit_test(choices),
        cmocka_unit_test(unknown_words_on_the_command_line),
        cmocka_unit_test(hostile_words_are_shown_tamely),
        cmocka_unit_test(help_and_version),
        cmocka_unit_test(no_words_at_all),
        cmocka_unit_test(own_options_go_before_common_ones),
        cmocka_unit_test(nearest_names),
        cmocka_unit_test(broken_invariants_abort),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
