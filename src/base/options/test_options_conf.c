/* test_options_conf.c: checks the sources of values: the environment and .tutti.conf, and which has
 * priority. */
#include "base/options/test_options.h"

#include "base/file.h"
#include "base/memory.h"
#include "base/test_directory.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void environment(void **state)
{
    (void)state;
    const char *const *variables =
        WORDS("PATH=/bin", "TUTTI_RANKS=7", "TUTTI_TIME_LIMIT=2m", "TUTTI_QUIET=on",
              "TUTTI_STACKS=0", "TUTTI_RULES=a=b", "TUTTI_OPEN=nonsense of another verb",
              "TUTTI_NO_INSTALL=1", "TUTTI_GUEST_ANYTHING=x", "TUTTI_JSON=", "TUTTIFRUTTI=1");
    struct options *options = good(LINE("trace", "p"), variables, NULL);
    assert_int_equal(options_number(options, "ranks"), 7);
    assert_true(options_seconds(options, "time-limit") == 120);
    assert_true(options_flag(options, "quiet"));
    assert_false(options_flag(options, "stacks"));
    assert_string_equal(options_text(options, "rules"), "a=b");
    assert_null(options_text(options, "json")); /* an empty variable counts as not set */
    assert_false(options_given(options, "json"));
    assert_true(options_given(options, "ranks"));
    options_free(options);

    const char *const *yes = WORDS("1", "yes", "on", "YES"), *const *no = WORDS("0", "no", "off");
    for (int wanted = 0; wanted < 2; wanted++)
        for (const char *const *word = wanted ? yes : no; *word; word++) {
            char *variable = memory_printf("TUTTI_STACKS=%s", *word);
            options = good(LINE("trace", "p"), WORDS(variable), NULL);
            assert_int_equal(options_flag(options, "stacks"), wanted);
            options_free(options);
            free(variable);
        }

    expect_error(LINE("trace", "p"), WORDS("TUTTI_RNAKS=1"), NULL,
                 "unknown variable 'TUTTI_RNAKS' in the environment; did you mean TUTTI_RANKS?");
    /* An option that another verb has is known. */
    expect_error(LINE("doctor"), WORDS("TUTTI_RNAKS=1"), NULL,
                 "unknown variable 'TUTTI_RNAKS' in the environment; did you mean TUTTI_RANKS?");
    expect_error(
        LINE("doctor"), WORDS("TUTTI_time-limit=1"), NULL,
        "unknown variable 'TUTTI_time-limit' in the environment; did you mean TUTTI_TIME_LIMIT?");
    expect_error(LINE("doctor"), WORDS("TUTTI_XYZZY="), NULL,
                 "unknown variable 'TUTTI_XYZZY' in the environment; no verb has such an option: "
                 "unset it");
    expect_error(LINE("doctor"), WORDS("TUTTI_=1"), NULL,
                 "unknown variable 'TUTTI_' in the environment; no verb has such an option: unset "
                 "it");
    expect_error(LINE("trace", "p"), WORDS("TUTTI_RANKS=0"), NULL,
                 "variable TUTTI_RANKS: '0' is out of range; it must be from 1 to 64");
    expect_error(LINE("trace", "p"), WORDS("TUTTI_STACKS=maybe"), NULL,
                 "variable TUTTI_STACKS: 'maybe' is neither yes nor no");
    /* A wrong value is an error even if a flag has priority over it. */
    expect_error(LINE("trace", "-n1", "p"), WORDS("TUTTI_RANKS=x"), NULL,
                 "variable TUTTI_RANKS: 'x' is not a whole number");
}

static void put(const char *path, const char *content)
{
    struct error error = {0};
    if (file_write(path, content, strlen(content), &error) != 0)
        fail_msg("%s", error.text);
}

static void configuration_file(void **state)
{
    (void)state;
    put("conf", "# a comment\n"
                "\n"
                "  time-limit=10   # seconds\r\n"
                "\tquiet = yes\n"
                "rules = leak.*,-race.message#1 = x\n"
                "open = yes\n" /* an option of report only */
                "ranks = 5\n"
                "ranks = 6\n"
                "[ trace ]  # for one verb\n"
                "json = a file.json\n"
                "ranks = 7\n"
                "ranks = 8\n"
                "[report]\n"
                "json = yes\n"
                "[trace]\n"
                "depth = 3"); /* no newline at the end */
    struct options *options = good(LINE("trace", "p"), NULL, "conf");
    assert_true(options_seconds(options, "time-limit") == 10);
    assert_true(options_flag(options, "quiet"));
    assert_string_equal(options_text(options, "rules"), "leak.*,-race.message#1 = x");
    assert_string_equal(options_text(options, "json"), "a file.json");
    assert_int_equal(options_number(options, "ranks"), 8);
    assert_int_equal(options_number(options, "depth"), 3);
    assert_true(options_given(options, "depth"));
    options_free(options);
    options = good(LINE("report"), NULL, "conf");
    assert_true(options_flag(options, "open"));
    assert_true(options_flag(options, "json"));
    options_free(options);
    options = good(LINE("doctor"), NULL, "conf");
    assert_null(options_text(options, "json"));
    options_free(options);
    put("conf", "");
    options_free(good(LINE("doctor"), NULL, "conf"));
}

static void mistakes_in_the_configuration_file(void **state)
{
    (void)state;
    const struct {
        const char *content, *sentence;
    } cases[] = {
        {"\n\nrnaks = 1\n", "conf:3: unknown name 'rnaks'; did you mean ranks?"},
        {"xyzzy = 1\n", "conf:1: unknown name 'xyzzy'; no verb has such an option"},
        {"[report]\nopne = 1\n", "conf:2: unknown name 'opne'; did you mean open?"},
        {"[report]\nranks = 1\n", "conf:2: unknown name 'ranks'; 'tutti report --help' lists the "
                                  "options of [report]"},
        {"# x\n[tarce]\n", "conf:2: unknown verb 'tarce' in a heading; did you mean trace?"},
        {"[]\n", "conf:1: unknown verb '' in a heading; 'tutti --help' lists the verbs"},
        {"[trace\n", "conf:1: the heading '[trace' does not end in ]"},
        {"[", "conf:1: the heading '[' does not end in ]"},
        {"quiet\n", "conf:1: 'quiet' is not of the form name = value"},
        {"= 3\n", "conf:1: unknown name ''; no verb has such an option"},
        {"ranks = 99\n", "conf:1: ranks: '99' is out of range; it must be from 1 to 64"},
        {"quiet =\n", "conf:1: quiet: '' is neither yes nor no"},
        {"json =\n", "conf:1: json: the path is empty"},
        {"color = allways\n",
         "conf:1: color: 'allways' is not one of auto, always, never; did you mean always?"},
        {"time-limit = 10 seconds\n", "conf:1: time-limit: '10 seconds' is not a time; write "
                                      "seconds, as in 10 or 0.5, or 500ms, 2m, 1h"},
        /* The heading of another verb is checked, too. */
        {"[report]\nopen = maybe\n", "conf:2: open: 'maybe' is neither yes nor no"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        put("conf", cases[i].content);
        expect_error(LINE("trace", "p"), NULL, "conf", cases[i].sentence);
    }
    struct error error = {0};
    assert_int_equal(file_write("conf", "quiet = yes\0x", 13, &error), 0);
    expect_error(LINE("trace", "p"), NULL, "conf", "conf is not a text file");

    struct options *options = NULL;
    assert_int_equal(parse_all(LINE("doctor"), NULL, "absent", &options, &error), -1);
    assert_int_equal(error.kind, ERROR_FAILED);
    assert_string_equal(error.text, "cannot read absent: No such file or directory");
}

static void flag_then_environment_then_file_then_table(void **state)
{
    (void)state;
    put("conf", "[trace]\nranks = 2\n");
    put("general", "ranks = 3\n");
    const char *const *variables = WORDS("TUTTI_RANKS=5");
    const struct {
        const char *const *line, *const *variables;
        const char *file;
        long ranks;
    } cases[] = {
        {LINE("trace", "-n9", "p"), variables, "conf", 9},
        {LINE("trace", "-n9", "p"), NULL, "conf", 9},
        {LINE("trace", "-n9", "p"), variables, NULL, 9},
        {LINE("trace", "-n9", "p"), NULL, NULL, 9},
        {LINE("trace", "p"), variables, "conf", 5},
        {LINE("trace", "p"), variables, NULL, 5},
        {LINE("trace", "p"), NULL, "conf", 2},
        {LINE("trace", "p"), NULL, "general", 3},
        {LINE("trace", "p"), NULL, NULL, 4},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct options *options = good(cases[i].line, cases[i].variables, cases[i].file);
        assert_int_equal(options_number(options, "ranks"), cases[i].ranks);
        assert_int_equal(options_given(options, "ranks"), i < 8);
        options_free(options);
    }
    /* A flag that is turned off counts as given, too. */
    put("conf", "quiet = yes\n");
    struct options *options =
        good(LINE("trace", "--no-quiet", "p"), WORDS("TUTTI_QUIET=1"), "conf");
    assert_false(options_flag(options, "quiet"));
    options_free(options);
}

static void the_nearest_configuration_counts(void **state)
{
    char *top = realpath(*state, NULL);
    struct error error = {0};
    assert_int_equal(file_make_directory("project/src/deep", &error), 0);
    assert_int_equal(chmod(".", 0755), 0);
    put(".tutti.conf", "");
    char *expected = memory_printf("%s/.tutti.conf", top);
    char *found = options_find_configuration("project/src/deep");
    assert_string_equal(found, expected);
    free(found);

    assert_int_equal(mkdir("project/.git", 0777), 0); /* the project ends here */
    assert_null(options_find_configuration("project/src/deep"));
    free(expected);

    expected = memory_printf("%s/project/.tutti.conf", top);
    put("project/.tutti.conf", "");
    found = options_find_configuration("project/src/deep");
    assert_string_equal(found, expected);
    free(found);
    found = options_find_configuration("project");
    assert_string_equal(found, expected);
    free(found);
    assert_int_equal(mkdir("project/src/.tutti.conf", 0777), 0); /* not a file, so it is ignored */
    assert_int_equal(chdir("project/src"), 0);
    found = options_find_configuration(".");
    assert_string_equal(found, expected);
    free(found);
    assert_null(options_find_configuration("/nowhere"));
    found = options_find_configuration("/");
    assert_true(!found || strcmp(found, "/.tutti.conf") == 0);
    free(found);
    free(expected);
    free(top);
}

/* The file needs `tutti trust` for such settings; a flag or the environment does not. */
static void a_project_executes_nothing(void **state)
{
    char *top = realpath(*state, NULL);
    char *file = memory_printf("%s/.tutti.conf", top);
    assert_int_equal(setenv("XDG_CONFIG_HOME", top, 1), 0);
    put(file, "command = evil\nranks = 7\ncommand = worse\n[report]\nopen = no\n");
    struct options *options = good(LINE("trace", "p"), NULL, file);
    assert_null(options_text(options, "command"));
    assert_int_equal(options_number(options, "ranks"), 7);
    assert_non_null(strstr(options_ignored(options), "command in "));
    options_free(options);
    options = good(LINE("trace", "--command=mine", "p"), NULL, file);
    assert_string_equal(options_text(options, "command"), "mine");
    assert_null(options_ignored(options));
    options_free(options);
    options = good(LINE("report"), NULL, file);
    assert_null(options_ignored(options));
    options_free(options);

    assert_int_equal(chmod(file, 0666), 0);
    put(file, "nonsense");
    options = good(LINE("trace", "p"), NULL, file); /* the file is not even read */
    assert_non_null(strstr(options_ignored(options), "everybody can write to it"));
    options_free(options);
    free(file);
    free(top);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(environment),
        cmocka_unit_test_setup_teardown(configuration_file, directory_enter, directory_leave),
        cmocka_unit_test_setup_teardown(mistakes_in_the_configuration_file, directory_enter,
                                        directory_leave),
        cmocka_unit_test_setup_teardown(flag_then_environment_then_file_then_table, directory_enter,
                                        directory_leave),
        cmocka_unit_test_setup_teardown(the_nearest_configuration_counts, directory_enter,
                                        directory_leave),
        cmocka_unit_test_setup_teardown(a_project_executes_nothing, directory_enter,
                                        directory_leave),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
