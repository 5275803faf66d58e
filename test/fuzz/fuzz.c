#include "fuzz.h"

#include "base/file.h"
#include "base/memory.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char *folder;

static void remove_folder(void)
{
    struct error ignored;
    file_remove_directory(folder, &ignored);
    free(folder);
}

const char *fuzz_folder(void)
{
    struct error error;
    if (!folder) {
        if (file_make_temporary("tutti-fuzz-", &folder, &error) != 0) {
            fprintf(stderr, "%s\n", error.text);
            _exit(3);
        }
        atexit(remove_folder);
    }
    return folder;
}

const char *fuzz_file(const char *name, const uint8_t *data, size_t size)
{
    static char path[4096];
    snprintf(path, sizeof path, "%s/%s", fuzz_folder(), name);
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (file < 0 || write(file, data, size) != (ssize_t)size || close(file) != 0) {
        perror(path);
        _exit(3);
    }
    return path;
}

char *fuzz_text(const uint8_t *data, size_t size)
{
    char *text = memory_alloc(size + 1);
    if (size > 0)
        memcpy(text, data, size);
    text[size] = '\0';
    return text;
}

char **fuzz_words(const uint8_t *data, size_t size, size_t *count)
{
    size_t lines = 1;
    for (size_t i = 0; i < size; i++)
        lines += data[i] == '\n';
    char **words = memory_alloc((lines + 1) * sizeof *words + size + 1);
    char *text = (char *)(words + lines + 1);
    if (size > 0)
        memcpy(text, data, size);
    text[size] = '\0';
    *count = 0;
    for (char *word; (word = strsep(&text, "\n"));)
        if (*word)
            words[(*count)++] = word;
    words[*count] = NULL;
    return words;
}
