#include "instrument/command.h"

#include <string.h>

struct list {
    struct arena *arena;
    char **words;
    size_t count;
};

static void add(struct list *list, const char *word)
{
    *arena_push(list->arena, list->words, list->count) = arena_copy(list->arena, word);
}

static bool among(const char *word, const char *const *names, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(word, names[i]) == 0)
            return true;
    return false;
}

/* Options whose next word is theirs. */
static bool dropped_with_value(const char *word)
{
    static const char *const names[] = {
        "-dependency-file",
        "-MT",
        "-MQ",
        "-header-include-file",
        "-diagnostic-log-file",
        "-serialize-diagnostic-file",
        "-split-dwarf-file",
        "-split-dwarf-output",
        "-opt-record-file",
        "-opt-record-passes",
        "-opt-record-format",
        "-I",
        "-D",
        "-U",
        "-include",
        "-include-pch",
        "-imacros",
        "-isystem",
        "-iquote",
        "-idirafter",
        "-iprefix",
        "-iwithprefix",
        "-iwithprefixbefore",
        "-iwithsysroot",
        "-isystem-after",
        "-cxx-isystem",
        "-internal-isystem",
        "-internal-externc-isystem",
        "-o",
        "-x",
    };
    return among(word, names, sizeof names / sizeof *names);
}

static bool dropped(const char *word)
{
    static const char *const names[] = {
        "-fembed-bitcode=all",
        "-fembed-bitcode",
        "-fembed-bitcode=bitcode",
        "-sys-header-deps",
        "-module-file-deps",
        "-MP",
        "-MG",
        "-H",
        "-MV",
        "-nostdsysteminc",
    };
    return among(word, names, sizeof names / sizeof *names) || strncmp(word, "-Rpass", 6) == 0 ||
           strncmp(word, "-stats-file=", 12) == 0;
}

char **command_again(struct arena *arena, const char *clang, const struct instrument_input *input,
                     const char *bitcode, const char *object)
{
    struct list list = {.arena = arena};
    add(&list, clang);
    const char *end = input->command + input->command_size;
    for (const char *word = input->command; word < end;) {
        size_t length = strnlen(word, (size_t)(end - word));
        char *text = arena_copy_bytes(arena, word, length);
        word += length + 1;
        if (dropped_with_value(text)) {
            if (word < end)
                word += strnlen(word, (size_t)(end - word)) + 1;
            continue;
        }
        if (length > 0 && !dropped(text))
            add(&list, text);
    }
    add(&list, "-x");
    add(&list, "ir");
    add(&list, bitcode);
    add(&list, "-o");
    add(&list, object);
    *arena_push(arena, list.words, list.count) = NULL;
    return list.words;
}
