/* launcher_hosts.c: finds the names of a job's machines in the command line, or in the variables of
 * a batch system. */
#include "base/file.h"
#include "launch/launcher.h"
#include "launch/slurm.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { FILE_CAP = 16 << 20 };

/* Adds the name of a host from "node1", "user@node1" or "node1:4", unless the list already ends
 * with it. */
static void add_host(struct hosts *hosts, const char *word, size_t length, struct arena *arena)
{
    const char *at = memchr(word, '@', length);
    if (at) {
        length -= (size_t)(at + 1 - word);
        word = at + 1;
    }
    const char *colon = memchr(word, ':', length);
    length = colon ? (size_t)(colon - word) : length;
    const char *last = hosts->count > 0 ? hosts->names[hosts->count - 1] : "";
    if (length == 0 || (strlen(last) == length && strncmp(last, word, length) == 0))
        return;
    *arena_push(arena, hosts->names, hosts->count) = arena_copy_bytes(arena, word, length);
}

static void launcher_hosts_add_list(struct hosts *hosts, const char *list, struct arena *arena)
{
    while (*list) {
        size_t length = strcspn(list, ", \t");
        add_host(hosts, list, length, arena);
        list += length + (list[length] != '\0');
    }
}

/* Adds the first word of each line; the words behind a name give numbers of slots and the like. */
static void launcher_hosts_add_lines(struct hosts *hosts, const char *lines, struct arena *arena)
{
    while (*lines) {
        size_t length = strcspn(lines, "\n"), blanks = strspn(lines, " \t");
        if (blanks < length && lines[blanks] != '#')
            add_host(hosts, lines + blanks, strcspn(lines + blanks, " \t\r\n"), arena);
        lines += length + (lines[length] != '\0');
    }
}

static void launcher_hosts_add_file(struct hosts *hosts, const char *path, struct arena *arena)
{
    char *text;
    struct error ignored;
    if (file_read(path, FILE_CAP, &text, NULL, &ignored) != 0)
        return;
    launcher_hosts_add_lines(hosts, text, arena);
    free(text);
}

/* Adds the value of an option, which may be a list or a file. */
static void launcher_hosts_add_value(struct hosts *hosts, const char *value, struct arena *arena)
{
    struct stat status;
    if (stat(value, &status) == 0 && S_ISREG(status.st_mode))
        launcher_hosts_add_file(hosts, value, arena);
    else
        launcher_hosts_add_list(hosts, value, arena);
}

static void add_batch(struct hosts *hosts, struct arena *arena)
{
    static const char *const files[] = {"PBS_NODEFILE",
                                        "LSB_DJOB_HOSTFILE",
                                        "PE_HOSTFILE",
                                        "HYDRA_HOST_FILE",
                                        "OMPI_MCA_orte_default_hostfile",
                                        "PRTE_MCA_prte_default_hostfile"};
    const char *slurm = getenv("SLURM_JOB_NODELIST"), *list = getenv("LSB_HOSTS");
    char *lines = slurm ? slurm_hosts(slurm) : NULL;
    if (lines)
        launcher_hosts_add_lines(hosts, lines, arena);
    free(lines);
    for (size_t i = 0; i < sizeof files / sizeof *files && hosts->count == 0; i++)
        if (getenv(files[i]))
            launcher_hosts_add_file(hosts, getenv(files[i]), arena);
    if (list && hosts->count == 0)
        launcher_hosts_add_list(hosts, list, arena);
}

struct hosts launcher_hosts(const struct launcher_line *line, struct arena *arena)
{
    struct hosts hosts = {0};
    for (size_t i = 0; i < line->host_value_count; i++)
        launcher_hosts_add_value(&hosts, line->host_values[i], arena);
    if (!line->hosts)
        add_batch(&hosts, arena);
    return hosts;
}

struct hosts launcher_job_hosts(const char *job, struct arena *arena)
{
    struct hosts hosts = {0};
    char *list = slurm_node_list(job), *lines = list ? slurm_hosts(list) : NULL;
    if (lines)
        launcher_hosts_add_lines(&hosts, lines, arena);
    free(lines);
    free(list);
    return hosts;
}
