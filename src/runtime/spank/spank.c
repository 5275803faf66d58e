/* spank.c: `srun --tutti-watch ./app` is `tutti watch --transparent -- srun ./app`, and `sbatch
 * --tutti-watch` and `salloc --tutti-watch` do that to every srun of the job.
 *
 * A plugin of Slurm's commands: a line in plugstack.conf loads it (docs/watch.md). Where the option
 * is given, srun becomes `tutti watch` with the same words before it does anything. */
#include <slurm/spank.h>

#include <dlfcn.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* In the environment of a job: its sruns are to be watched; and of an srun that is. */
#define WANTED  "TUTTI_GUEST_SPANK"
#define WATCHED "TUTTI_GUEST_SPANK_WATCHED"

enum { WORDS = 65536 };

SPANK_PLUGIN(tutti_watch, 1)

static bool given;

static int spank_take(int value, const char *argument, int remote)
{
    (void)value, (void)argument, (void)remote;
    given = true;
    return 0;
}

static char option_name[] = "tutti-watch",
            option_usage[] = "report a hang within seconds (tutti watch)";

static struct spank_option option = {
    .name = option_name,
    .usage = option_usage,
    .has_arg = 0,
    .cb = spank_take,
};

int slurm_spank_init(spank_t spank, int count, char **arguments)
{
    (void)count, (void)arguments;
    enum spank_context context = spank_context();
    if (context == S_CTX_LOCAL || context == S_CTX_ALLOCATOR)
        return spank_option_register(spank, &option) == ESPANK_SUCCESS ? 0 : -1;
    return 0;
}

/* tutti=PATH of plugstack.conf, or the command beside this library. */
static bool find_command(int count, char **arguments, char *path, size_t size)
{
    Dl_info self;
    for (int i = 0; i < count; i++)
        if (strncmp(arguments[i], "tutti=", 6) == 0) {
            snprintf(path, size, "%s", arguments[i] + 6);
            return access(path, X_OK) == 0;
        }
    if (!dladdr((void *)find_command, &self) || !self.dli_fname)
        return false;
    char *folder = realpath(self.dli_fname, NULL);
    for (int up = 0; folder && up < 3; up++) { /* PREFIX/lib/tutti/library */
        char *slash = strrchr(folder, '/');
        if (slash)
            *slash = '\0';
    }
    snprintf(path, size, "%s/bin/tutti", folder ? folder : "");
    free(folder);
    return access(path, X_OK) == 0;
}

/* The words of this command; the texts are in `text`. */
static size_t spank_own_words(char *text, size_t size, char **words, size_t room)
{
    int file = open("/proc/self/cmdline", O_RDONLY | O_CLOEXEC);
    size_t length = 0, count = 0;
    for (ssize_t got = 1; file >= 0 && got > 0 && length < size - 1; length += (size_t)got) {
        got = read(file, text + length, size - 1 - length);
        if (got <= 0)
            break;
    }
    if (file >= 0)
        close(file);
    text[length] = '\0';
    for (char *at = text; at < text + length && count < room; at += strlen(at) + 1)
        words[count++] = at;
    return count;
}

/* Returns only if it does not work. */
static void spank_become_tutti(const char *command)
{
    static char text[1 << 21];
    static char *own[WORDS];
    static const char *words[WORDS + 5];
    size_t count = spank_own_words(text, sizeof text, own, WORDS), used = 0;
    words[used++] = command;
    words[used++] = "watch";
    words[used++] = "--transparent";
    words[used++] = "--";
    for (size_t i = 0; i < count; i++)
        if (strcmp(own[i], "--tutti-watch") != 0)
            words[used++] = own[i];
    words[used] = NULL;
    setenv(WATCHED, "1", 1);
    execv(command, (char *const *)words);
}

int slurm_spank_init_post_opt(spank_t spank, int count, char **arguments)
{
    char command[4096];
    enum spank_context context = spank_context();
    (void)spank;
    if (context == S_CTX_ALLOCATOR && given)
        return setenv(WANTED, "1", 1);
    if (context != S_CTX_LOCAL || getenv(WATCHED) || (!given && !getenv(WANTED)))
        return 0;
    if (find_command(count, arguments, command, sizeof command))
        spank_become_tutti(command);
    if (!given) { /* the step was not asked for by name: it runs as it is */
        slurm_info("not watched: cannot run %s", command);
        return 0;
    }
    slurm_error("--tutti-watch: cannot run %s: name it in plugstack.conf, tutti=/path/to/tutti",
                command);
    return -1;
}
