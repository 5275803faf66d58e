/* spank.c: makes `srun --tutti-watch ./app` run `tutti watch --transparent -- srun ./app`; with
 * `sbatch --tutti-watch` and `salloc --tutti-watch`, every srun of the job does the same.
 *
 * It is a plugin for Slurm's commands: a line in plugstack.conf loads it (docs/watch.md). If the
 * option is given, srun becomes `tutti watch` with the same words before it does anything. */
#include <slurm/spank.h>

#include <dlfcn.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Variables of the environment. The first is set in a job whose sruns are to be watched, the second
 * in an srun that is being watched. */
#define WANTED  "TUTTI_GUEST_SPANK"
#define WATCHED "TUTTI_GUEST_SPANK_WATCHED"

enum { LINE_STEP = 64 * 1024 };

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

/* Finds the command: tutti=PATH in plugstack.conf, or the command beside this library. */
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
    for (int up = 0; folder && up < 3; up++) { /* the library is PREFIX/lib/tutti/LIBRARY */
        char *slash = strrchr(folder, '/');
        if (slash)
            *slash = '\0';
    }
    snprintf(path, size, "%s/bin/tutti", folder ? folder : "");
    free(folder);
    return access(path, X_OK) == 0;
}

/* Returns the command line of this process, with a zero after each word; NULL: it cannot be read.
 */
static char *spank_own_line(size_t *length)
{
    int file = open("/proc/self/cmdline", O_RDONLY | O_CLOEXEC);
    char *line = NULL;
    size_t used = 0, space = 0;
    ssize_t got = 1;
    for (; file >= 0 && got > 0; used += got > 0 ? (size_t)got : 0) {
        if (used == space) {
            char *more = realloc(line, space += LINE_STEP);
            if (!more)
                break;
            line = more;
        }
        got = read(file, line + used, space - used);
    }
    if (file >= 0)
        close(file);
    *length = used;
    if (got == 0 && used > 0 && line[used - 1] == '\0')
        return line;
    free(line);
    return NULL;
}

/* Becomes `tutti watch`; returns only after a failure. The first word that is the option is left
 * out. Later ones belong to the program. */
static void spank_become_tutti(const char *command)
{
    static const char *const start[] = {"watch", "--transparent", "--"};
    enum { START = sizeof start / sizeof *start };
    size_t length, count = 0, used = 0;
    char *line = spank_own_line(&length);
    for (size_t i = 0; line && i < length; i++)
        count += line[i] == '\0';
    const char **words = line ? calloc(1 + START + count + 1, sizeof *words) : NULL;
    if (words) {
        bool left_out = false;
        words[used++] = command;
        for (size_t i = 0; i < START; i++)
            words[used++] = start[i];
        for (const char *at = line; at < line + length; at += strlen(at) + 1)
            if (left_out || !given || strcmp(at, "--tutti-watch") != 0)
                words[used++] = at;
            else
                left_out = true;
        setenv(WATCHED, "1", 1);
        execv(command, (char *const *)words);
        unsetenv(WATCHED);
    }
    free(words);
    free(line);
}

int slurm_spank_init_post_opt(spank_t spank, int count, char **arguments)
{
    char command[4096];
    enum spank_context context = spank_context();
    (void)spank;
    if (context == S_CTX_ALLOCATOR && given)
        return setenv(WANTED, "1", 1);
    if (context != S_CTX_LOCAL)
        return 0;
    bool watched = getenv(WATCHED);
    unsetenv(WATCHED); /* sruns that the step starts are watched by themselves */
    if (watched || (!given && !getenv(WANTED)))
        return 0;
    if (find_command(count, arguments, command, sizeof command))
        spank_become_tutti(command);
    if (!given) { /* the option was not given for this step, so the step runs as it is */
        slurm_info("not watched: cannot run %s", command);
        return 0;
    }
    slurm_error("--tutti-watch: cannot run %s: name it in plugstack.conf, tutti=/path/to/tutti",
                command);
    return -1;
}
