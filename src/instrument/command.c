#include "instrument/command.h"

#include "compile/line.h"
#include "instrument/allowed.h"

#include <string.h>

struct list {
    struct arena *arena;
    char **words;
    size_t count;
};

static void instrument_command_add(struct list *list, const char *word)
{
    *arena_push(list->arena, list->words, list->count) = arena_copy(list->arena, word);
}

static bool command_among(const char *word, const char *const *names, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(word, names[i]) == 0)
            return true;
    return false;
}

/* The word of a command that says that the object reports its accesses of memory. */
static const char memory_mark[] = "-ftutti-memory";

/* Returns the word at `*at`, which moves on; NULL: the command ends there. */
static const char *command_next_word(const struct instrument_input *input, const char **at)
{
    const char *word = *at, *end = input->command + input->command_size;
    if (word >= end || !memchr(word, 0, (size_t)(end - word)))
        return NULL;
    *at += strlen(word) + 1;
    return word;
}

static char **instrument_command_finish(struct list *list)
{
    *arena_push(list->arena, list->words, list->count) = NULL;
    return list->words;
}

static void instrument_command_add_all(struct list *list, const char *const *words, size_t count)
{
    for (size_t i = 0; i < count; i++)
        instrument_command_add(list, words[i]);
}

char **command_again(struct arena *arena, const char *clang, const struct instrument_input *input,
                     const char *bitcode, const char *object, const char **refused)
{
    struct list list = {.arena = arena};
    const char *at = input->command, *word;
    instrument_command_add(&list, clang);
    while ((word = command_next_word(input, &at)) != NULL) {
        enum allowed allowed = allowed_of_clang(word);
        if (allowed == ALLOWED_NOT && strcmp(word, memory_mark) != 0) {
            *refused = word;
            return NULL;
        }
        const char *value = allowed_has_value(allowed) ? command_next_word(input, &at) : NULL;
        if (value && allowed == ALLOWED_PAIR && *value == '@') {
            *refused = value;
            return NULL;
        }
        if (allowed == ALLOWED_WORD || (value && allowed == ALLOWED_PAIR))
            instrument_command_add(&list, word);
        if (value && allowed == ALLOWED_PAIR)
            instrument_command_add(&list, value);
    }
    const char *const last[] = {"-x", "ir", bitcode, "-o", object};
    instrument_command_add_all(&list, last, sizeof last / sizeof *last);
    return instrument_command_finish(&list);
}

bool command_of_fortran(const struct instrument_input *input)
{
    const char *at = input->command, *word = command_next_word(input, &at);
    word = word ? command_next_word(input, &at) : NULL;
    return word && strcmp(word, INSTRUMENT_FLANG) == 0;
}

/* Reads a Fortran command past "-cc1", the mark and the directory. Returns the compiler. */
static const char *fortran_start(const struct instrument_input *input, const char **at,
                                 const char **directory)
{
    *at = input->command;
    command_next_word(input, at);
    command_next_word(input, at);
    *directory = command_next_word(input, at);
    return *directory ? command_next_word(input, at) : NULL;
}

char **command_fortran(struct arena *arena, const char *flang, const struct instrument_input *input,
                       const char *bitcode, const char *modules, const char **directory,
                       const char **refused)
{
    struct list list = {.arena = arena};
    const char *at, *word = fortran_start(input, &at, directory);
    *refused = word ? NULL : "";
    if (!word)
        return NULL;
    instrument_command_add(&list, flang);
    while ((word = command_next_word(input, &at)) != NULL) {
        enum allowed allowed = allowed_of_flang(word);
        if (allowed == ALLOWED_NOT && strcmp(word, memory_mark) != 0) {
            *refused = word;
            return NULL;
        }
        const char *value = allowed_has_value(allowed) ? command_next_word(input, &at) : NULL;
        if (value && allowed == ALLOWED_PAIR) {
            bool modules_there = word[1] == 'J' || word[1] == 'm';
            instrument_command_add(&list,
                                   arena_printf(arena, "%s%s", modules_there ? "-I" : word, value));
        } else if (strncmp(word, "-J", 2) == 0) {
            instrument_command_add(&list, arena_printf(arena, "-I%s", word + 2));
        } else if (allowed == ALLOWED_WORD) {
            instrument_command_add(&list, word);
        }
    }
    const char *const last[] = {"-J", modules, "-I", ".", "-g", "-emit-llvm", "-c", "-o", bitcode};
    instrument_command_add_all(&list, last, sizeof last / sizeof *last);
    return instrument_command_finish(&list);
}

/* Says whether an option is about the generated code and known to clang too. */
static bool of_code(const char *word)
{
    static const char *const names[] = {"-fPIC",    "-fpic",    "-fPIE",    "-fpie", "-fno-pic",
                                        "-fno-PIC", "-fno-pie", "-fno-PIE", "-Ofast"};
    return command_among(word, names, sizeof names / sizeof *names) ||
           strncmp(word, "-march=", 7) == 0 || strncmp(word, "-mtune=", 7) == 0 ||
           strncmp(word, "-mcmodel=", 9) == 0 || strncmp(word, "--target=", 9) == 0 ||
           (strncmp(word, "-O", 2) == 0 && strlen(word) <= 3);
}

char **command_fortran_again(struct arena *arena, const char *clang,
                             const struct instrument_input *input, const char *bitcode,
                             const char *object)
{
    struct list list = {.arena = arena};
    const char *at, *directory, *word = fortran_start(input, &at, &directory);
    const char *const first[] = {clang, "-Wno-everything", "-Xclang", "-disable-llvm-passes"};
    instrument_command_add_all(&list, first, sizeof first / sizeof *first);
    while (word && (word = command_next_word(input, &at)) != NULL)
        if (of_code(word))
            instrument_command_add(&list, word);
    const char *const last[] = {"-c", "-x", "ir", bitcode, "-o", object};
    instrument_command_add_all(&list, last, sizeof last / sizeof *last);
    return instrument_command_finish(&list);
}

/* Says whether the word is an optimisation level. */
static bool is_level(const char *word)
{
    return strncmp(word, "-O", 2) == 0 && strlen(word) <= 3;
}

static bool command_optimises(const struct instrument_input *input)
{
    const char *at = input->command, *word;
    bool optimises = false;
    while ((word = command_next_word(input, &at)) != NULL)
        if (is_level(word) || strcmp(word, "-Ofast") == 0)
            optimises = strcmp(word, "-O0") != 0;
    return optimises;
}

/* Returns a command of clang's driver, from options that both compilers have, or from none. */
static char **test_by_driver(struct arena *arena, const char *clang,
                             const struct instrument_input *input, const char *bitcode,
                             const char *object)
{
    struct list list = {.arena = arena};
    const char *at, *directory;
    const char *word =
        input->command && command_of_fortran(input) ? fortran_start(input, &at, &directory) : NULL;
    const char *const first[] = {clang, "-Wno-everything",
                                 input->command && command_optimises(input) ? "-O2" : "-O1"};
    instrument_command_add_all(&list, first, sizeof first / sizeof *first);
    while (word && (word = command_next_word(input, &at)) != NULL)
        if (of_code(word) && !is_level(word))
            instrument_command_add(&list, word);
    const char *const last[] = {"-c", "-x", "ir", bitcode, "-o", object};
    instrument_command_add_all(&list, last, sizeof last / sizeof *last);
    return instrument_command_finish(&list);
}

char **command_test(struct arena *arena, const char *clang, const struct instrument_input *input,
                    const char *bitcode, const char *object)
{
    const char *refused;
    char **words = !input->command || command_of_fortran(input)
                       ? NULL
                       : command_again(arena, clang, input, bitcode, object, &refused);
    if (!words)
        return test_by_driver(arena, clang, input, bitcode, object);
    if (command_optimises(input))
        return words;
    struct list list = {.arena = arena};
    for (char **word = words; *word; word++)
        if (!is_level(*word))
            instrument_command_add(&list, *word);
    instrument_command_add(&list, "-O1");
    return instrument_command_finish(&list);
}

const char *command_source(const struct instrument_input *input)
{
    const char *at = input->command, *word;
    while (at && (word = command_next_word(input, &at)) != NULL)
        if (word[0] != '-' && language_is_source(language_of_file(word)))
            return word;
    return NULL;
}

bool command_sees_memory(const struct instrument_input *input)
{
    const char *at = input->command, *word;
    while (at && (word = command_next_word(input, &at)) != NULL)
        if (strcmp(word, memory_mark) == 0)
            return true;
    return false;
}

const char *command_mark_memory(struct arena *arena, const struct instrument_input *input,
                                size_t *size)
{
    struct list list = {.arena = arena};
    const char *at = input->command, *word;
    while (at && (word = command_next_word(input, &at)) != NULL)
        if (strcmp(word, memory_mark) != 0)
            instrument_command_add(&list, word);
    instrument_command_add(&list, memory_mark);
    *size = 0;
    for (size_t i = 0; i < list.count; i++)
        *size += strlen(list.words[i]) + 1;
    char *bytes = arena_alloc(arena, *size), *end = bytes;
    for (size_t i = 0; i < list.count; i++) {
        memcpy(end, list.words[i], strlen(list.words[i]) + 1);
        end += strlen(list.words[i]) + 1;
    }
    return bytes;
}

bool command_debugs(const struct instrument_input *input)
{
    static const char kind[] = "-debug-info-kind=";
    bool debugs = false, fortran = command_of_fortran(input);
    const char *at = input->command, *word;
    while (at && (word = command_next_word(input, &at)) != NULL) {
        if (strncmp(word, kind, strlen(kind)) == 0)
            debugs = true;
        else if (fortran && strncmp(word, "-g", 2) == 0)
            debugs = strcmp(word, "-g0") != 0;
    }
    return debugs;
}
