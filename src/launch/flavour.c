#include "launch/flavour.h"

#include "base/file.h"
#include "base/memory.h"
#include "launch/elf.h"
#include "launch/installed/library.h"
#include "launch/program.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <uthash.h>

enum { STUB_BYTES_MAX = 512 * 1024 };

const char *mpi_flavour_name(enum mpi_flavour flavour)
{
    static const char *const names[] = {"none", "mpich", "openmpi", "abi"};
    return names[flavour];
}

const char *mpi_flavour_library(enum mpi_flavour flavour)
{
    static const char *const libraries[] = {NULL, "libmpich.so.12", "libmpi.so.40",
                                            "libmpi_abi.so.1"};
    return libraries[flavour];
}

const char *mpi_flavour_title(enum mpi_flavour flavour)
{
    static const char *const titles[] = {"no MPI", "MPICH", "Open MPI", "the MPI ABI"};
    return titles[flavour];
}

enum mpi_flavour mpi_flavour_from_name(const char *name)
{
    for (enum mpi_flavour flavour = MPI_FLAVOUR_MPICH; flavour <= MPI_FLAVOUR_ABI; flavour++)
        if (strcmp(name, mpi_flavour_name(flavour)) == 0)
            return flavour;
    return MPI_FLAVOUR_NONE;
}

/* A file whose needs have been followed, or have yet to be. The hash table keeps the files in the
 * order of insertion, so it is also the queue. */
struct visit {
    const char *path; /* the key */
    const struct elf_image *loader;
    UT_hash_handle hh;
};

struct walk {
    struct arena arena;
    struct visit *visited;
    const char *found[MPI_FLAVOUR_ABI + 1]; /* the library that determined the flavour */
    const char *main[MPI_FLAVOUR_ABI + 1]; /* the first one with MPI_Init, which serves all calls */
    const char *missing;                   /* the first needed library that is missing */
    const char *missing_mpi;               /* the first missing one that is an MPI by its name */
    enum mpi_flavour missing_flavour;
    const char *stranger; /* a libmpi of no known family */
};

static bool flavour_starts(const char *string, const char *prefix)
{
    return strncmp(string, prefix, strlen(prefix)) == 0;
}

static bool starts_with_any(const char *string, const char *const *prefixes)
{
    for (; *prefixes; prefixes++)
        if (flavour_starts(string, *prefixes))
            return true;
    return false;
}

/* Returns the flavour that the name of a library tells. libmpi.so alone tells nothing for certain:
 * version 12 is the ABI of MPICH, but Open MPI 1.10 had it, too. */
static enum mpi_flavour soname_flavour(const char *soname)
{
    static const char *const mpich[] = {"libmpich.so",
                                        "libmpichf90.so",
                                        "libmpichfort.so",
                                        "libmpichcxx.so",
                                        "libmpifort.so",
                                        "libmpicxx.so",
                                        "libmpi_cray.so",
                                        "libmpi_gnu",
                                        "libmpi_intel",
                                        "libmpi_ilp64.so",
                                        NULL};
    static const char *const openmpi[] = {"libmpi_mpifh",
                                          "libmpi_usempi",
                                          "libmpi_cxx.so",
                                          "libmpi_f77.so",
                                          "libmpi_f90.so",
                                          "libmpi_java.so",
                                          NULL};
    if (flavour_starts(soname, "libmpi_abi"))
        return MPI_FLAVOUR_ABI;
    if (starts_with_any(soname, mpich))
        return MPI_FLAVOUR_MPICH;
    if (starts_with_any(soname, openmpi))
        return MPI_FLAVOUR_OPENMPI;
    if (strcmp(soname, "libmpi.so.12") == 0)
        return MPI_FLAVOUR_MPICH;
    if (flavour_starts(soname, "libmpi.so."))
        return MPI_FLAVOUR_OPENMPI;
    return MPI_FLAVOUR_NONE;
}

static bool has_mpi_inside(const char *path)
{
    static const char *const symbols[] = {"MPI_Init", "PMPI_Init", "MPI_Init_thread",
                                          "PMPI_Init_thread", NULL};
    return elf_defines(path, symbols);
}

/* Returns whether the library needs libopen_mpi: Open MPI 6 has its symbols there, not in
 * libmpi. */
static bool needs_open_mpi(const char *path)
{
    struct arena arena = {0};
    struct elf_image image;
    struct error ignored;
    bool needs = false;
    if (elf_read(path, &arena, &image, &ignored) == 0)
        for (size_t i = 0; i < image.needed_count && !needs; i++)
            needs = flavour_starts(image.needed[i], "libopen_mpi.so");
    arena_free(&arena);
    return needs;
}

/* Returns the flavour of an existing library by the symbols that programs compiled with its mpi.h
 * use. */
static enum mpi_flavour library_flavour(const char *path)
{
    static const char *const openmpi[] = {"ompi_mpi_comm_world", NULL};
    static const char *const mpich[] = {"MPIR_Dup_fn", NULL};
    if (elf_defines(path, openmpi) || needs_open_mpi(path))
        return MPI_FLAVOUR_OPENMPI;
    return elf_defines(path, mpich) ? MPI_FLAVOUR_MPICH : MPI_FLAVOUR_NONE;
}

/* Returns whether only the symbols of the library can tell, not its name: libmpi.so.12, and an
 * unknown libmpi that is an MPI (libmpi_ibm.so.3). */
static bool is_told_by_symbols(const char *soname, const char *path)
{
    return flavour_starts(soname, "libmpi.so") ||
           (flavour_starts(soname, "libmpi") && soname_flavour(soname) == MPI_FLAVOUR_NONE &&
            has_mpi_inside(path));
}

enum mpi_flavour mpi_flavour_of_library(const char *path)
{
    const char *name = program_base_name(path);
    if (!has_mpi_inside(path))
        return MPI_FLAVOUR_NONE;
    return is_told_by_symbols(name, path) ? library_flavour(path) : soname_flavour(name);
}

static void walk_add(struct walk *walk, const char *path, const struct elf_image *loader)
{
    struct visit *visit;
    HASH_FIND_STR(walk->visited, path, visit);
    if (visit)
        return;
    visit = arena_alloc(&walk->arena, sizeof *visit);
    visit->path = path;
    visit->loader = loader;
    HASH_ADD_KEYPTR(hh, walk->visited, visit->path, strlen(visit->path), visit);
}

static void walk_need(struct walk *walk, const char *soname, const struct elf_image *image)
{
    enum mpi_flavour flavour = soname_flavour(program_base_name(soname));
    const char *path = elf_find_library(soname, image, &walk->arena);
    if (!path) {
        if (!walk->missing)
            walk->missing = soname;
        if (flavour != MPI_FLAVOUR_NONE && !walk->missing_mpi) {
            walk->missing_mpi = soname;
            walk->missing_flavour = flavour;
        }
        return;
    }
    if (is_told_by_symbols(program_base_name(soname), path)) {
        flavour = library_flavour(path);
        if (flavour == MPI_FLAVOUR_NONE)
            walk->stranger = path;
    }
    if (flavour != MPI_FLAVOUR_NONE && !walk->found[flavour])
        walk->found[flavour] = path;
    if (flavour != MPI_FLAVOUR_NONE && !walk->main[flavour] && has_mpi_inside(path))
        walk->main[flavour] = path;
    /* The library that implements the MPI ABI may need another MPI, which the program does not
     * see. */
    if (flavour != MPI_FLAVOUR_ABI)
        walk_add(walk, path, image);
}

/* Follows needs breadth first, as ld.so does: the first image that needs a library determines the
 * RPATHs with which it is searched. */
static void walk_all(struct walk *walk, const struct elf_image *program)
{
    for (size_t i = 0; i < program->needed_count; i++)
        walk_need(walk, program->needed[i], program);
    for (struct visit *visit = walk->visited; visit; visit = visit->hh.next) {
        struct elf_image *image = arena_alloc(&walk->arena, sizeof *image);
        struct error ignored;
        if (elf_read(visit->path, &walk->arena, image, &ignored) != 0)
            continue; /* replaced since the search found it: the loader will report that */
        image->loader = visit->loader;
        for (size_t i = 0; i < image->needed_count; i++)
            walk_need(walk, image->needed[i], image);
    }
    HASH_CLEAR(hh, walk->visited);
}

static const char *runtime_package(enum mpi_flavour flavour)
{
    static const char *const packages[] = {NULL, "libmpich12 on Debian",
                                           "libopenmpi40 or libopenmpi3 on Debian",
                                           "libmpich12 or libopenmpi40 on Debian"};
    return packages[flavour];
}

/* Checks for a stub, with which programs are linked on a machine without the MPI, and which ends
 * every process. Asking a library takes a process, so only a library that is too small for an MPI
 * is asked. */
static int flavour_check_stub(const char *path, const char *library, struct error *error)
{
    struct stat status;
    struct arena arena = {0};
    struct mpi_library answer;
    struct error reason;
    int failed = 0;
    if (library && stat(library, &status) == 0 && status.st_size < STUB_BYTES_MAX &&
        mpi_library_ask(library, &arena, &answer, &reason) != 0 && reason.kind == ERROR_USAGE)
        failed =
            error_set(error, ERROR_USAGE,
                      "%s cannot run: %s; set LD_LIBRARY_PATH to the directory of the real library "
                      "(`tutti doctor` lists what is installed)",
                      path, reason.text);
    arena_free(&arena);
    return failed;
}

static int walk_verdict(const struct walk *walk, const char *path, enum mpi_flavour *flavour,
                        struct error *error)
{
    const char *first = NULL;
    enum mpi_flavour found = MPI_FLAVOUR_NONE;
    for (enum mpi_flavour at = MPI_FLAVOUR_MPICH; at <= MPI_FLAVOUR_ABI; at++) {
        if (!walk->found[at])
            continue;
        if (first)
            return error_set(error, ERROR_USAGE,
                             "%s is linked to two MPIs, %s and %s: build it and its libraries with "
                             "one",
                             path, first, walk->found[at]);
        first = walk->found[at];
        found = at;
    }
    if (first && flavour_check_stub(path, walk->main[found], error) != 0)
        return -1;
    if (first) {
        *flavour = found;
        return 0;
    }
    if (walk->missing_mpi)
        return error_set(error, ERROR_USAGE,
                         "%s needs %s (%s), which the loader does not find: install it (%s), or "
                         "set LD_LIBRARY_PATH to its directory",
                         path, walk->missing_mpi, mpi_flavour_title(walk->missing_flavour),
                         runtime_package(walk->missing_flavour));
    if (walk->stranger)
        return error_set(error, ERROR_USAGE,
                         "%s is linked to %s, which is neither MPICH (or a relative with its ABI), "
                         "nor Open MPI, nor an MPI with the MPI 5 ABI: build the program with one "
                         "of these; `tutti doctor` lists those that are installed",
                         path, walk->stranger);
    if (has_mpi_inside(path))
        return error_set(error, ERROR_USAGE,
                         "%s has the MPI library linked into it statically, so its calls cannot be "
                         "seen: link it with the shared MPI library",
                         path);
    if (walk->missing)
        return error_set(
            error, ERROR_USAGE,
            "%s needs %s, which the loader does not find; no other library that it needs is an "
            "MPI: set LD_LIBRARY_PATH to the directory of the missing library",
            path, walk->missing);
    return error_set(error, ERROR_USAGE,
                     "%s is not linked to MPI: build it with mpicc (or mpif90), or choose the MPI "
                     "that it loads later with --mpi=",
                     path);
}

/* Finds the path of a program that exists and is executable. */
static int flavour_locate(const char *program, struct arena *arena, const char **path,
                          struct error *error)
{
    struct stat status;
    *path = program_find(program, arena);
    if (*path)
        return 0;
    if (*program == '\0')
        return error_set(error, ERROR_USAGE, "the name of the program is empty");
    /* A bare name is searched on PATH only, but the user probably means a file of that name in this
     * directory. */
    if (stat(program, &status) != 0)
        return errno == EACCES
                   ? error_set(error, ERROR_USAGE, "%s: no permission to reach it", program)
                   : error_set(error, ERROR_USAGE, "%s: no such program%s", program,
                               strchr(program, '/') ? "" : " on PATH");
    if (S_ISDIR(status.st_mode))
        return error_set(error, ERROR_USAGE, "%s is a directory, not a program", program);
    if (!S_ISREG(status.st_mode))
        return error_set(error, ERROR_USAGE, "%s is a device or pipe, not a program", program);
    if (!strchr(program, '/'))
        return error_set(error, ERROR_USAGE, "%s: no such program on PATH: did you mean ./%s?",
                         program, program);
    /* For a file that is no program at all, that message is better than the advice to make it
     * executable. */
    struct elf_image image;
    if (access(program, R_OK) == 0 && elf_read(program, arena, &image, error) != 0)
        return -1;
    return error_set(error, ERROR_USAGE, "%s is not executable: chmod +x it", program);
}

static int check_image(const struct elf_image *image, struct arena *arena, struct error *error)
{
    int own = elf_own_machine();
    if (image->machine != own)
        return error_set(error, ERROR_USAGE,
                         "%s is a program for %s, but this machine is %s: build it for this one",
                         image->path, elf_machine_name(image->machine, arena),
                         elf_machine_name(own, arena));
    if (image->bits != (int)sizeof(void *) * 8)
        return error_set(error, ERROR_USAGE, "%s is a program of %d bits, but Tutti is of %zu bits",
                         image->path, image->bits, sizeof(void *) * 8);
    if (image->library)
        return error_set(error, ERROR_USAGE, "%s is a shared library, not a program", image->path);
    if (!image->dynamic)
        return error_set(error, ERROR_USAGE,
                         "%s is linked statically%s, so nothing can be loaded into it: link it "
                         "without -static",
                         image->path, has_mpi_inside(image->path) ? ", MPI included" : "");
    return 0;
}

/* Follows the needs of the program, starting with its file. */
static int walk_program(struct walk *walk, const char *program, const char **path,
                        struct error *error)
{
    struct elf_image image;
    if (flavour_locate(program, &walk->arena, path, error) != 0 ||
        elf_read(*path, &walk->arena, &image, error) != 0 ||
        check_image(&image, &walk->arena, error) != 0)
        return -1;
    walk_all(walk, &image);
    return 0;
}

int mpi_flavour_of_program(const char *program, enum mpi_flavour *flavour, struct error *error)
{
    struct walk walk = {0};
    const char *path;
    int status = walk_program(&walk, program, &path, error);
    if (status == 0)
        status = walk_verdict(&walk, path, flavour, error);
    arena_free(&walk.arena);
    return status;
}

const char *mpi_flavour_library_of_program(const char *program, struct arena *arena)
{
    struct walk walk = {0};
    struct error ignored;
    enum mpi_flavour flavour;
    const char *path, *library = NULL;
    if (walk_program(&walk, program, &path, &ignored) == 0 &&
        walk_verdict(&walk, path, &flavour, &ignored) == 0)
        library = arena_copy(arena, walk.main[flavour]);
    arena_free(&walk.arena);
    return library;
}

int mpi_flavour_of_module(const char *path, enum mpi_flavour *flavour, struct error *error)
{
    struct walk walk = {0};
    struct elf_image image;
    int status = elf_read(path, &walk.arena, &image, error);
    if (status == 0) {
        walk_all(&walk, &image);
        status = walk_verdict(&walk, path, flavour, error);
    }
    arena_free(&walk.arena);
    return status;
}

static bool is_script(const char *path)
{
    char start[2] = "";
    int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (descriptor < 0)
        return false;
    bool script = read(descriptor, start, 2) == 2 && start[0] == '#' && start[1] == '!';
    close(descriptor);
    return script;
}

int mpi_flavour_check_program(const char *program, struct error *error)
{
    struct arena arena = {0};
    const char *path;
    struct elf_image image;
    int status = flavour_locate(program, &arena, &path, error);
    if (status == 0 && !is_script(path)) {
        status = elf_read(path, &arena, &image, error);
        if (status == 0)
            status = check_image(&image, &arena, error);
    }
    arena_free(&arena);
    return status;
}

char *mpi_flavour_guest(enum mpi_flavour flavour, const char *name, struct error *error)
{
    char *relative = memory_printf("lib/tutti/libtutti-%s-%s.so", name, mpi_flavour_name(flavour));
    char *path = file_installed(relative);
    free(relative);
    if (access(path, R_OK) == 0 && !strpbrk(path, " :"))
        return path;
    if (access(path, R_OK) == 0)
        error_set(
            error, ERROR_FAILED,
            "the loader cannot preload %s, since its path has blanks or colons: move Tutti to "
            "another folder",
            path);
    else
        error_set(
            error, ERROR_FAILED,
            "%s is missing, which programs of %s need: install Tutti again; `tutti doctor` says "
            "more",
            path, mpi_flavour_title(flavour));
    free(path);
    return NULL;
}
