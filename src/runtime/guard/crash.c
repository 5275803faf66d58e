#include "runtime/guard/crash.h"

#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

static const int signals[] = {SIGSEGV, SIGBUS};
enum { SIGNALS = sizeof signals / sizeof *signals };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int armed; /* number of threads inside a repair */
static struct sigaction before[SIGNALS];
static const char *volatile current;

static void crash_put_back(void)
{
    for (int i = 0; i < SIGNALS; i++)
        sigaction(signals[i], &before[i], NULL);
}

static void crash_say(const char *text)
{
    if (write(STDERR_FILENO, text, strlen(text)) < 0)
        return;
}

static void crash_strike(int number)
{
    crash_say("tutti guard: crash inside ");
    crash_say(current ? current : "an MPI call");
    crash_say(", which the guard had changed; `tutti guard --dry-run` leaves calls as they are\n");
    crash_put_back();
    raise(number); /* else the instruction fails again, under the program's own handler */
}

void crash_arm(const char *function)
{
    pthread_mutex_lock(&lock);
    current = function;
    if (armed++ == 0) {
        struct sigaction action = {.sa_handler = crash_strike, .sa_flags = SA_NODEFER | SA_ONSTACK};
        for (int i = 0; i < SIGNALS; i++)
            sigaction(signals[i], &action, &before[i]);
    }
    pthread_mutex_unlock(&lock);
}

void crash_disarm(void)
{
    pthread_mutex_lock(&lock);
    if (--armed == 0)
        crash_put_back();
    pthread_mutex_unlock(&lock);
}
