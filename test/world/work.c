/* work.c: a master with workers, and what an execution may leave behind. Each rank prints a line
 * that is the same in every execution that starts afresh. */
#include <mpi.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static int counter = 1;        /* .data */
static int zero[3000];         /* .bss */
static char far_away[1 << 22]; /* .bss that nobody has touched at MPI_Init */
static const char *what = "";
static int rank, size;

static int is(const char *name)
{
    return strcmp(what, name) == 0;
}

static void *do_nothing(void *data)
{
    return data;
}

static void say_goodbye(void)
{
    printf("goodbye\n");
}

static void *wait_for_ever(void *data)
{
    for (;;)
        pause();
    return data;
}

static FILE *input; /* opened before MPI_Init */

static void read_line(FILE *file)
{
    char line[100] = "";
    setvbuf(file, NULL, _IONBF, 0);
    printf("line %s\n", fgets(line, sizeof line, file) ? strtok(line, "\n") : "none");
}

static void note(int signal)
{
    (void)signal;
}

/* Several kinds of memory, each changed and then counted into what is printed. */
static long change_memory(void)
{
    static char *kept;
    long sum = counter++;
    for (size_t i = 0; i < sizeof zero / sizeof *zero; i += 100)
        sum += zero[i]++;
    for (size_t i = 0; i < sizeof far_away; i += 100000)
        sum += far_away[i]++;
    sum += kept != NULL;
    kept = malloc(1000);
    char *large = malloc(3 << 20), *many[200];
    for (int i = 0; i < 200; i++)
        memset(many[i] = malloc(5000), i, 5000);
    for (int i = 0; i < 3 << 20; i += 4096)
        sum += large[i] = 1; /* else the compiler leaves it out */
    for (int i = 0; i < 200; i += 2)
        free(many[i]);
    if (rank % 2)
        free(large);
    unsetenv("HOME");
    setenv("HOME", "/nowhere", 1);
    return sum + rand() % 1000;
}

static void use_kernel(void)
{
    if (is("files") || is("close")) {
        FILE *file = fopen("/proc/self/cmdline", "r");
        char first = 0;
        printf("descriptor %d, %zu\n", fileno(file), fread(&first, 1, 1, file));
        if (is("close"))
            fclose(file);
    }
    if (is("input"))
        read_line(input);
    if (is("stdin") && rank == 0)
        read_line(stdin);
    if (is("handler"))
        printf("handler %d\n", signal(SIGUSR2, note) == SIG_DFL);
    if (is("directory") && rank == 1) {
        char path[100];
        printf("in %s\n", strcmp(getcwd(path, sizeof path), "/") == 0 ? "root" : "another place");
        if (chdir("/") != 0)
            abort();
    }
    if (is("threads")) {
        pthread_t thread;
        pthread_create(&thread, NULL, do_nothing, NULL);
        pthread_join(thread, NULL);
    }
    if (is("shell"))
        printf("shell %d\n", system("exit 3"));
    if (is("mapping"))
        printf("mapping %d\n", mmap(NULL, 1 << 20, PROT_READ | PROT_WRITE,
                                    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) != MAP_FAILED);
}

static void end(void)
{
    if (is("crash") && rank == 1)
        *(volatile int *)8 = 1;
    if (is("abort") && rank == 2)
        MPI_Abort(MPI_COMM_WORLD, 7);
    if (is("exit") && rank == 1)
        exit(5);
    if (is("quick") && rank == 1)
        _exit(6);
    if (is("deadlock"))
        MPI_Recv(&counter, 1, MPI_INT, MPI_ANY_SOURCE, 99, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (is("atexit"))
        atexit(say_goodbye);
}

int main(int argc, char **argv)
{
    int value = 0, sum = 0, rounds = 10;
    what = argc > 1 ? argv[1] : "";
    if (is("early"))
        atexit(say_goodbye);
    if (is("input")) /* each rank reads what is left for itself */
        read_line(input = fopen(argv[2], "r"));
    if (is("first-threads")) {
        pthread_t thread;
        pthread_create(&thread, NULL, wait_for_ever, NULL);
    }
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (*what) {
        printf("rank %d: memory %ld\n", rank, change_memory());
        use_kernel();
    }
    for (int i = 0; i < rounds; i++)
        if (rank > 0) {
            value = 10 * rank + i;
            MPI_Send(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
            MPI_Recv(&value, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        } else {
            for (int j = 1; j < size; j++) {
                MPI_Status status;
                MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &status);
                sum += value;
                MPI_Send(&sum, 1, MPI_INT, status.MPI_SOURCE, 1, MPI_COMM_WORLD);
            }
        }
    if (*what)
        printf("rank %d: sum %d, value %d\n", rank, sum, value);
    end();
    MPI_Finalize();
    return is("code") ? rank : 0;
}
