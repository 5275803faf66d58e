/* Tests of sampler.h: a signal goes only to the processes that existed at the beginning. */
#include "watch/sample/sampler.h"

#include "watch/sample/test_children.h"

#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/stat.h>

#include <cmocka.h>

static const char folder[] = "test_sampler.folder", library[] = "test_sampler.folder/libmpi.so";

/* Maps a file that has the name of an MPI library. */
static int rest(struct shared *shared)
{
    int file = open(library, O_RDONLY | O_CLOEXEC);
    if (mmap(NULL, 1, PROT_READ, MAP_PRIVATE, file, 0) == MAP_FAILED)
        return 1;
    atomic_store(&shared->ready, 1);
    for (;;)
        pause();
}

static void signals_only_who_was_there(void **state)
{
    (void)state;
    struct error error;
    struct sampler sampler;
    struct shared *shared = shared_make();
    assert_int_equal(mkdir(folder, 0700), 0);
    int file = open(library, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    assert_int_equal(write(file, "none", 4), 4);
    close(file);
    pid_t pid = child_start(rest, shared);
    child_wait_ready(shared);
    if (sampler_open(&sampler, &pid, 1, &error) != 0)
        fail_msg("%s", error.text);
    sampler.ranks[0].process.birth--; /* an earlier process with the same number */
    sampler_signal(&sampler, SIGTERM);
    nap_ms(100);
    assert_int_equal(waitpid(pid, NULL, WNOHANG), 0);
    sampler.ranks[0].process.birth++;
    sampler_signal(&sampler, SIGTERM);
    assert_int_equal(child_end(pid), 1000 + SIGTERM);
    sampler_close(&sampler);
    shared_free(shared);
    unlink(library);
    rmdir(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(signals_only_who_was_there),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
