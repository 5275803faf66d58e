#include "concolic/search/kept.h"

#include "base/test_directory.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include <cmocka.h>

static void put(const char *path, const char *text)
{
    struct error error;
    assert_int_equal(file_write(path, text, strlen(text), &error), 0);
}

static void assert_content(const char *path, const char *expected)
{
    struct error error;
    char *text;
    assert_int_equal(file_read(path, 1 << 20, &text, NULL, &error), 0);
    assert_string_equal(text, expected);
    free(text);
}

/* The user calls ./app in.dat with 4 ranks in user/; the input has 3, another file, another word.
 */
struct scene {
    struct error error;
    struct record of;
    struct input input;
    struct concolic_options options;
    struct world_options world;
    const char *program[2];
    char user[600];
};

static void begin(struct scene *scene, const char *here)
{
    static const char *words[] = {"./app", "in.dat", NULL};
    static const char *arguments[] = {"./app", "in.dat", "more", NULL};
    *scene = (struct scene){.program = {"/bin/true"}};
    assert_int_equal(mkdir("user", 0777), 0);
    assert_int_equal(mkdir("kept", 0777), 0);
    put("user/app", "a program\n");
    put("user/in.dat", "1\n");
    put("user/other", "mine\n");
    snprintf(scene->user, sizeof scene->user, "%s/user", here);
    record_init(&scene->of, 4);
    scene->of.directory = scene->user;
    scene->of.words = words;
    scene->of.word_count = 2;
    scene->of.mpi = "mpich";
    scene->of.buffering = BUFFERING_BOTH;
    scene->of.collectives = COLLECTIVES_MINIMAL;
    scene->world.program = scene->program;
    scene->options = (struct concolic_options){
        .world = &scene->world, .processor_seconds = 10, .memory_bytes = 1 << 20};
    scene->input = (struct input){.arguments = arguments, .argument_count = 3, .ranks = 3};
    *arena_push(&scene->input.arena, scene->input.files, scene->input.file_count) =
        (struct input_file){"in.dat", "37\n", 3};
    *arena_push(&scene->input.arena, scene->input.files, scene->input.file_count) =
        (struct input_file){"$NAME", "value", 5};
}

static void finish(struct scene *scene)
{
    arena_free(&scene->input.arena);
    record_free(&scene->of);
}

static void keep(struct scene *scene)
{
    assert_int_equal(kept_write(&scene->input, &scene->options, &scene->of, "kept", &scene->error),
                     0);
}

static void read_record(struct scene *scene, struct record *record)
{
    char *text;
    size_t length;
    assert_int_equal(file_read("kept/decisions", 1 << 20, &text, &length, &scene->error), 0);
    assert_int_equal(record_parse(record, "record", text, length, &scene->error), 0);
    free(text);
}

static void laid_out_when_it_is_asked_for(void **state)
{
    struct scene scene;
    struct record record;
    char path[700];
    begin(&scene, *state);
    keep(&scene);
    assert_int_not_equal(access("kept/directory", F_OK), 0);
    assert_int_equal(kept_open("kept", &scene.error), 0);
    assert_content("kept/directory/in.dat", "37\n");
    assert_content("kept/directory/other", "mine\n");
    read_record(&scene, &record);
    snprintf(path, sizeof path, "%s/app", scene.user);
    assert_int_equal(record.ranks, 3);
    assert_int_equal(record.word_count, 3);
    assert_string_equal(record.words[0], path);
    assert_string_equal(record.words[2], "more");
    snprintf(path, sizeof path, "%s/kept/directory", (char *)*state);
    assert_string_equal(record.directory, path);
    assert_int_equal(record.variable_count, 1);
    assert_string_equal(record.variables[0], "NAME=value");
    assert_string_equal(record.mpi, "mpich");
    assert_int_equal(record.test->memory_bytes, 1 << 20);
    assert_true(record.trails[2].cut);
    record_free(&record);
    /* Existing files stay: another command may use them. */
    put("kept/directory/other", "written by the program\n");
    assert_int_equal(kept_open("kept", &scene.error), 0);
    assert_content("kept/directory/other", "written by the program\n");
    finish(&scene);
}

static void marked_values_take_the_test_build(void **state)
{
    struct scene scene;
    struct record record;
    struct symbolic_mark mark = {.value = 255, .name = "n"};
    begin(&scene, *state);
    scene.input.marks = &mark;
    scene.input.mark_count = 1;
    keep(&scene);
    assert_int_equal(kept_open("kept", &scene.error), 0);
    read_record(&scene, &record);
    char *program = realpath("/bin/true", NULL);
    assert_string_equal(record.words[0], program);
    assert_int_equal(record.variable_count, 2);
    assert_non_null(strstr(record.variables[1], "=ff n"));
    free(program);
    record_free(&record);
    finish(&scene);
}

static void what_is_damaged_is_refused(void **state)
{
    struct scene scene;
    begin(&scene, *state);
    assert_int_equal(kept_open("kept", &scene.error), 0); /* nothing was kept there */
    assert_int_not_equal(access("kept/decisions", F_OK), 0);
    keep(&scene);
    char *bytes;
    size_t length;
    assert_int_equal(file_read("kept/input", 1 << 20, &bytes, &length, &scene.error), 0);
    for (size_t some = 0; some < length; some++) {
        assert_int_equal(file_write("kept/input", bytes, some, &scene.error), 0);
        assert_int_equal(kept_open("kept", &scene.error), -1);
        assert_int_not_equal(access("kept/decisions", F_OK), 0);
    }
    free(bytes);
    finish(&scene);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, directory_enter, directory_leave)
    const struct CMUnitTest tests[] = {
        TEST(laid_out_when_it_is_asked_for),
        TEST(marked_values_take_the_test_build),
        TEST(what_is_damaged_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
