/* entry.c: a program that does as its first word says, before MPI_Init or behind it. */
#include <assert.h>
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static const char *what = "";
static volatile int zero, never;
static int constructed;

__attribute__((constructor)) static void construct(void)
{
    constructed++;
}

/* As in test builds, whose runtime defines it. Nothing is carried with messages. */
const void *tutti_symbolic_start(int rank);
int tutti_world_rank(void) __attribute__((weak));
static int symbolic = -1;

const void *tutti_symbolic_start(int rank)
{
    symbolic = rank == tutti_world_rank() ? rank : -2;
    return NULL;
}

static int is(const char *name)
{
    return strcmp(what, name) == 0;
}

static void at_exit(void)
{
    printf("goodbye\n");
}

static void handle(int signal)
{
    dprintf(STDOUT_FILENO, "handled %d\n", signal);
    _exit(9);
}

static void take_memory(int shared)
{
    size_t step = 1 << 20;
    for (;;) {
        void *more =
            shared ? mmap(NULL, step, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0)
                   : malloc(step);
        memset(more, 1, step);
    }
}

static void write_file(const char *name)
{
    char block[4096] = {0};
    FILE *file = fopen(name, "w");
    for (int i = 0; i < 100000; i++)
        fwrite(block, 1, sizeof block, file); /* writes */
    fclose(file);
}

/* A process that nobody waits for, in a session of its own. */
static void make_daemon(void)
{
    if (fork() > 0)
        return;
    setsid();
    if (fork() > 0)
        _exit(0);
    for (;;)
        pause();
}

/* How many processes there are of this program. */
static void count_processes(void)
{
    char command[4200], own[4096];
    ssize_t length = readlink("/proc/self/exe", own, sizeof own - 1);
    own[length > 0 ? length : 0] = '\0';
    snprintf(command, sizeof command,
             "ls -l /proc/[0-9]*/exe 2>/dev/null | grep -c -- '-> %s$' | sed 's/^/processes: /'",
             own);
    fflush(stdout);
    if (system(command) != 0)
        printf("cannot count\n");
}

static void before(void)
{
    if (is("segv"))
        *(volatile int *)(long)zero = 1; /* segv */
    if (is("divide"))
        zero = 7 / zero; /* divide */
    if (is("abort"))
        abort(); /* abort */
    if (is("assert"))
        assert(zero == 1); /* assert */
    if (is("exit"))
        exit(3); /* exit */
    if (is("loop"))
        while (!never) /* loop */
            ;
    if (is("sleep"))
        sleep(1000); /* sleep */
    if (is("memory") || is("shared"))
        take_memory(is("shared"));
    if (is("file"))
        write_file("large");
    if (is("atexit"))
        atexit(at_exit);
    if (is("handler"))
        signal(SIGSEGV, handle);
    if (is("daemon"))
        make_daemon();
    if (is("shell"))
        printf("shell %d\n", system("sleep 1000 & exit 3"));
    if (is("bomb"))
        for (;;)
            fork();
    if (is("exec"))
        execl("/bin/echo", "echo", "executed", (char *)NULL);
    if (is("rank"))
        MPI_Comm_rank(MPI_COMM_WORLD, &constructed); /* early */
}

static void behind(int rank, int size)
{
    int number = 0, next = (rank + 1) % size;
    MPI_Status status;
    if (is("deadlock"))
        MPI_Recv(&number, 1, MPI_INT, next, 0, MPI_COMM_WORLD, &status); /* waits */
    if (is("late-loop") && rank == size - 1)
        while (!never) /* late loop */
            ;
    if (is("calls"))
        while (!never) {
            for (volatile int i = 0; i < 300000; i++)
                continue;
            MPI_Barrier(MPI_COMM_WORLD);
        }
    if (is("left") && rank == 0)
        count_processes();
    if (is("left"))
        MPI_Barrier(MPI_COMM_WORLD);
    if (is("handler"))
        *(volatile int *)(long)zero = 1;
    if (is("late-segv") && rank == 1)
        *(volatile int *)(long)zero = 1; /* late segv */
    if (is("no-finalize"))
        exit(0); /* no finalize */
    if (is("code"))
        exit((MPI_Finalize(), 4));
}

int main(int count, char **words)
{
    int rank, size, sum, flag, provided = -1;
    char directory[4096], line[256];
    what = count > 1 ? words[1] : "";
    MPI_Initialized(&flag);
    printf("initialised %d, constructed %d, %d words:", flag, constructed, count);
    for (int i = 1; i < count; i++)
        printf(" %s", words[i]);
    printf("\n");
    if (getenv("TUTTI_TEST_WORD"))
        printf("in the environment: %s\n", getenv("TUTTI_TEST_WORD"));
    if (is("symbolic"))
        printf("symbolic start of rank %d\n", symbolic);
    before();
    if (is("never") || (is("some") && count > 2 && strtol(words[2], NULL, 10) == 0))
        return 0;
    if (is("thread"))
        MPI_Init_thread(&count, &words, MPI_THREAD_FUNNELED, &provided);
    else
        MPI_Init(&count, &words);
    MPI_Query_thread(&provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    printf("rank %d of %d: sum %d in %s, level %s\n", rank, size, sum,
           strrchr(getcwd(directory, sizeof directory), '/'),
           provided == MPI_THREAD_SINGLE ? "single" : "funneled");
    while (fgets(line, sizeof line, stdin))
        printf("read %s", line);
    behind(rank, size);
    MPI_Finalize();
    return 0;
}
