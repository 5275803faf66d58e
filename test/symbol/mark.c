#include "mark.h"

#include <execinfo.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

static jmp_buf left;
static sigjmp_buf trapped;
static volatile int nothing;

/* The first `skip` return addresses are of this file. */
static __attribute__((noinline)) void print_stack(const char *name, int skip)
{
    void *pcs[64];
    int count = backtrace(pcs, 64);
    printf("stack %s", name);
    for (int i = skip; i < count; i++)
        printf(" %p", pcs[i]);
    printf("\n");
    fflush(stdout);
}

__attribute__((noinline)) void mark(const char *name)
{
    print_stack(name, 2);
    after();
}

__attribute__((noinline)) void mark_and_leave(const char *name)
{
    print_stack(name, 2);
    longjmp(left, 1);
}

void run_until_leave(void (*function)(void))
{
    if (setjmp(left) == 0)
        function(); // FRAME leave 2 run_until_leave
    after();
}

static void on_trap(int number, siginfo_t *info, void *context)
{
    (void)number, (void)context;
    printf("exact %p\n", info->si_addr);
    siglongjmp(trapped, 1);
}

void run_until_trap(void (*function)(void))
{
    struct sigaction action = {.sa_sigaction = on_trap, .sa_flags = SA_SIGINFO};
    sigaction(SIGILL, &action, NULL);
    if (sigsetjmp(trapped, 1) == 0)
        function();
}

void after(void)
{
    nothing++;
}

void write_maps(const char *path)
{
    char bytes[4096];
    size_t got;
    FILE *from = fopen("/proc/self/maps", "r"), *to = fopen(path, "w");
    if (!from || !to)
        abort();
    while ((got = fread(bytes, 1, sizeof bytes, from)) > 0)
        fwrite(bytes, 1, got, to);
    fclose(from);
    if (fclose(to) != 0)
        abort();
}
