/* main.c: tutti-trial-<flavour> POINTS STATUS: tries the points of a file, one after the other,
 * until one fails. Run by `tutti probe` under a launcher.
 *
 * tutti-trial-<flavour> --list names the functions that this MPI has, --version the MPI.
 */
#include "scale/trial/report.h"
#include "scale/trial/trial.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LINE_MAX_BYTES = 256 };

static int main_list(void)
{
    struct function function;
    char name[FUNCTION_NAME_MAX];
    for (size_t i = 0; function_at(i, &function); i++)
        if (call_exists(&function)) {
            function_name(&function, name);
            printf("%s %s\n", name, function.in_place ? "in-place" : "apart");
        }
    return 0;
}

static int trial_version(void)
{
    char text[MPI_MAX_LIBRARY_VERSION_STRING];
    int length;
    MPI_Get_library_version(text, &length);
    printf("%s\n", text);
    return 0;
}

static bool run_points(const struct trial_job *job, FILE *file)
{
    char line[LINE_MAX_BYTES];
    struct point point;
    for (uint32_t number = 0; fgets(line, sizeof line, file); number++) {
        line[strcspn(line, "\n")] = 0;
        report_point(number);
        if (!point_parse(line, &point)) {
            report_end(TRIAL_REFUSED, "no such point: %s", line);
            return false;
        }
        if (!trial_run(job, &point))
            return false;
    }
    return true;
}

int main(int argc, char **argv)
{
    struct trial_job job;
    if (argc == 2 && strcmp(argv[1], "--list") == 0)
        return main_list();
    if (argc == 2 && strcmp(argv[1], "--version") == 0)
        return trial_version();
    FILE *file = argc == 3 ? fopen(argv[1], "r") : NULL;
    if (!file) {
        fprintf(stderr, "usage: %s POINTS STATUS\n", argv[0]);
        return 2;
    }
    MPI_Init(&argc, &argv);
    trial_open(&job);
    if (!report_open(argv[2], job.rank))
        MPI_Abort(MPI_COMM_WORLD, 3);
    bool good = run_points(&job, file);
    fclose(file);
    if (!good)
        _Exit(1); /* after a failure an orderly end may not be possible */
    report_end(TRIAL_OK, "ok");
    trial_close(&job);
    MPI_Finalize();
    return 0;
}
