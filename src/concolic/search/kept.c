#include "concolic/search/kept.h"

#include "base/file.h"
#include "base/memory.h"
#include "concolic/search/tester.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

enum { KEPT_CAP = 1 << 30 };

static const char input_name[] = "input", record_name[] = "decisions", work_name[] = "directory";

const char *kept_program(const struct record *of, struct arena *arena)
{
    const char *word = of->words[0];
    char *path = strchr(word, '/') && *word != '/' ? memory_printf("%s/%s", of->directory, word)
                                                   : memory_copy(word);
    char *real = strchr(word, '/') ? realpath(path, NULL) : NULL;
    const char *result = arena_copy(arena, real ? real : word);
    free(real);
    free(path);
    return result;
}

/* Replaces the user's own program by the test build. */
static void take_test_build(const char *test_build, struct record *record)
{
    char *program = realpath(test_build, NULL);
    if (program && record_note_binary(record, program))
        record->words[0] = arena_copy(&record->arena, program);
    free(program);
}

/* Records values that the source marks. They are no input of the user's own program: the test build
 * takes them from its environment. */
static void give_marks(const struct input *input, struct record *record)
{
    struct text out;
    struct arena *arena = &record->arena;
    text_init(&out, 1 << 16);
    text_add(&out, SYMBOLIC_MARKS_NAME "=");
    for (size_t i = 0; i < input->mark_count; i++)
        text_addf(&out, "%s%" PRIx64 " %s", i ? "\n" : "", input->marks[i].value,
                  input->marks[i].name);
    *arena_push(arena, record->variables, record->variable_count) = arena_copy(arena, out.data);
    text_free(&out);
}

int kept_lay_out(const struct input *input, const struct record *of, const char *test_build,
                 const char *results, const char *directory, struct record *record,
                 struct error *error)
{
    struct input_place place;
    struct arena *arena = &record->arena;
    struct input_originals originals = tester_originals(of);
    originals.results = results;
    record->directory = originals.laid_out = arena_copy(arena, directory);
    int failed = input_lay_out(input, &originals, &place, error);
    record->words = NULL;
    record->word_count = 0;
    for (size_t i = 0; !failed && i < input->argument_count; i++)
        *arena_push(arena, record->words, record->word_count) =
            i == 0 ? kept_program(of, arena) : arena_copy(arena, place.arguments[i]);
    *arena_push(arena, record->words, record->word_count) = NULL;
    record->word_count--;
    if (!failed)
        record->input = arena_copy(arena, place.input);
    for (size_t i = 0; !failed && place.environment[i]; i++)
        *arena_push(arena, record->variables, record->variable_count) =
            arena_copy(arena, place.environment[i]);
    if (!failed && input->mark_count > 0)
        give_marks(input, record);
    if (!failed && (input->mark_count > 0 || record->test->sites))
        take_test_build(test_build, record);
    input_place_free(&place);
    return failed;
}

static void kept_add_text(struct bytes *bytes, const char *text)
{
    bytes_add_string(bytes, text, strlen(text));
}

/* Writes the content of the file that holds an input. */
static void kept_describe(const struct input *input, const struct concolic_options *options,
                          const struct record *of, struct bytes *bytes)
{
    struct text command;
    struct recorded_test test = {.milliseconds = (uint64_t)(options->processor_seconds * 1e3),
                                 .memory_bytes = options->memory_bytes,
                                 .file_bytes = options->file_bytes};
    struct record like = *of;
    char *program = realpath(options->world->program[0], NULL);
    like.test = &test;
    text_init(&command, RECORD_FILE_MAX);
    record_print(&like, &command);
    kept_add_text(bytes, command.data);
    kept_add_text(bytes, program ? program : "");
    kept_add_text(bytes, options->directory ? options->directory : "");
    input_write(input, bytes);
    free(program);
    text_free(&command);
}

int kept_write(const struct input *input, const struct concolic_options *options,
               const struct record *of, const char *directory, struct error *error)
{
    struct bytes bytes = {0};
    kept_describe(input, options, of, &bytes);
    char *path = memory_printf("%s/%s", directory, input_name);
    int failed = file_write(path, (char *)bytes.data, bytes.length, error);
    free(path);
    bytes_free(&bytes);
    return failed;
}

bool kept_is(const struct input *input, const struct concolic_options *options,
             const struct record *of, const char *directory)
{
    struct bytes bytes = {0};
    struct error ignored;
    char *there = NULL;
    size_t length = 0;
    kept_describe(input, options, of, &bytes);
    char *path = memory_printf("%s/%s", directory, input_name);
    bool same = file_read(path, KEPT_CAP, &there, &length, &ignored) == 0 &&
                length == bytes.length && memcmp(there, bytes.data, length) == 0;
    free(there);
    free(path);
    bytes_free(&bytes);
    return same;
}

/* Cuts the trails, so that a replay compares the steps of the ranks with nothing. */
static void cut_trails(struct record *record)
{
    for (int rank = 0; rank < record->ranks; rank++)
        record->trails[rank].cut = true;
}

static int lay_out_in(const char *directory, const char *record_path, const struct record *of,
                      struct reader *rest, struct arena *arena, struct error *error)
{
    size_t length;
    const char *text = reader_string(rest, &length);
    const char *test_build = arena_copy_bytes(arena, text ? text : "", text ? length : 0);
    text = reader_string(rest, &length);
    const char *results = arena_copy_bytes(arena, text ? text : "", text ? length : 0);
    struct input input;
    if (input_read(rest, &input, error) != 0)
        return -1;
    struct record like = *of, record;
    like.ranks = input.ranks;
    record_init_same(&record, &like);
    record.binary_size = of->binary_size;
    record.binary_time = of->binary_time;
    cut_trails(&record);
    const char *work = arena_printf(arena, "%s/%s", directory, work_name);
    int failed = kept_lay_out(&input, of, test_build, results, work, &record, error);
    if (!failed)
        failed = record_save(&record, record_path, error);
    record_free(&record);
    input_free(&input);
    return failed;
}

static int lay_out(const char *directory, const char *input_path, const char *record_path,
                   struct error *error)
{
    char *bytes;
    size_t length, command_length;
    struct record of;
    struct arena arena = {NULL};
    if (file_read(input_path, KEPT_CAP, &bytes, &length, error) != 0)
        return -1;
    struct reader reader = reader_of(bytes, length);
    const char *command = reader_string(&reader, &command_length);
    int failed = command ? record_parse(&of, input_path, command, command_length, error)
                         : error_set(error, ERROR_USAGE, "%s is damaged", input_path);
    if (!failed) {
        failed = lay_out_in(directory, record_path, &of, &reader, &arena, error);
        record_free(&of);
    }
    arena_free(&arena);
    free(bytes);
    return failed;
}

int kept_open(const char *directory, struct error *error)
{
    char *real = realpath(directory, NULL);
    char *input_path = memory_printf("%s/%s", real ? real : directory, input_name);
    char *record_path = memory_printf("%s/%s", real ? real : directory, record_name);
    int failed = 0;
    if (real && access(input_path, F_OK) == 0) {
        /* If several commands open it, such as those of one mpiexec, only one does the work. */
        int lock = open(real, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        if (lock >= 0)
            flock(lock, LOCK_EX);
        if (access(record_path, F_OK) != 0)
            failed = lay_out(real, input_path, record_path, error);
        if (lock >= 0)
            close(lock);
    }
    free(real);
    free(input_path);
    free(record_path);
    return failed;
}
