/* fault.c: a program whose ranks do what faults.sh asks for. Marks name the lines of findings. */
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <mpi.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *what;
static int rank = -1, size;
static volatile int zero;
static volatile int *volatile nowhere;
static sigjmp_buf back;

static int is(const char *name)
{
    return strcmp(what, name) == 0;
}

static int deep(volatile int *n)
{
    volatile char room[4096];
    room[0] = (char)*n;
    return *n > INT_MAX - 1 ? 0 : room[0] + deep(n);
}

static void caught(int signal)
{
    if (is("handler-exit"))
        _exit(7); /* handler */
    (void)signal;
    siglongjmp(back, 1);
}

/* On rank 1: the rank ends in here. */
static void crash(void)
{
    int *bytes = NULL;
    struct rlimit limit = {256UL << 20, 256UL << 20};
    if (is("segv"))
        *nowhere = 1; /* segv */
    if (is("memcpy"))
        memcpy((void *)nowhere, &size, sizeof size + (size_t)zero); /* memcpy */
    if (is("overflow"))
        deep(&rank);
    if (is("divide"))
        size = 10 / zero; /* divide */
    if (is("quotient"))
        size = (INT_MIN + zero) / (zero - 1); /* quotient */
    if (is("assert"))
        assert(size == zero); /* assert */
    if (is("abort"))
        abort(); /* abort */
    if (is("mpi-abort"))
        MPI_Abort(MPI_COMM_WORLD, 9); /* mpi-abort */
    if (is("exit"))
        exit(3); /* exit */
    if (is("_exit"))
        _exit(0); /* _exit */
    if (is("raise"))
        raise(SIGBUS); /* raise */
    if (is("kill"))
        raise(SIGKILL);
    if (is("memory")) {
        setrlimit(RLIMIT_DATA, &limit);
        for (size_t i = 0; i < 64; i++) {
            bytes = malloc(16UL << 20);
            memset(bytes, 1, 16UL << 20); /* memory */
        }
        free(bytes);
    }
    if (is("handler-exit"))
        *nowhere = 1;
    if (is("handler-back") && sigsetjmp(back, 1) == 0)
        *nowhere = 1;
}

static void *rest(void *unused)
{
    for (;;)
        pause(); /* pause */
    return unused;
}

static void spin(void)
{
    for (;;)
        zero = 0;
}

static void close_all(void)
{
    for (int i = 0; i < 1024; i++)
        close(i);
}

static void before_init(void)
{
    pthread_t thread;
    if (is("threads"))
        pthread_create(&thread, NULL, rest, NULL);
    if (is("close-before"))
        close_all();
    if (is("freopen-before") && !freopen("redirected", "w", stdout))
        exit(1);
    if (is("dup2-before"))
        dup2(STDERR_FILENO, STDOUT_FILENO);
    if (is("crash-before"))
        *nowhere = 1;
    if (is("exit-before"))
        exit(5);
    if (is("endless-before"))
        pause();
    if (is("children-before") && system("echo child before") != 0)
        exit(1);
    if (is("ignore-children"))
        signal(SIGCHLD, SIG_IGN);
    if (is("handler-exit") || is("handler-back"))
        signal(SIGSEGV, caught);
}

static void start_children(void)
{
    if (is("system") && system("echo system") != 0)
        exit(1);
    if (is("popen")) {
        char line[16] = "";
        FILE *pipe = popen("echo popen", "r");
        if (!pipe || !fgets(line, sizeof line, pipe) || pclose(pipe) != 0)
            exit(1);
        printf("%s", line);
    }
    if (is("fork") || is("fork-crash") || is("fork-mpi") || is("fork-exec")) {
        int status;
        pid_t child = fork();
        if (child == 0 && is("fork-crash"))
            *nowhere = 1;
        if (child == 0 && is("fork-mpi"))
            MPI_Barrier(MPI_COMM_WORLD);
        if (child == 0 && is("fork-exec"))
            execlp("true", "true", NULL);
        if (child == 0)
            _exit(0);
        waitpid(child, &status, 0);
        printf("child ended with %d\n", WIFSIGNALED(status) ? -1 : WEXITSTATUS(status));
    }
    if (is("outlive") && fork() == 0) {
        setsid();
        execl("./sleeper", "./sleeper", "1000", NULL);
        _exit(1);
    }
}

static void print_much(void)
{
    char block[1000];
    if (is("no-newline")) { /* 3 MB without a newline */
        memset(block, 'a' + rank, sizeof block);
        for (int i = 0; i < 3000; i++)
            fwrite(block, 1, sizeof block, stdout);
    }
    if (is("zeros"))
        fwrite("a\0b\n\0\n", 1, 6, stdout);
    for (int i = 0; is("lines") && i < 20000; i++)
        fprintf(i % 10 ? stdout : stderr, "rank %d line %d\n", rank, i);
    memset(block, 'x', sizeof block);
    for (int i = 0; is("flood") && i < 50000; i++)
        printf("%d %.*s\n", i, 990, block);
    if (is("stdin")) {
        char line[32];
        while (fgets(line, sizeof line, stdin))
            printf("read %s", line);
        printf("end of file\n");
    }
}

static void settle(void)
{
    if (is("close-after"))
        close_all();
    if (is("freopen-after")) {
        char name[32];
        snprintf(name, sizeof name, "redirected-%d", rank);
        if (!freopen(name, "w", stdout))
            exit(1);
    }
    if (is("dup2-after"))
        dup2(STDERR_FILENO, STDOUT_FILENO);
    if (is("chdir") && chdir("/") != 0)
        exit(1);
    if (is("limits")) {
        struct rlimit files = {16, 16}, none = {0, 0};
        setrlimit(RLIMIT_NOFILE, &files);
        setrlimit(RLIMIT_CORE, &none);
        setrlimit(RLIMIT_FSIZE, &none);
    }
}

/* A finding, and then a call that the virtual world does not have. */
static void stop_tutti(void)
{
    int other = 1 - rank, value = 0;
    if (!is("not-there"))
        return;
    MPI_Send(&rank, 1, MPI_INT, other, 0, MPI_COMM_WORLD); /* send */
    MPI_Recv(&value, 1, MPI_INT, other, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Close_port("none"); /* port */
}

/* In a file, for whoever is to kill it. */
static void say_process(void)
{
    FILE *file = fopen(rank ? "process-1" : "process-0", "w");
    fprintf(file, "%d\n", (int)getpid());
    fclose(file);
}

static void never_end(void)
{
    int flag;
    if (is("pause"))
        say_process();
    if (is("pause") && rank == 1)
        rest(NULL);
    if (is("compute-all") || (is("compute") && rank == 1))
        spin();
    while (is("poll") && rank == 1)
        MPI_Iprobe(0, 7, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE); /* poll */
    if (is("abort-compute") && rank == 0)
        spin();
    if (is("abort-compute"))
        MPI_Abort(MPI_COMM_WORLD, 9);
}

int main(int argc, char **argv)
{
    int sum;
    what = argc > 1 ? argv[1] : "";
    before_init();
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    settle();
    start_children();
    print_much();
    stop_tutti();
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD); /* reduce */
    if (rank == 1)
        crash();
    never_end();
    MPI_Barrier(MPI_COMM_WORLD); /* barrier */
    printf("rank %d: sum %d\n", rank, sum);
    MPI_Finalize();
    return 0;
}
