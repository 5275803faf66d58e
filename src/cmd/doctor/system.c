#include "base/file.h"
#include "cmd/doctor/checks.h"
#include "launch/elf.h"
#include "launch/flavour.h"
#include "launch/launcher.h"
#include "launch/process.h"

#include <ctype.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/statvfs.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    SHARED_BYTES = 1024 * 1024,   /* bytes that the check maps */
    SHARED_MEBIBYTES_WANTED = 64, /* size that a run of a few ranks may need */
    LAUNCH_SECONDS = 30,
    OUTPUT_MAX = 64 * 1024,
};

/* The libraries that are preloaded into the user's processes: lib/tutti/libtutti-NAME-MPI.so. */
static const char *const guests[] = {"trace", "world"};

/* Starts a child that waits to be killed, and dies with the command. */
static pid_t start_sleeper(void)
{
    pid_t child = fork();
    if (child == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        for (;;)
            pause();
    }
    return child;
}

/* Attaches to a process as the diagnosis of hangs does: seize, interrupt, wait for the stop. */
static int trace_once(pid_t child)
{
    int status;
    if (ptrace(PTRACE_SEIZE, child, NULL, NULL) != 0 ||
        ptrace(PTRACE_INTERRUPT, child, NULL, NULL) != 0)
        return -1;
    if (waitpid(child, &status, 0) != child)
        return -1;
    return WIFSTOPPED(status) ? 0 : -1;
}

static void check_ptrace(struct checkup *checkup)
{
    pid_t child = start_sleeper();
    if (child < 0) {
        checkup_add(checkup, CHECK_WARN, "ptrace", "not tried", strerror(errno));
        return;
    }
    int failed = trace_once(child);
    int reason = errno;
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);

    char *bytes = NULL;
    struct error error;
    const char *scope = NULL;
    if (file_read("/proc/sys/kernel/yama/ptrace_scope", 64, &bytes, NULL, &error) == 0)
        scope = arena_printf(&checkup->arena, "ptrace_scope %ld", strtol(bytes, NULL, 10));
    free(bytes);
    if (!failed) {
        checkup_add(checkup, CHECK_PASS, "ptrace", scope ? scope : "permitted",
                    "a process that Tutti started can be traced");
        return;
    }
    struct check *check = checkup_add(checkup, CHECK_WARN, "ptrace", scope ? scope : "refused",
                                      arena_printf(&checkup->arena,
                                                   "a child cannot be traced: %s; stacks of a hung "
                                                   "rank cannot be read",
                                                   strerror(reason)));
    check->fix = scope ? "sysctl kernel.yama.ptrace_scope=1"
                       : "give the container the capability SYS_PTRACE, or a seccomp profile that "
                         "permits ptrace";
}

/* Maps the file shared and lets a child write into it, as the ranks of a world do. */
static int share_memory(int descriptor)
{
    if (posix_fallocate(descriptor, 0, SHARED_BYTES) != 0) {
        errno = ENOSPC;
        return -1;
    }
    volatile char *memory =
        mmap(NULL, SHARED_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
    if (memory == MAP_FAILED)
        return -1;
    pid_t child = fork();
    if (child == 0) {
        memory[SHARED_BYTES - 1] = 1;
        _exit(0);
    }
    if (child > 0)
        waitpid(child, NULL, 0);
    int failed = child < 0 || memory[SHARED_BYTES - 1] != 1;
    munmap((void *)memory, SHARED_BYTES);
    return failed ? -1 : 0;
}

static void check_memfd(struct checkup *checkup)
{
    int descriptor = memfd_create("tutti-doctor", MFD_CLOEXEC);
    if (descriptor >= 0 && share_memory(descriptor) == 0)
        checkup_add(checkup, CHECK_PASS, "memfd", "works", "memory shared with the ranks");
    else
        checkup_add(checkup, CHECK_FAIL, "memfd", "fails", strerror(errno));
    if (descriptor >= 0)
        close(descriptor);
}

static void check_shared_files(struct checkup *checkup)
{
    static const char name[] = "/dev/shm";
    static const char purpose[] = "both MPIs, and Tutti's guests, share memory between ranks there";
    char path[] = "/dev/shm/tutti-doctor-XXXXXX";
    struct statvfs status;
    int descriptor = mkostemp(path, O_CLOEXEC);
    if (descriptor < 0) {
        struct check *check =
            checkup_add(checkup, CHECK_FAIL, name, "not writable",
                        arena_printf(&checkup->arena, "%s; %s", strerror(errno), purpose));
        check->fix = "mount -t tmpfs tmpfs /dev/shm, writable for all (mode 1777)";
        return;
    }
    unlink(path);
    int failed = share_memory(descriptor) != 0 || fstatvfs(descriptor, &status) != 0;
    int reason = errno;
    close(descriptor);
    if (failed) {
        struct check *check =
            checkup_add(checkup, CHECK_FAIL, name, "fails",
                        arena_printf(&checkup->arena, "%s; %s", strerror(reason), purpose));
        check->fix = "remove old files from /dev/shm, or make it larger";
        return;
    }
    unsigned long long mebibytes =
        (unsigned long long)status.f_bavail * status.f_frsize / (1024 * 1024);
    bool enough = mebibytes >= SHARED_MEBIBYTES_WANTED;
    struct check *check =
        checkup_add(checkup, enough ? CHECK_PASS : CHECK_WARN, name,
                    arena_printf(&checkup->arena, "%llu MiB free", mebibytes), purpose);
    if (!enough)
        check->fix = "mount -o remount,size=1G /dev/shm (in a container: --shm-size=1g)";
}

/* Checks fixed addresses: replay needs the same addresses in every execution, and some seccomp
 * profiles do not allow that. */
static void check_fixed_addresses(struct checkup *checkup)
{
    pid_t child = fork();
    if (child == 0) {
        bool set = personality(ADDR_NO_RANDOMIZE) != -1;
        _exit(set && (personality(0xffffffff) & ADDR_NO_RANDOMIZE) ? 0 : 1);
    }
    int status = 1;
    if (child > 0)
        waitpid(child, &status, 0);
    if (child > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0) {
        checkup_add(checkup, CHECK_PASS, "fixed addresses", "permitted",
                    "address randomisation can be turned off for a run");
        return;
    }
    struct check *check =
        checkup_add(checkup, CHECK_WARN, "fixed addresses", "refused",
                    "personality(ADDR_NO_RANDOMIZE) is refused; addresses differ between runs");
    check->fix = "give the container a seccomp profile that permits personality";
}

void system_check(struct checkup *checkup)
{
    check_ptrace(checkup);
    check_memfd(checkup);
    check_shared_files(checkup);
    check_fixed_addresses(checkup);
}

struct mpi {
    enum mpi_flavour flavour;
    const char *library; /* soname that programs are linked to */
    const char *package; /* of the launcher */
};

/* Returns the first line with words: Open MPI puts ruled lines around its messages. */
static const char *first_sentence(const char *output, struct arena *arena)
{
    for (const char *line = output; *line != '\0';) {
        size_t length = strcspn(line, "\n");
        for (size_t i = 0; i < length; i++)
            if (isalpha((unsigned char)line[i]))
                return arena_copy_bytes(arena, line, length);
        line += length + (line[length] == '\n');
    }
    return "(no output)";
}

/* Returns why the loader cannot preload the library into a program without MPI, in which a guest
 * stays idle; NULL: it can. */
static const char *try_preload(const char *path, struct arena *arena)
{
    char *preload = memory_printf("LD_PRELOAD=%s", path);
    const char *const words[] = {"/usr/bin/env", preload, "/usr/bin/true", NULL};
    char *output = NULL;
    int exit_code = 0;
    struct error error;
    const char *wrong = NULL;
    if (strpbrk(path, " :"))
        wrong = arena_printf(
            arena, "%s: the loader cannot preload from a path with blanks or colons", path);
    else if (process_capture((char *const *)words, LAUNCH_SECONDS, OUTPUT_MAX, &output, &exit_code,
                             &error) != 0)
        wrong = arena_copy(arena, error.text);
    else if (exit_code != 0 || output[0] != '\0')
        wrong =
            arena_printf(arena, "%s cannot be preloaded: %s", path, first_sentence(output, arena));
    free(output);
    free(preload);
    return wrong;
}

/* Returns why the command itself cannot load the library; NULL: it can. */
static const char *try_load(const char *path, struct arena *arena)
{
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!library)
        return arena_copy(arena, dlerror());
    dlclose(library);
    return NULL;
}

/* Checks that a library of the installation exists and can be loaded. */
static void check_library(struct checkup *checkup, const char *file,
                          const char *(*try)(const char *path, struct arena *arena),
                          const char *purpose)
{
    struct arena *arena = &checkup->arena;
    char *path = file_installed(arena_printf(arena, "lib/tutti/%s", file));
    const char *wrong = access(path, R_OK) != 0
                            ? arena_printf(arena, "%s: %s", path, strerror(errno))
                            : try(path, arena);
    if (wrong) {
        struct check *check = checkup_add(checkup, CHECK_FAIL, file, "broken", wrong);
        check->fix = "install Tutti again, or run make again in its source";
    } else {
        checkup_add(checkup, CHECK_PASS, file, "loads", purpose);
    }
    free(path);
}

/* Builds the words for the launcher to start a program that does nothing, with the words that Tutti
 * adds for a real one. */
static int build_idle_line(const struct mpi *mpi, struct arena *arena, char ***words,
                           struct error *error)
{
    const char *const program[] = {"true", NULL};
    const char *const no_variables[] = {NULL};
    struct launcher_line line;
    char **plain;
    if (launcher_build(mpi->flavour, 1, (char *const *)program, arena, &plain, error) != 0 ||
        launcher_parse_as(plain, mpi->flavour, arena, &line, error) != 0)
        return -1;
    *words = launcher_words(&line, no_variables, arena);
    return 0;
}

static void check_launcher(struct checkup *checkup, const struct mpi *mpi)
{
    struct arena *arena = &checkup->arena;
    const char *name = arena_printf(arena, "launch with %s", mpi_flavour_title(mpi->flavour));
    char **words = NULL;
    char *output = NULL;
    int exit_code = 0;
    struct error error;
    const char *wrong = NULL;
    const char *fix = NULL;
    if (build_idle_line(mpi, arena, &words, &error) != 0) {
        wrong = arena_copy(arena, error.text);
        fix = arena_printf(arena, "apt-get install %s", mpi->package);
    } else if (process_capture(words, LAUNCH_SECONDS, OUTPUT_MAX, &output, &exit_code, &error) !=
               0) {
        wrong = arena_copy(arena, error.text);
    } else if (exit_code != 0) {
        wrong = arena_printf(arena, "the launcher ends with code %d: %s", exit_code,
                             first_sentence(output, arena));
    }
    if (wrong) {
        struct check *check = checkup_add(checkup, CHECK_WARN, name, "fails", wrong);
        check->fix = fix;
    } else {
        bool root = mpi->flavour == MPI_FLAVOUR_OPENMPI && geteuid() == 0;
        checkup_add(
            checkup, CHECK_PASS, name, "works",
            root ? "you are root: Open MPI runs as root only on request, and Tutti requests it"
                 : "one process started and ended");
    }
    free(output);
}

/* Returns whether the library of this MPI is on the machine. */
static bool system_check_flavour(struct checkup *checkup, const struct mpi *mpi)
{
    /* Searches as for a program without search paths of its own. */
    const struct elf_image program = {.machine = elf_own_machine(), .bits = 8 * sizeof(void *)};
    struct arena *arena = &checkup->arena;
    const char *title = mpi_flavour_title(mpi->flavour);
    const char *found = elf_find_library(mpi->library, &program, arena);
    /* If a guest was built and is missing, the installation is broken, whatever else is
     * installed. */
    for (size_t i = 0; i < sizeof guests / sizeof *guests; i++)
        check_library(
            checkup,
            arena_printf(arena, "libtutti-%s-%s.so", guests[i], mpi_flavour_name(mpi->flavour)),
            try_preload,
            arena_printf(arena, "for programs of %s, %s", mpi_flavour_title(mpi->flavour),
                         mpi->library));
    if (!found)
        return false;
    checkup_add(checkup, CHECK_PASS, title, mpi->library, found);
    check_launcher(checkup, mpi);
    return true;
}

void mpi_check(struct checkup *checkup, bool elsewhere)
{
    if (TUTTI_ANALYSER)
        check_library(checkup, "libtutti-analyser.so", try_load,
                      "tutti check and tutti cc, with LLVM " TUTTI_LLVM);
    check_library(checkup, "libtutti-solver.so", try_load, "tutti test, with Z3");
    const struct mpi mpis[] = {
        {MPI_FLAVOUR_MPICH, "libmpich.so.12", "mpich"},
        {MPI_FLAVOUR_OPENMPI, "libmpi.so.40", "openmpi-bin"},
        {MPI_FLAVOUR_ABI, "libmpi_abi.so.1", "mpich"},
    };
    size_t usable = 0;
    for (size_t i = 0; i < sizeof mpis / sizeof *mpis; i++)
        usable += system_check_flavour(checkup, &mpis[i]);
    if (usable > 0 || elsewhere)
        return;
    struct check *check = checkup_add(
        checkup, CHECK_FAIL, "MPI", "none",
        "no MPI library that Tutti has guest libraries for is installed (mpich, openmpi, abi)");
    check->fix = "apt-get install mpich or apt-get install openmpi-bin";
}
