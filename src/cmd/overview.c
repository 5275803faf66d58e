#include "cmd/overview.h"

#include "cmd/shared/project.h"
#include "cmd/shared/several.h"
#include "launch/program.h"
#include "report/report.h"

#include <string.h>

enum { NAMED_MAX = 4, COMMAND_WIDTH = 46 };

static const char *overview_plural(size_t count)
{
    return count == 1 ? "" : "s";
}

static void print_sources(const struct project *project, struct text *out)
{
    const struct {
        size_t count;
        const char *name;
    } kinds[] = {{project->c, "C"}, {project->cxx, "C++"}, {project->fortran, "Fortran"}};
    size_t said = 0;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (kinds[i].count == 0)
            continue;
        text_addf(out, "%s%zu %s source%s", said++ ? ", " : "Sources:   ", kinds[i].count,
                  kinds[i].name, overview_plural(kinds[i].count));
    }
    if (said > 0)
        text_addf(out, " with calls of MPI%s", project->cut ? ", among the first files" : "");
    if (said > 0 && project->build)
        text_addf(out, ", built by %s", project->build);
    text_add(out, said > 0 ? "\n" : "");
}

static void print_programs(const struct project *project, struct text *out)
{
    size_t count = project->program_count;
    if (count == 0)
        return;
    text_add(out, "Programs:  ");
    for (size_t i = 0; i < count && i < NAMED_MAX; i++)
        text_addf(out, "%s%s (%s)", i ? ", " : "", project->programs[i].path,
                  mpi_flavour_title(project->programs[i].flavour));
    if (count > NAMED_MAX)
        text_addf(out, " and %zu more", count - NAMED_MAX);
    text_add_char(out, '\n');
}

static void print_mpi(struct text *out)
{
    static const enum mpi_flavour flavours[] = {MPI_FLAVOUR_MPICH, MPI_FLAVOUR_OPENMPI};
    struct arena arena = {0};
    size_t said = 0;
    text_add(out, "MPI:       ");
    for (size_t i = 0; i < sizeof flavours / sizeof *flavours; i++)
        if (program_find(arena_printf(&arena, "mpicc.%s", mpi_flavour_name(flavours[i])), &arena))
            text_addf(out, "%s%s", said++ ? ", " : "", mpi_flavour_title(flavours[i]));
    text_add(out, said ? "\n" : "none found; `tutti doctor` says what to install\n");
    arena_free(&arena);
}

/* Prints the findings of all runs in this folder; returns false if there are none. */
static bool print_findings(const struct options *options, struct text *out)
{
    struct several several;
    struct error ignored;
    char **paths;
    size_t count;
    if (several_paths("tutti-out", &paths, &count, &ignored) != 0)
        return false;
    bool read = several_read(paths, count, options, &several, &ignored) == 0;
    several_free_paths(paths, count);
    if (!read)
        return false;
    const struct past_run *last = &several.all.runs[several.all.run_count - 1];
    size_t found = several.all.finding_count;
    text_addf(out, "Findings:  %zu in %zu run%s; the last: %s%s%s at %s, %s\n", found, count,
              overview_plural(count), last->verb, *last->program ? " " : "", last->program,
              last->when, verdict_name(last->verdict));
    several_free(&several);
    return true;
}

static void overview_suggest(struct text *out, const char *command, const char *what)
{
    text_addf(out, "  %-*s  %s\n", COMMAND_WIDTH, command, what);
}

static void print_next(struct project *project, bool found, struct text *out)
{
    struct arena *arena = &project->arena;
    const char *program = project->program_count > 0 ? project->programs[0].path
                          : project->main_count > 0  ? project->mains[0]
                                                     : NULL;
    text_add(out, "\nNext:\n");
    if (found)
        overview_suggest(out, "tutti report tutti-out --html=tutti.html",
                         "all findings, each bug once, as a page");
    if (project->database)
        overview_suggest(out, arena_printf(arena, "tutti check -p %s", project->database),
                         "the sources, for any number of ranks");
    else if (project->main_count > 0)
        overview_suggest(out, arena_printf(arena, "tutti check %s", project->mains[0]),
                         "the source, for any number of ranks");
    else if (project->c + project->cxx + project->fortran > 0)
        overview_suggest(out, "tutti cc, tutti c++, tutti fc",
                         "as compilers: analysis at the link, checks in the program");
    if (program) {
        overview_suggest(out, arena_printf(arena, "tutti run -n 4 %s", program),
                         "one execution: deadlocks, leaks, races");
        overview_suggest(out, arena_printf(arena, "tutti verify -n 4 %s", program),
                         "every schedule that MPI allows");
    }
    if (project->main_count > 0)
        overview_suggest(out, arena_printf(arena, "tutti test %s", project->mains[0]),
                         "inputs that lead to new code, and to bugs");
    overview_suggest(out, "tutti ci", "a job for GitHub or GitLab that does all this");
    text_add(out, "`tutti --help` has all verbs.\n");
}

bool overview_print(const struct options *options, struct text *out)
{
    struct project project;
    project_look(&project);
    bool any = project.c + project.cxx + project.fortran + project.program_count > 0;
    if (any) {
        print_sources(&project, out);
        print_programs(&project, out);
        print_mpi(out);
        bool found = print_findings(options, out);
        print_next(&project, found, out);
    }
    project_free(&project);
    return any;
}
