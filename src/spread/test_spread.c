#include "spread/spread.h"

#include "base/test_directory.h"
#include "launch/descendants.h"
#include "spread/test_tree.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>

#include <cmocka.h>

enum { LEAVES_MAX = 200000, LEAF_MAX = 24 };

/* State that workers and the coordinating process share. */
struct shared {
    atomic_ulong runs; /* number of runs started */
    atomic_ulong opened, closed;
    atomic_int trouble_left;
    atomic_int nursery; /* process of the nursery, the parent of workers */
};

struct trouble {
    const char *path; /* the item that causes the trouble */
    int signal;       /* signal that ends the worker; 0: the run fails */
    bool at_open;
    const char *says; /* sends these bytes to the command instead */
    size_t length;
    bool ends;    /* ends after that; otherwise it sleeps */
    bool daemons; /* every worker leaves a process behind that nobody waits for */
};

struct search {
    struct tree tree;
    unsigned pause; /* duration of each run in microseconds */
    struct trouble trouble;
    struct shared *shared;
    char (*leaves)[LEAF_MAX];
    size_t leaf_count, old_count;
    size_t failures;
    char sentence[256];
    uint64_t stop_after;
    uint64_t reports;
    struct spread_progress last;
    struct spread_options options;
    struct spread_end end;
    struct error error;
};

static void *open_worker(void *context, int worker, struct error *error)
{
    struct search *search = context;
    (void)worker;
    signal(SIGSEGV, SIG_DFL); /* the handler of cmocka would run the rest of the tests here */
    search->shared->nursery = getppid();
    if (search->trouble.daemons && fork() == 0) {
        setsid();
        if (fork() == 0)
            sleep(20);
        _exit(0);
    }
    atomic_fetch_add(&search->shared->opened, 1);
    if (search->trouble.at_open) {
        error_set(error, ERROR_FAILED, "the sky is falling");
        return NULL;
    }
    return search;
}

/* Sends what a stray store in a worker may cause. */
static void babble(const struct trouble *trouble)
{
    for (int file = 3; file < 1024; file++) {
        int type, domain;
        socklen_t size = sizeof type, domain_size = sizeof domain;
        if (getsockopt(file, SOL_SOCKET, SO_TYPE, &type, &size) == 0 && type == SOCK_STREAM &&
            getsockopt(file, SOL_SOCKET, SO_DOMAIN, &domain, &domain_size) == 0 &&
            domain == AF_UNIX)
            (void)!send(file, trouble->says, trouble->length, MSG_NOSIGNAL);
    }
    if (trouble->ends)
        _exit(0);
    for (;;)
        pause();
}

static int run_item(void *state, const struct spread_item *item, struct spread_out *out,
                    struct error *error)
{
    const struct search *search = state;
    const struct trouble *trouble = &search->trouble;
    atomic_fetch_add(&search->shared->runs, 1);
    if (search->pause > 0)
        usleep(search->pause);
    tree_run(&search->tree, item, out);
    if (trouble->path && item->length == strlen(trouble->path) &&
        memcmp(item->bytes, trouble->path, item->length) == 0 &&
        atomic_fetch_sub(&search->shared->trouble_left, 1) > 0) {
        if (trouble->says)
            babble(trouble);
        if (trouble->signal == 0)
            return error_set(error, ERROR_FAILED, "no luck with this one");
        raise(trouble->signal);
    }
    return 0;
}

static void close_worker(void *state)
{
    struct search *search = state;
    atomic_fetch_add(&search->shared->closed, 1);
}

static const struct spread_worker WORKER = {open_worker, run_item, close_worker};

static bool take(void *context, const struct spread_item *item, const void *result, size_t length,
                 bool old)
{
    struct search *search = context;
    assert_int_equal(length, search->tree.depth);
    assert_true(item->length <= length && item->weight > 0 && item->weight <= 1);
    assert_true(item->length == 0 || memcmp(item->bytes, result, item->length) == 0);
    assert_true(search->leaf_count < LEAVES_MAX);
    memcpy(search->leaves[search->leaf_count++], result, length);
    search->old_count += old;
    return true;
}

static void failed(void *context, const struct spread_item *item, const char *sentence, bool old)
{
    struct search *search = context;
    (void)item;
    search->failures++;
    search->old_count += old;
    snprintf(search->sentence, sizeof search->sentence, "%s", sentence);
}

static void progress(void *context, const struct spread_progress *now)
{
    struct search *search = context;
    search->reports++;
    assert_true(now->weight >= search->last.weight && now->weight < 1 + 1e-6);
    assert_true(now->done >= search->last.done);
    search->last = *now;
}

static bool stop_after_some(void *context)
{
    const struct search *search = context;
    return search->stop_after > 0 && search->leaf_count >= search->stop_after;
}

static const struct spread_watch WATCH = {take, failed, progress, stop_after_some};

static void begin(struct search *search, unsigned depth, unsigned branches)
{
    *search = (struct search){.tree = {depth, branches}, .options = {.workers = 2}};
    search->leaves = memory_zero(LEAVES_MAX, sizeof *search->leaves);
    search->shared = mmap(NULL, sizeof *search->shared, PROT_READ | PROT_WRITE,
                          MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    assert_true(search->shared != MAP_FAILED);
}

static void finish(struct search *search)
{
    munmap(search->shared, sizeof *search->shared);
    free(search->leaves);
}

static int run(struct search *search)
{
    search->leaf_count = search->old_count = search->failures = 0;
    search->last = (struct spread_progress){0};
    return spread_run(&search->options, &WORKER, &WATCH, search, &search->end, &search->error);
}

static uint64_t leaves_of(const struct search *search)
{
    char path[TREE_DEPTH_MAX];
    return tree_leaves(&search->tree, path, 0);
}

static int compare(const void *one, const void *other)
{
    return memcmp(one, other, LEAF_MAX);
}

/* Checks that all leaves differ; so if their number is right, none is missing. */
static void assert_distinct(const struct search *search)
{
    qsort(search->leaves, search->leaf_count, LEAF_MAX, compare);
    for (size_t i = 1; i < search->leaf_count; i++)
        assert_true(compare(search->leaves[i - 1], search->leaves[i]) != 0);
}

static void assert_complete(struct search *search)
{
    assert_int_equal(search->end.outcome, SPREAD_COMPLETE);
    assert_int_equal(search->leaf_count, leaves_of(search));
    assert_int_equal(search->end.count.done, leaves_of(search));
    assert_int_equal(search->end.count.pending, 0);
    assert_true(search->end.count.weight > 1 - 1e-6 && search->end.count.weight < 1 + 1e-6);
    assert_distinct(search);
}

/* Returns the number of descendants of this process. */
static size_t child_count(void)
{
    struct descendants found = descendants_find(NULL);
    size_t count = found.count;
    descendants_free(&found);
    return count;
}

static void all_leaves_once(void **state)
{
    (void)state;
    for (int way = 0; way < 8; way++) {
        struct search search;
        int workers = 1 + way / 2;
        begin(&search, 12, 3);
        search.options.workers = workers;
        search.options.mixed = way % 2 > 0;
        assert_int_equal(run(&search), 0);
        assert_true(leaves_of(&search) > 1000);
        assert_complete(&search);
        assert_int_equal(search.shared->runs, leaves_of(&search));
        assert_int_equal(search.shared->opened, workers);
        assert_int_equal(search.shared->closed, workers);
        assert_true(search.reports >= 1);
        assert_int_equal(search.last.done, leaves_of(&search));
        assert_int_equal(child_count(), 0);
        finish(&search);
    }
}

static void tree_of_one_item(void **state)
{
    (void)state;
    struct search search;
    begin(&search, 3, 1);
    assert_int_equal(run(&search), 0);
    assert_complete(&search);
    assert_int_equal(search.leaf_count, 1);
    finish(&search);
}

/* Checks that leaves come in depth-first order, as from one worker, so that the frontier stays as
 * small as the tree is deep. */
static bool take_ordered(void *context, const struct spread_item *item, const void *result,
                         size_t length, bool old)
{
    struct search *search = context;
    if (search->leaf_count > 0)
        assert_true(memcmp(search->leaves[search->leaf_count - 1], result, length) != 0);
    take(context, item, result, length, old);
    return false;
}

static void newest_first(void **state)
{
    (void)state;
    static const struct spread_watch watch = {.take = take_ordered};
    struct search search;
    begin(&search, 8, 3);
    search.options.workers = 1;
    assert_int_equal(
        spread_run(&search.options, &WORKER, &watch, &search, &search.end, &search.error), 0);
    /* Children are handed out from the root down, the last is run first: of two leaves that follow
     * each other, the place where they part is never nearer to the root than in the tree's order
     * from the right. With digit 0 first and then down from the greatest, that is an order. */
    for (size_t i = 1; i < search.leaf_count; i++) {
        const char *one = search.leaves[i - 1], *next = search.leaves[i];
        size_t at = 0;
        while (one[at] == next[at])
            at++;
        assert_true(one[at] == '0' || next[at] < one[at]);
    }
    finish(&search);
}

static void stop_at_items(bool mixed)
{
    struct search search;
    begin(&search, 12, 3);
    search.options.mixed = mixed;
    search.options.directory = "out";
    search.options.max_items = 100;
    uint64_t leaves = leaves_of(&search);
    assert_int_equal(run(&search), 0);
    assert_int_equal(search.end.outcome, SPREAD_BUDGET);
    assert_int_equal(search.end.count.done, 100);
    assert_int_equal(search.leaf_count, 100);
    assert_true(search.end.count.pending > 0);
    search.options.resume = true;
    for (uint64_t done = 100; done < leaves; done += 100) {
        assert_int_equal(run(&search), 0);
        assert_int_equal(search.old_count, done);
    }
    assert_complete(&search);
    assert_int_equal(search.shared->runs, leaves);
    finish(&search);
}

static void budget_of_items(void **state)
{
    (void)state;
    stop_at_items(false);
    stop_at_items(true);
}

static void budget_of_seconds(void **state)
{
    (void)state;
    struct search search;
    begin(&search, 12, 3);
    search.options.seconds = 0.3;
    search.pause = 20000;
    assert_int_equal(run(&search), 0);
    assert_int_equal(search.end.outcome, SPREAD_BUDGET);
    assert_true(search.leaf_count > 4 && search.leaf_count < 60);
    assert_true(search.end.count.seconds >= 0.3 && search.end.count.seconds < 2);
    finish(&search);
}

static void stops_when_told(void **state)
{
    (void)state;
    struct search search;
    begin(&search, 12, 3);
    search.stop_after = 50;
    assert_int_equal(run(&search), 0);
    assert_int_equal(search.end.outcome, SPREAD_STOPPED);
    assert_true(search.leaf_count >= 50 && search.leaf_count <= 54);
    finish(&search);
}

/* Sends the signal to the command when this many items have been started. */
static void signal_soon(const struct search *search, int signal, unsigned long runs)
{
    pid_t target = getpid();
    if (fork() == 0) {
        while (search->shared->runs < runs && getppid() == target)
            usleep(1000);
        kill(target, signal);
        _exit(0);
    }
}

static void interrupted_and_resumed(void **state)
{
    (void)state;
    struct search search;
    begin(&search, 10, 3);
    search.options.directory = "out";
    search.pause = 1000;
    signal_soon(&search, SIGINT, 40);
    assert_int_equal(run(&search), 0);
    wait(NULL);
    assert_int_equal(search.end.outcome, SPREAD_INTERRUPTED);
    assert_int_equal(search.end.signal, SIGINT);
    assert_int_equal(child_count(), 0);
    size_t done = search.leaf_count;
    assert_true(done > 10 && done < leaves_of(&search));
    search.pause = 0;
    search.options.resume = true;
    assert_int_equal(run(&search), 0);
    assert_int_equal(search.old_count, done);
    assert_complete(&search);
    assert_int_equal(search.shared->runs, leaves_of(&search));
    finish(&search);
}

/* Checks that an item that never ends does not keep the command from stopping. */
static void endless_item(void **state)
{
    (void)state;
    struct search search;
    struct timespec begun, over;
    begin(&search, 4, 2);
    search.pause = 100000000;
    signal_soon(&search, SIGTERM, 1);
    clock_gettime(CLOCK_MONOTONIC, &begun);
    assert_int_equal(run(&search), 0);
    clock_gettime(CLOCK_MONOTONIC, &over);
    wait(NULL);
    assert_int_equal(search.end.outcome, SPREAD_INTERRUPTED);
    assert_int_equal(search.end.count.pending, 1);
    assert_true(over.tv_sec - begun.tv_sec < 50); /* and not 100 */
    assert_int_equal(child_count(), 0);
    finish(&search);
}

static void item_that_ends_one_worker(void **state)
{
    (void)state;
    for (int signal = 0; signal <= SIGKILL; signal += SIGKILL) {
        struct search search;
        begin(&search, 9, 3);
        search.trouble = (struct trouble){.path = "01", .signal = signal};
        search.shared->trouble_left = 1;
        assert_int_equal(run(&search), 0);
        assert_complete(&search);
        assert_true(search.shared->trouble_left < 1);
        assert_int_equal(search.failures, 0);
        assert_int_equal(search.shared->opened, 3);
        finish(&search);
    }
}

static void item_that_ends_two_workers(void **state)
{
    (void)state;
    for (int signal = 0; signal <= SIGSEGV; signal += SIGSEGV) {
        struct search search;
        char path[TREE_DEPTH_MAX] = "01";
        begin(&search, 9, 3);
        search.options.directory = "out";
        search.trouble = (struct trouble){.path = "01", .signal = signal};
        search.shared->trouble_left = 1000;
        assert_int_equal(run(&search), 0);
        assert_int_equal(search.end.outcome, SPREAD_COMPLETE);
        assert_int_equal(search.end.count.failed, 1);
        assert_int_equal(search.failures, 1);
        assert_int_equal(search.shared->trouble_left, 998);
        /* All leaves except those below the item. */
        uint64_t lost = tree_leaves(&search.tree, path, 2), all = leaves_of(&search);
        assert_true(lost > 1);
        assert_int_equal(search.leaf_count, all - lost);
        if (signal)
            assert_non_null(strstr(search.sentence, "signal 11"));
        else
            assert_string_equal(search.sentence, "no luck with this one");
        search.options.resume = true;
        assert_int_equal(run(&search), 0);
        assert_int_equal(search.failures, 1);
        assert_int_equal(search.end.count.failed, 1);
        assert_int_equal(search.old_count, all - lost + 1);
        finish(&search);
    }
}

static void worker_that_babbles(void **state)
{
    (void)state;
#define SAYS(text) {.path = "01", .says = (text), .length = sizeof(text) - 1}
    static const struct trouble troubles[] = {
        SAYS("\1\0\0\0Z"),                 /* unknown kind */
        SAYS("\0\0\0\0"),                  /* unknown kind */
        SAYS("\377\377\377\377R"),         /* endless frame */
        SAYS("\2\0\0\0D\1"),               /* run that is cut */
        SAYS("\7\0\0\0D\0\0\0\0\177\1"),   /* 127 children, of which none follows */
        SAYS("\6\0\0\0D\1\0\377\377\177"), /* a result longer than the frame */
        SAYS("\1\0\0\0R\1\0\0\0R"),        /* ready, while running an item */
        SAYS("a load of nonsense, several lines of it\n\n\n"),
        {.path = "01", .says = "\7\0\0\0D\0", .length = 6, .ends = true},
        {.path = "01", .says = "\1\0", .length = 2, .ends = true},
    };
#undef SAYS
    for (size_t i = 0; i < sizeof troubles / sizeof *troubles; i++) {
        struct search search;
        begin(&search, 6, 3);
        search.trouble = troubles[i];
        search.shared->trouble_left = 1;
        assert_int_equal(run(&search), 0);
        assert_complete(&search);
        assert_int_equal(search.failures, 0);
        assert_int_equal(search.shared->opened, 3);
        assert_int_equal(strstr(search.end.note, "an invalid message") != NULL, !troubles[i].ends);
        assert_int_equal(child_count(), 0);
        finish(&search);
    }
}

static void no_worker_can_be_opened(void **state)
{
    (void)state;
    struct search search;
    begin(&search, 9, 3);
    search.trouble.at_open = true;
    assert_int_equal(run(&search), -1);
    assert_string_equal(search.error.text, "no worker can be started: the sky is falling");
    assert_int_equal(search.end.count.pending, 1);
    assert_int_equal(child_count(), 0);
    finish(&search);
}

/* Runs the search in a child process, which is killed and resumed until it ends. */
static void killed_and_resumed(void **state)
{
    (void)state;
    enum { WORKERS = 3, KILLS = 25 };
    struct search search;
    begin(&search, 11, 3);
    search.options.directory = "out";
    search.options.workers = WORKERS;
    search.options.mixed = true;
    search.pause = 300;
    unsigned kills = 0;
    for (bool ended = false; !ended; search.options.resume = access("out/journal", F_OK) == 0) {
        int status;
        pid_t pid = fork();
        if (pid == 0) {
            bool complete = run(&search) == 0 && search.end.outcome == SPREAD_COMPLETE;
            if (!complete)
                fprintf(stderr, "outcome %d: %s\n", search.end.outcome, search.error.text);
            _exit(complete ? 0 : 1);
        }
        if (kills < KILLS) { /* during some item */
            unsigned long until = search.shared->runs + 1 + 7919 * kills % 120;
            siginfo_t info = {0};
            while (search.shared->runs < until && info.si_pid == 0) {
                usleep(100);
                waitid(P_PID, (id_t)pid, &info, WEXITED | WNOHANG | WNOWAIT);
            }
            usleep(7919 * kills % 600);
            kill(pid, SIGKILL);
        }
        assert_int_equal(waitpid(pid, &status, 0), pid);
        kills += WIFSIGNALED(status);
        ended = WIFEXITED(status);
        assert_true(!ended || WEXITSTATUS(status) == 0);
    }
    assert_int_equal(run(&search), 0);
    assert_complete(&search);
    assert_int_equal(search.old_count, search.leaf_count);
    uint64_t leaves = leaves_of(&search);
    print_message("%u kills, %lu items begun for %lu\n", kills, (unsigned long)search.shared->runs,
                  (unsigned long)leaves);
    assert_int_equal(kills, KILLS);
    assert_true(search.shared->runs <= leaves + (uint64_t)kills * WORKERS);
    assert_int_equal(child_count(), 0);
    finish(&search);
}

/* Returns how many other processes have the file mapped or open: workers hold standard output. */
static size_t holders_of(const char *path)
{
    struct stat wanted, found;
    size_t count = 0;
    assert_int_equal(stat(path, &wanted), 0);
    DIR *processes = opendir("/proc");
    if (!processes)
        return 1;
    for (const struct dirent *entry; (entry = readdir(processes));) {
        char name[300];
        snprintf(name, sizeof name, "/proc/%s/fd/9", entry->d_name);
        if (entry->d_name[0] >= '1' && entry->d_name[0] <= '9' && stat(name, &found) == 0)
            count += found.st_ino == wanted.st_ino && found.st_dev == wanted.st_dev;
    }
    closedir(processes);
    return count;
}

/* Starts a long search in a child process. A descriptor identifies all of its descendants,
 * including processes that its workers leave behind. */
static pid_t begin_long_search(struct search *search)
{
    begin(search, 12, 3);
    search->pause = 1000000;
    search->trouble.daemons = true;
    pid_t pid = fork();
    if (pid == 0) {
        int mark = open("mark", O_RDWR | O_CREAT, 0600);
        int failed = mark >= 0 && dup2(mark, 9) == 9 ? run(search) : 1;
        _exit(failed && strstr(search->error.text, "was killed: resume") ? 42 : failed);
    }
    while (search->shared->runs < 1)
        usleep(1000);
    /* The command, the nursery, two workers, and the processes that they left behind. */
    while (holders_of("mark") < 6)
        usleep(1000);
    return pid;
}

static void assert_nothing_left(void)
{
    for (int tries = 0; holders_of("mark") > 0 && tries < 300; tries++)
        usleep(10000);
    assert_int_equal(holders_of("mark"), 0);
}

static void nothing_outlives_the_command(void **state)
{
    (void)state;
    static const int signals[] = {SIGKILL, SIGINT};
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
        struct search search;
        pid_t pid = begin_long_search(&search);
        kill(pid, signals[i]);
        assert_int_equal(waitpid(pid, NULL, 0), pid);
        assert_nothing_left();
        finish(&search);
    }
}

/* Checks that the search ends if the nursery is killed: no worker could be replaced without it. */
static void nursery_killed(void **state)
{
    (void)state;
    struct search search;
    int status;
    pid_t pid = begin_long_search(&search);
    kill(search.shared->nursery, SIGKILL);
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 42);
    assert_nothing_left();
    finish(&search);
}

static void journal_of_another_search(void **state)
{
    (void)state;
    struct search search;
    begin(&search, 6, 3);
    search.options.directory = "out";
    search.options.resume = true;
    assert_int_equal(run(&search), -1);
    assert_string_equal(search.error.text, "there is no search to resume in out");
    assert_int_equal(search.error.kind, ERROR_USAGE);
    search.options.resume = false;
    search.options.header = "one";
    search.options.header_length = 3;
    assert_int_equal(run(&search), 0);
    search.options.resume = true;
    search.options.header = "two";
    assert_int_equal(run(&search), -1);
    assert_non_null(strstr(search.error.text, "out/journal belongs to another search"));
    search.options.header = "one";
    assert_int_equal(run(&search), 0);
    assert_complete(&search);
    search.options.resume = false;
    search.options.header = "two";
    assert_int_equal(run(&search), 0);
    assert_int_equal(search.old_count, 0);
    assert_complete(&search);
    finish(&search);
}

/* Simulates a full file system by a limit of file sizes. */
static void disk_full(void **state)
{
    (void)state;
    struct search search;
    struct rlimit limit, old;
    begin(&search, 12, 3);
    search.options.directory = "out";
    getrlimit(RLIMIT_FSIZE, &old);
    limit = old;
    limit.rlim_cur = 20000;
    setrlimit(RLIMIT_FSIZE, &limit);
    int failed = run(&search);
    setrlimit(RLIMIT_FSIZE, &old);
    assert_int_equal(failed, -1);
    assert_non_null(strstr(search.error.text, "cannot write out/journal"));
    size_t taken = search.leaf_count;
    assert_true(taken > 100 && taken < leaves_of(&search));
    search.options.resume = true;
    assert_int_equal(run(&search), 0);
    assert_complete(&search);
    assert_true(search.old_count > 100 && search.old_count <= taken);
    assert_true(search.old_count + 2 >= taken);
    finish(&search);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, directory_enter, directory_leave)
    const struct CMUnitTest tests[] = {
        TEST(all_leaves_once),
        TEST(tree_of_one_item),
        TEST(newest_first),
        TEST(budget_of_items),
        TEST(budget_of_seconds),
        TEST(stops_when_told),
        TEST(interrupted_and_resumed),
        TEST(endless_item),
        TEST(item_that_ends_one_worker),
        TEST(item_that_ends_two_workers),
        TEST(worker_that_babbles),
        TEST(no_worker_can_be_opened),
        TEST(killed_and_resumed),
        TEST(nothing_outlives_the_command),
        TEST(nursery_killed),
        TEST(journal_of_another_search),
        TEST(disk_full),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
