/* installation.h: finds the MPIs of a machine: library, compiler wrapper and launcher of each.
 *
 * The search covers PATH and LD_LIBRARY_PATH, the variables that `module load` sets (I_MPI_ROOT,
 * MPICH_DIR, CRAY_MPICH_DIR, MPI_HOME ...), the library directories of the loader and of Debian,
 * /opt and /usr/local. It starts wrappers and launchers to ask them for names and versions;
 * library.h asks the libraries.
 */
#ifndef TUTTI_LAUNCH_INSTALLED_INSTALLATION_H
#define TUTTI_LAUNCH_INSTALLED_INSTALLATION_H

#include "launch/installed/library.h"

#include <stddef.h>

struct mpi_installation {
    const char *from;           /* where it was found: "PATH", "I_MPI_ROOT", "/opt" */
    const char *wrapper;        /* the file of its mpicc; NULL: none */
    const char *library;        /* the file; NULL: the wrapper names no library that Tutti knows */
    enum mpi_flavour flavour;   /* the family of the programs that the wrapper builds */
    struct mpi_library says;    /* the library's own answer; the title is always set */
    const char *silent;         /* why the library gave no answer; NULL: it gave one */
    const char *launcher;       /* a file, or "srun"; NULL: none */
    const char *launcher_title; /* "Hydra 4.0.2" */
};

struct mpi_installations {
    struct arena arena;
    struct mpi_installation *items;
    size_t count;
};

/* Finds all installed MPIs, each library once; those on PATH come first. */
void mpi_installations_find(struct mpi_installations *installations);

/* Adds the MPI of a compiler wrapper, or the one below a directory such as I_MPI_ROOT. Fails with
 * an ERROR_USAGE if there is no MPI. */
int mpi_installations_add(struct mpi_installations *installations, const char *path,
                          struct error *error);

void mpi_installations_free(struct mpi_installations *installations);

/* Return the directories that `module load` would add to PATH and to LD_LIBRARY_PATH; NULL:
 * none. */
const char *mpi_installation_programs(const struct mpi_installation *installation,
                                      struct arena *arena);
const char *mpi_installation_libraries(const struct mpi_installation *installation,
                                       struct arena *arena);

#endif
