#include "launch/slurm.h"

#include "launch/process.h"

#include <stdlib.h>
#include <string.h>

enum { ANSWER_CAP = 1 << 20 };

static const double SECONDS = 30;

static int slurm_ask(const char *const *words, char **answer, int *code, struct error *error)
{
    if (process_capture((char *const *)words, SECONDS, ANSWER_CAP, answer, code, error) != 0)
        return error_wrap(error, "cannot ask Slurm");
    return 0;
}

int slurm_nodes(const char *job, int *nodes, struct error *error)
{
    const char *words[] = {"squeue", "-h", "-t", "R", "-o", "%D", "-j", job, NULL};
    char *answer;
    int code;
    if (slurm_ask(words, &answer, &code, error) != 0)
        return -1;
    *nodes = code == 0 ? (int)strtol(answer, NULL, 10) : 0;
    free(answer);
    return *nodes > 0 ? 0
                      : error_set(error, ERROR_USAGE,
                                  "--job: Slurm has no running job %s; `squeue` lists them", job);
}

/* Returns the output of a successful command; otherwise NULL. */
static char *ask_whole(const char *const *words)
{
    char *answer;
    int code;
    struct error ignored;
    if (slurm_ask(words, &answer, &code, &ignored) != 0)
        return NULL;
    if (code == 0)
        return answer;
    free(answer);
    return NULL;
}

char *slurm_node_list(const char *job)
{
    const char *words[] = {"squeue", "-h", "-t", "R", "-o", "%N", "-j", job, NULL};
    char *list = ask_whole(words);
    if (list)
        list[strcspn(list, "\n")] = '\0';
    return list;
}

char *slurm_hosts(const char *list)
{
    const char *words[] = {"scontrol", "show", "hostnames", list, NULL};
    return ask_whole(words);
}

int slurm_processes(const char *job, const char *node, struct arena *arena, pid_t **pids,
                    size_t *count, struct error *error)
{
    const char *words[] = {"scontrol", "listpids", job, node, NULL};
    char *answer, *rest;
    int code;
    if (slurm_ask(words, &answer, &code, error) != 0)
        return -1;
    /* The columns are PID JOBID STEPID LOCALID GLOBALID, below a heading. */
    for (char *line = strtok_r(answer, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
        long pid = strtol(line, NULL, 10);
        if (pid > 0)
            *arena_push(arena, *pids, *count) = (pid_t)pid;
    }
    free(answer);
    return *count > 0
               ? 0
               : error_set(error, ERROR_FAILED,
                           "`scontrol listpids %s %s` names no process of the job", job, node);
}
