/* replay.c: main() of a harness without libFuzzer: reads the files of the folders that it is given,
 * whole and cut short at several places. */
#include "base/file.h"
#include "fuzz.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { INPUT_CAP = 16 << 20, CUTS = 16 };

/* In memory of exactly this size, so that sanitizers see the byte behind it. */
static void try(const char *bytes, size_t length)
{
    uint8_t *copy = malloc(length ? length : 1);
    if (!copy)
        abort();
    memcpy(copy, bytes, length);
    LLVMFuzzerTestOneInput(copy, length);
    free(copy);
}

static int replay(const char *folder, const char *name)
{
    struct error error;
    char path[4096], *bytes;
    size_t length;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    if (file_read(path, INPUT_CAP, &bytes, &length, &error) != 0) {
        fprintf(stderr, "%s\n", error.text);
        return -1;
    }
    printf("%s\n", path);
    fflush(stdout);
    for (size_t i = 0; i <= CUTS; i++)
        try(bytes, length * i / CUTS);
    free(bytes);
    return 0;
}

int main(int argc, char **argv)
{
    int count = 0;
    for (int i = 1; i < argc; i++) {
        DIR *folder = opendir(argv[i]);
        if (!folder) {
            perror(argv[i]);
            return 3;
        }
        for (const struct dirent *entry; (entry = readdir(folder));) {
            if (entry->d_name[0] == '.')
                continue;
            if (replay(argv[i], entry->d_name) != 0)
                return 3;
            count++;
        }
        closedir(folder);
    }
    printf("%d files\n", count);
    return count > 0 ? 0 : 3;
}
