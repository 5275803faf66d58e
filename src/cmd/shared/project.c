#include "cmd/shared/project.h"

#include "base/file.h"
#include "launch/program.h"

#include <ctype.h>
#include <fts.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

enum { FILES_MAX = 20000, PROGRAMS_MAX = 64, SOURCE_CAP = 4 << 20, DEPTH_MAX = 8 };

enum language { LANGUAGE_NONE, LANGUAGE_C, LANGUAGE_CXX, LANGUAGE_FORTRAN };

static enum language language_of(const char *name)
{
    static const struct {
        const char *ending;
        enum language language;
    } endings[] = {{".c", LANGUAGE_C},         {".cc", LANGUAGE_CXX},
                   {".cpp", LANGUAGE_CXX},     {".cxx", LANGUAGE_CXX},
                   {".f", LANGUAGE_FORTRAN},   {".f90", LANGUAGE_FORTRAN},
                   {".f03", LANGUAGE_FORTRAN}, {".f08", LANGUAGE_FORTRAN}};
    const char *dot = strrchr(name, '.');
    for (size_t i = 0; dot && i < sizeof endings / sizeof *endings; i++)
        if (strcasecmp(dot, endings[i].ending) == 0)
            return endings[i].language;
    return LANGUAGE_NONE;
}

/* Returns whether the text contains "main" as a separate word, followed by a bracket. */
static bool has_main(const char *text)
{
    for (const char *at = text; (at = strstr(at, "main")); at += 4) {
        const char *behind = at + 4;
        while (*behind == ' ')
            behind++;
        bool word = at == text || !(isalnum((unsigned char)at[-1]) || at[-1] == '_');
        if (word && *behind == '(')
            return true;
    }
    return false;
}

static void look_at_source(struct project *project, const char *path, enum language language)
{
    struct error ignored;
    char *bytes;
    size_t length;
    if (file_read(path, SOURCE_CAP, &bytes, &length, &ignored) != 0)
        return;
    bool calls = language == LANGUAGE_FORTRAN ? strcasestr(bytes, "mpi_") != NULL
                                              : strstr(bytes, "MPI_") != NULL;
    project->c += calls && language == LANGUAGE_C;
    project->cxx += calls && language == LANGUAGE_CXX;
    project->fortran += calls && language == LANGUAGE_FORTRAN;
    if (calls && language == LANGUAGE_C && has_main(bytes))
        *arena_push(&project->arena, project->mains, project->main_count) =
            arena_copy(&project->arena, path);
    free(bytes);
}

static void project_look_at_program(struct project *project, const char *path, const char *name)
{
    struct error ignored;
    enum mpi_flavour flavour;
    if (project->program_count == PROGRAMS_MAX || strstr(name, ".so") || access(path, X_OK) != 0 ||
        mpi_flavour_of_program(path, &flavour, &ignored) != 0)
        return;
    *arena_push(&project->arena, project->programs, project->program_count) =
        (struct project_program){arena_copy(&project->arena, path), flavour};
}

static void look_at_build(struct project *project, const FTSENT *entry, const char *path)
{
    static const struct {
        const char *file, *build;
    } files[] = {{"CMakeLists.txt", "CMake"},   {"meson.build", "Meson"},
                 {"configure.ac", "Autotools"}, {"GNUmakefile", "make"},
                 {"Makefile", "make"},          {"makefile", "make"}};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        if (entry->fts_level == 1 && strcmp(entry->fts_name, files[i].file) == 0 &&
            (!project->build || strcmp(project->build, "make") == 0))
            project->build = files[i].build;
    if (strcmp(entry->fts_name, "compile_commands.json") != 0 || project->database)
        return;
    size_t length = strlen(path) - strlen(entry->fts_name);
    project->database = length == 0 ? "." : arena_copy_bytes(&project->arena, path, length - 1);
}

static bool is_passed_over(const FTSENT *entry)
{
    return entry->fts_level > 0 &&
           (*entry->fts_name == '.' || strcmp(entry->fts_name, "tutti-out") == 0 ||
            strcmp(entry->fts_name, "CMakeFiles") == 0 || entry->fts_level > DEPTH_MAX);
}

static int compare_names(const FTSENT **left, const FTSENT **right)
{
    return strcmp((*left)->fts_name, (*right)->fts_name);
}

void project_look(struct project *project)
{
    char here[] = ".", *roots[] = {here, NULL};
    size_t files = 0;
    *project = (struct project){0};
    FTS *walk = fts_open(roots, FTS_PHYSICAL | FTS_NOCHDIR | FTS_XDEV, compare_names);
    for (FTSENT *entry; walk && (entry = fts_read(walk));) {
        if (entry->fts_info == FTS_D && is_passed_over(entry))
            fts_set(walk, entry, FTS_SKIP);
        if (entry->fts_info != FTS_F)
            continue;
        project->cut = files++ == FILES_MAX;
        if (project->cut)
            break;
        const char *path = entry->fts_path + 2; /* behind "./" */
        enum language language = language_of(entry->fts_name);
        if (language != LANGUAGE_NONE)
            look_at_source(project, path, language);
        else
            project_look_at_program(project, arena_printf(&project->arena, "./%s", path),
                                    entry->fts_name);
        look_at_build(project, entry, path);
    }
    if (walk)
        fts_close(walk);
}

void project_free(struct project *project)
{
    arena_free(&project->arena);
}
