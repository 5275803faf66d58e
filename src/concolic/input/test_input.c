#include "base/file.h"
#include "base/test_directory.h"
#include "base/text.h"
#include "concolic/input/input.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

enum { MOST = 16 };

/* A trace with variables and no constraints, and the new values of the variables. */
struct scene {
    struct input input;
    struct trace trace;
    struct solver_model model;
    struct symbolic_variable variables[MOST];
    struct symbolic_source sources[MOST];
    struct symbolic_communicator communicators[2];
    uint16_t members[8];
    uint64_t values[MOST];
    bool changed[MOST];
    const char *texts[MOST];
    struct input_originals originals;
    char directory[512], laid_out[512];
    struct input result;
    struct error error;
};

static void begin(struct scene *scene, const char *const *words, int ranks, int focus)
{
    *scene = (struct scene){.input = {.ranks = ranks, .focus = focus}};
    for (; *words; words++)
        *arena_push(&scene->input.arena, scene->input.arguments, scene->input.argument_count) =
            *words;
    *arena_push(&scene->input.arena, scene->input.arguments, scene->input.argument_count) = NULL;
    scene->input.argument_count--;
    scene->trace = (struct trace){.rank = focus,
                                  .variables = scene->variables,
                                  .sources = scene->sources,
                                  .communicators = scene->communicators,
                                  .members = scene->members};
    scene->model = (struct solver_model){
        .values = scene->values, .changed = scene->changed, .texts = scene->texts};
    char here[256];
    assert_non_null(getcwd(here, sizeof here));
    snprintf(scene->directory, sizeof scene->directory, "%s/user", here);
    snprintf(scene->laid_out, sizeof scene->laid_out, "%s/test", here);
    assert_true(mkdir("user", 0777) == 0 || errno == EEXIST);
    scene->originals =
        (struct input_originals){.directory = scene->directory, .laid_out = scene->laid_out};
}

static void finish(struct scene *scene)
{
    input_free(&scene->input);
    input_free(&scene->result);
}

static uint32_t source(struct scene *scene, enum symbolic_source_kind kind, uint32_t index,
                       const char *path)
{
    struct symbolic_source *added = &scene->sources[scene->trace.source_count];
    *added = (struct symbolic_source){.kind = kind, .index = index};
    snprintf(added->path, sizeof added->path, "%s", path ? path : "");
    return scene->trace.source_count++;
}

static struct symbolic_variable *variable(struct scene *scene, enum symbolic_variable_kind kind,
                                          uint32_t from, uint32_t offset, uint32_t length,
                                          uint64_t value)
{
    uint32_t number = scene->trace.variable_count++;
    scene->variables[number] = (struct symbolic_variable){.kind = kind,
                                                          .type = SYMBOLIC_I32,
                                                          .base = 10,
                                                          .source = from,
                                                          .offset = offset,
                                                          .length = length,
                                                          .lower = INT32_MIN,
                                                          .upper = INT32_MAX};
    scene->values[number] = value;
    scene->changed[number] = true;
    return &scene->variables[number];
}

static void apply(struct scene *scene)
{
    assert_int_equal(input_apply(&scene->input, &scene->trace, &scene->model, &scene->originals,
                                 &scene->result, &scene->error),
                     0);
}

static void put(const char *path, const char *text)
{
    struct error error;
    assert_int_equal(file_write(path, text, strlen(text), &error), 0);
}

static void assert_content(const char *path, const char *text)
{
    struct error error;
    char *bytes;
    assert_int_equal(file_read(path, 1 << 20, &bytes, NULL, &error), 0);
    assert_string_equal(bytes, text);
    free(bytes);
}

static void goes_and_comes_back(void **state)
{
    (void)state;
    struct scene scene;
    begin(&scene, (const char *const[]){"./app", "", "a b", NULL}, 4, 3);
    *arena_push(&scene.input.arena, scene.input.files, scene.input.file_count) =
        (struct input_file){"in\n.dat", "zero\0inside", 11};
    *arena_push(&scene.input.arena, scene.input.marks, scene.input.mark_count) =
        (struct symbolic_mark){"n", 0xfffffffffffffff0, SYMBOLIC_I64};
    struct choice choices[] = {{.rank = 1, .flags = CHOICE_FIRST, .what = 5, .check = 9},
                               {.rank = 3, .kind = CHOICE_ANY, .number = 7}};
    scene.input.choices = choices;
    scene.input.choice_count = 2;
    struct bytes bytes = {0};
    input_write(&scene.input, &bytes);
    struct reader reader = reader_of(bytes.data, bytes.length);
    assert_int_equal(input_read(&reader, &scene.result, &scene.error), 0);
    assert_int_equal(reader.left, 0);
    assert_int_equal(input_distance(&scene.input, &scene.result), 0);
    assert_int_equal(scene.result.argument_count, 3);
    assert_string_equal(scene.result.arguments[2], "a b");
    assert_null(scene.result.arguments[3]);
    assert_int_equal(scene.result.files[0].length, 11);
    assert_memory_equal(scene.result.files[0].bytes, "zero\0inside", 11);
    assert_int_equal(scene.result.marks[0].value, 0xfffffffffffffff0);
    assert_int_equal(scene.result.marks[0].type, SYMBOLIC_I64);
    assert_int_equal(scene.result.focus, 3);
    assert_memory_equal(scene.result.choices, choices, sizeof choices);
    scene.result.choices[1].number++; /* another schedule is another test */
    assert_int_equal(input_distance(&scene.input, &scene.result), 1);
    for (size_t length = 0; length < bytes.length; length++) {
        struct input part;
        reader = reader_of(bytes.data, length);
        assert_int_equal(input_read(&reader, &part, &scene.error), -1);
    }
    bytes_free(&bytes);
    finish(&scene);
}

static void assert_number(const char *old, unsigned base, enum symbolic_type type, int64_t lower,
                          uint64_t value, const char *expected)
{
    struct arena arena = {NULL};
    struct symbolic_variable variable = {
        .base = (uint8_t)base, .type = (uint8_t)type, .lower = lower};
    assert_string_equal(input_number_text(&arena, &variable, value, old, strlen(old)), expected);
    arena_free(&arena);
}

static uint64_t bits(double value)
{
    uint64_t number;
    memcpy(&number, &value, sizeof number);
    return number;
}

static void numbers_keep_their_format(void **state)
{
    (void)state;
    assert_number("3", 10, SYMBOLIC_I32, INT32_MIN, 0xfffffffb, "-5");
    assert_number("3", 10, SYMBOLIC_I32, 0, 0xfffffffb, "4294967291");
    assert_number("  +3", 10, SYMBOLIC_I32, INT32_MIN, 12, "  +12");
    assert_number("-3", 10, SYMBOLIC_I64, INT64_MIN, 1ULL << 63, "-9223372036854775808");
    assert_number("0xAB", 16, SYMBOLIC_I32, 0, 0x1f, "0x1F");
    assert_number("ab", 16, SYMBOLIC_I32, 0, 0x1f, "1f");
    assert_number("017", 8, SYMBOLIC_I32, 0, 8, "010");
    assert_number("017", 8, SYMBOLIC_I32, 0, 0, "0");
    assert_number("1.5e3", 0, SYMBOLIC_DOUBLE, 0, bits(0.1), "0.1");
    assert_number("1", 0, SYMBOLIC_DOUBLE, 0, bits(1.0 / 3), "0.3333333333333333");
    assert_number("1", 0, SYMBOLIC_FLOAT, 0, 0x3dcccccd, "0.1");
}

/* Everything but the numbers stays unchanged, and they may become longer or shorter. */
static void changes_of_a_file(void **state)
{
    (void)state;
    struct scene scene;
    begin(&scene, (const char *const[]){"./app", "in.dat", NULL}, 2, 0);
    put("user/in.dat", "# sizes\n10 20 30\nend\n");
    uint32_t file = source(&scene, SYMBOLIC_FILE, 0, "in.dat");
    variable(&scene, SYMBOLIC_NUMBER, file, 14, 2, 7);
    variable(&scene, SYMBOLIC_NUMBER, file, 8, 2, 1000);
    variable(&scene, SYMBOLIC_BYTE, file, 17, 1, 'E');
    scene.changed[scene.trace.variable_count] = false;
    variable(&scene, SYMBOLIC_NUMBER, file, 11, 2, 99);
    scene.changed[3] = false;
    apply(&scene);
    assert_int_equal(scene.result.file_count, 1);
    assert_string_equal(scene.result.files[0].path, "in.dat");
    assert_string_equal(scene.result.files[0].bytes, "# sizes\n1000 20 7\nEnd\n");
    /* The next input starts from this one's files. */
    struct input next;
    scene.changed[0] = scene.changed[1] = scene.changed[2] = false;
    scene.changed[3] = true;
    scene.variables[3].offset = 13;
    assert_int_equal(input_apply(&scene.result, &scene.trace, &scene.model, &scene.originals, &next,
                                 &scene.error),
                     0);
    assert_string_equal(next.files[0].bytes, "# sizes\n1000 99 7\nEnd\n");
    input_free(&next);
    finish(&scene);
}

static void changes_of_arguments_and_words(void **state)
{
    (void)state;
    struct scene scene;
    begin(&scene, (const char *const[]){"./app", "-n5", "mode", "text", NULL}, 2, 0);
    variable(&scene, SYMBOLIC_NUMBER, source(&scene, SYMBOLIC_ARGUMENT, 1, NULL), 2, 1, 42);
    variable(&scene, SYMBOLIC_WORD, source(&scene, SYMBOLIC_ARGUMENT, 2, NULL), 0, 4, 0);
    scene.texts[1] = "fast";
    variable(&scene, SYMBOLIC_BYTE, source(&scene, SYMBOLIC_ARGUMENT, 3, NULL), 2, 1, 0);
    variable(&scene, SYMBOLIC_MARKED, 0, 0, 0, 77);
    snprintf(scene.variables[3].name, SYMBOLIC_NAME, "width");
    setenv("TUTTI_TEST_SIZE", "12", 1);
    variable(&scene, SYMBOLIC_NUMBER, source(&scene, SYMBOLIC_ENVIRONMENT, 0, "TUTTI_TEST_SIZE"), 0,
             2, 13);
    apply(&scene);
    assert_string_equal(scene.result.arguments[1], "-n42");
    assert_string_equal(scene.result.arguments[2], "fast");
    assert_string_equal(scene.result.arguments[3], "te");
    assert_int_equal(scene.result.mark_count, 1);
    assert_string_equal(scene.result.marks[0].name, "width");
    assert_int_equal(scene.result.marks[0].value, 77);
    assert_int_equal(scene.result.file_count, 1);
    assert_string_equal(scene.result.files[0].path, "$TUTTI_TEST_SIZE");
    assert_string_equal(scene.result.files[0].bytes, "13");
    assert_int_equal(input_distance(&scene.input, &scene.result), 0 + 3);
    assert_int_equal(input_distance(&scene.result, &scene.input), 3 + 1 + 1);
    struct text out;
    text_init(&out, 1000);
    input_describe(&scene.result, &out);
    assert_string_equal(out.data, "TUTTI_TEST_SIZE=13 ./app -n42 fast te");
    text_free(&out);
    finish(&scene);
}

static void words_more_and_fewer(void **state)
{
    (void)state;
    struct scene scene;
    begin(&scene, (const char *const[]){"./app", "5", "fast", NULL}, 3, 0);
    variable(&scene, SYMBOLIC_COUNT, 0, 0, 0, 5);
    apply(&scene);
    assert_int_equal(scene.result.argument_count, 5);
    assert_string_equal(scene.result.arguments[2], "fast");
    assert_string_equal(scene.result.arguments[4], "1");
    assert_null(scene.result.arguments[5]);
    input_free(&scene.result);
    scene.values[0] = 2;
    apply(&scene);
    assert_int_equal(scene.result.argument_count, 2);
    assert_string_equal(scene.result.arguments[1], "5");
    assert_null(scene.result.arguments[2]);
    input_free(&scene.result);
    scene.values[0] = 1000000;
    apply(&scene);
    assert_int_equal(scene.result.argument_count, 3);
    finish(&scene);
}

static void a_file_is_made(void **state)
{
    (void)state;
    struct scene scene;
    begin(&scene, (const char *const[]){"./app", NULL}, 1, 0);
    uint32_t source = scene.trace.source_count;
    scene.sources[source] = (struct symbolic_source){.kind = SYMBOLIC_FILE, .path = "new/sizes"};
    scene.trace.source_count++;
    variable(&scene, SYMBOLIC_EXISTS, source, 0, 0, 1);
    apply(&scene);
    assert_int_equal(scene.result.file_count, 1);
    assert_string_equal(scene.result.files[0].path, "new/sizes");
    assert_string_equal(scene.result.files[0].bytes, "1\n");
    finish(&scene);
}

/* Paper, III-C, figure 5: ranks (0, 0, 0) of process 0; y0 = 1 leads to process 2. */
static void focus_follows_what_changed(void **state)
{
    (void)state;
    struct scene scene;
    begin(&scene, (const char *const[]){"./app", NULL}, 3, 0);
    scene.communicators[0] = (struct symbolic_communicator){.size = 2, .first = 0};
    scene.communicators[1] = (struct symbolic_communicator){.size = 2, .first = 2};
    memcpy(scene.members, (uint16_t[]){0, 2, 0, 1}, 4 * sizeof(uint16_t));
    variable(&scene, SYMBOLIC_RANK, 0, 0, 0, 0);
    variable(&scene, SYMBOLIC_LOCAL_RANK, 0, 0, 0, 1);
    variable(&scene, SYMBOLIC_LOCAL_RANK, 1, 0, 0, 0);
    scene.changed[0] = scene.changed[2] = false;
    apply(&scene);
    assert_int_equal(scene.result.focus, 2);
    assert_int_equal(scene.result.ranks, 3);
    input_free(&scene.result);
    /* The other communicator. */
    scene.changed[1] = false;
    scene.changed[2] = true;
    scene.values[2] = 1;
    apply(&scene);
    assert_int_equal(scene.result.focus, 1);
    input_free(&scene.result);
    /* Fewer ranks: the focus is one of them. */
    scene.changed[2] = false;
    scene.input.focus = 2;
    variable(&scene, SYMBOLIC_SIZE, 0, 0, 0, 2);
    apply(&scene);
    assert_int_equal(scene.result.ranks, 2);
    assert_int_equal(scene.result.focus, 1);
    input_free(&scene.result);
    scene.changed[0] = true;
    scene.values[0] = 5;
    scene.values[3] = 6;
    apply(&scene);
    assert_int_equal(scene.result.ranks, 6);
    assert_int_equal(scene.result.focus, 5);
    input_free(&scene.result);
    /* The rank alone, without a new number of ranks: there are as many ranks as it needs. */
    scene.changed[3] = false;
    scene.input.ranks = 2;
    scene.input.focus = 0;
    apply(&scene);
    assert_int_equal(scene.result.ranks, 6);
    assert_int_equal(scene.result.focus, 5);
    finish(&scene);
}

static bool is_link(const char *path)
{
    struct stat status;
    assert_int_equal(lstat(path, &status), 0);
    return S_ISLNK(status.st_mode);
}

static void directory_of_a_test(void **state)
{
    (void)state;
    struct scene scene;
    struct input_place place;
    begin(&scene, (const char *const[]){"./app", "in.dat", "../other", "x", "--from=x", NULL}, 2,
          0);
    put("user/in.dat", "1\n");
    put("user/small", "mine\n");
    put("other", "elsewhere\n");
    put("absolute", "5\n");
    assert_int_equal(mkdir("user/sub", 0777), 0);
    assert_int_equal(mkdir("user/tutti-out", 0777), 0);
    put("user/sub/deep.dat", "2\n");
    put("user/sub/neighbour", "same\n");
    char *absolute = realpath("absolute", NULL), *other = realpath("other", NULL);
    char word[600];
    snprintf(word, sizeof word, "--from=%s", absolute);
    scene.input.arguments[3] = absolute;
    scene.input.arguments[4] = word;
    const struct input_file files[] = {{"in.dat", "10\n", 3},
                                       {"sub/deep.dat", "20\n", 3},
                                       {absolute, "50\n", 3},
                                       {"-", "typed\n", 6},
                                       {"$NAME", "value", 5}};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        *arena_push(&scene.input.arena, scene.input.files, scene.input.file_count) = files[i];
    for (int round = 0; round < 2; round++) { /* files that a test left there are gone */
        assert_int_equal(input_lay_out(&scene.input, &scene.originals, &place, &scene.error), 0);
        assert_int_not_equal(access("test/left", F_OK), 0);
        assert_content("test/in.dat", "10\n");
        assert_content("test/small", "mine\n");
        assert_content("test/sub/deep.dat", "20\n");
        assert_content("test/sub/neighbour", "same\n");
        put("test/left", "");
        put("test/small", "overwritten\n");
        put("test/sub/neighbour", "overwritten\n");
        assert_content("user/small", "mine\n");
        assert_content("user/sub/neighbour", "same\n");
        assert_content("user/in.dat", "1\n");
        assert_int_not_equal(access("test/tutti-out", F_OK), 0);
        assert_string_equal(place.arguments[0], "./app");
        assert_string_equal(place.arguments[1], "in.dat");
        assert_string_equal(place.arguments[2], other);
        assert_content(place.arguments[3], "50\n");
        assert_string_not_equal(place.arguments[3], absolute);
        assert_content(strchr(place.arguments[4], '=') + 1, "50\n");
        assert_null(place.arguments[5]);
        assert_string_equal(place.environment[0], "NAME=value");
        assert_null(place.environment[1]);
        assert_content(place.input, "typed\n");
        input_place_free(&place);
    }
    /* A large file, and a directory without changes, are links. */
    char *large = memory_zero(1, INPUT_COPY_MAX + 2);
    memset(large, 'x', INPUT_COPY_MAX + 1);
    put("user/large", large);
    free(large);
    scene.input.file_count = 0;
    assert_int_equal(input_lay_out(&scene.input, &scene.originals, &place, &scene.error), 0);
    assert_true(is_link("test/large"));
    assert_true(is_link("test/sub"));
    assert_false(is_link("test/small"));
    assert_string_equal(place.arguments[3], absolute);
    assert_string_equal(place.input, "/dev/null");
    input_place_free(&place);
    free(absolute);
    free(other);
    finish(&scene);
}

/* The program names a file by its path below the directory of the test. */
static void files_are_known_by_any_name(void **state)
{
    (void)state;
    struct scene scene;
    char path[600];
    begin(&scene, (const char *const[]){"./app", NULL}, 1, 0);
    put("user/in.dat", "1\n");
    snprintf(path, sizeof path, "%s/./in.dat", scene.laid_out);
    char *absolute = realpath("user/in.dat", NULL);
    char copy[600];
    snprintf(copy, sizeof copy, "%s/.tutti-root%s", scene.laid_out, absolute);
    const char *const names[] = {"in.dat", "./in.dat", path, copy};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        scene.trace.source_count = scene.trace.variable_count = 0;
        uint32_t file = source(&scene, SYMBOLIC_FILE, 0, names[i]);
        variable(&scene, SYMBOLIC_NUMBER, file, 0, 1, 8);
        apply(&scene);
        assert_string_equal(scene.result.files[0].path, i < 3 ? "in.dat" : absolute);
        assert_string_equal(scene.result.files[0].bytes, "8\n");
        input_free(&scene.result);
    }
    free(absolute);
    finish(&scene);
}

/* The trace of a rank may be damaged, and a journal may come from somebody else: no file is made
 * outside the test. */
static void nothing_leads_out_of_a_test(void **state)
{
    (void)state;
    static const char *const paths[] = {"../user/in.dat", "sub/../../other", "/../etc", ".."};
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        struct scene scene;
        struct bytes bytes = {0};
        begin(&scene, (const char *const[]){"./app", NULL}, 1, 0);
        put("user/in.dat", "1\n");
        uint32_t file = source(&scene, SYMBOLIC_FILE, 0, paths[i]);
        variable(&scene, SYMBOLIC_EXISTS, file, 0, 0, 1);
        apply(&scene);
        assert_int_equal(scene.result.file_count, 0);
        input_free(&scene.result);
        variable(&scene, SYMBOLIC_NUMBER, file, 0, 1, 8);
        assert_int_equal(input_apply(&scene.input, &scene.trace, &scene.model, &scene.originals,
                                     &scene.result, &scene.error),
                         -1);
        *arena_push(&scene.input.arena, scene.input.files, scene.input.file_count) =
            (struct input_file){paths[i], "2\n", 2};
        input_write(&scene.input, &bytes);
        struct reader reader = reader_of(bytes.data, bytes.length);
        assert_int_equal(input_read(&reader, &scene.result, &scene.error), -1);
        bytes_free(&bytes);
        finish(&scene);
    }
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, directory_enter, directory_leave)
    const struct CMUnitTest tests[] = {
        TEST(goes_and_comes_back),         TEST(numbers_keep_their_format),
        TEST(changes_of_a_file),           TEST(changes_of_arguments_and_words),
        TEST(words_more_and_fewer),        TEST(a_file_is_made),
        TEST(focus_follows_what_changed),  TEST(directory_of_a_test),
        TEST(files_are_known_by_any_name), TEST(nothing_leads_out_of_a_test),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
