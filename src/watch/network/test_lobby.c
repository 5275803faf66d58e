/* Tests of lobby.h and channel.h: strangers cannot use up anything that matters, and a monitor that
 * knows the secret is admitted among any number of them. */
#include "watch/network/lobby.h"

#include "watch/network/seal.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cmocka.h>

enum { CROWD = 3 * LOBBY_PLACES };

static struct secret secret, other;
static struct lobby lobby;
static char address[CHANNEL_ADDRESS];
static double now; /* time of the lobby */

static int set_up(void **state)
{
    struct error error;
    (void)state;
    secret_make(&secret);
    secret_make(&other);
    now = 1;
    if (lobby_open(&lobby, "127.0.0.1", &secret, &error) != 0)
        return -1;
    snprintf(address, sizeof address, "127.0.0.1:%d", lobby.port);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    lobby_close(&lobby);
    return 0;
}

/* Makes a turn of the lobby, later than the last one. */
static bool turn(struct channel *admitted)
{
    now += 0.05;
    return lobby_admit(&lobby, now, admitted);
}

/* Makes turns until the caller is admitted, and both ends are proved. */
static void admit(struct channel *caller, struct channel *admitted)
{
    for (int i = 0; i < 200; i++) {
        channel_pump(caller);
        if (turn(admitted)) {
            for (int j = 0; j < 200 && !channel_proved(caller); j++)
                channel_pump(caller);
            assert_true(channel_proved(caller) && channel_proved(admitted));
            return;
        }
        usleep(1000);
    }
    fail_msg("%s", "it is not admitted");
}

static void add_text(struct channel *channel, const char *text)
{
    size_t begin = bytes_begin_frame(&channel->out);
    bytes_add(&channel->out, text, strlen(text));
    bytes_end_frame(&channel->out, begin);
}

static bool receives(struct channel *channel, const char *text)
{
    struct reader frame;
    for (int i = 0; i < 1000; i++) {
        if (channel_next(channel, &frame))
            return frame.left == strlen(text) && memcmp(frame.at, text, frame.left) == 0;
        if (!channel_pump(channel))
            return false;
        usleep(1000);
    }
    return false;
}

/* A monitor calls, and both exchange frames. */
static void meet(void)
{
    struct channel caller, admitted;
    assert_true(channel_connect(address, &secret, &caller));
    add_text(&caller, "hello");
    admit(&caller, &admitted);
    add_text(&admitted, "welcome");
    assert_true(receives(&admitted, "hello"));
    channel_pump(&admitted);
    assert_true(channel_is_sent(&admitted));
    assert_true(receives(&caller, "welcome"));
    channel_close(&caller);
    channel_close(&admitted);
}

static void test_friend(void **state)
{
    (void)state;
    meet();
    assert_int_equal(lobby.refused, 0);
}

static void test_wrong_secret(void **state)
{
    (void)state;
    struct channel caller, admitted;
    assert_true(channel_connect(address, &other, &caller));
    add_text(&caller, "hello");
    for (int i = 0; i < 100 && channel_pump(&caller); i++) {
        assert_false(turn(&admitted));
        usleep(1000);
    }
    assert_true(channel_forged(&caller)); /* the lobby's proof does not fit the caller's secret */
    assert_true(caller.out.length > 0);   /* and the caller revealed nothing */
    channel_close(&caller);
    meet();
}

static int call_raw(const char *bytes, size_t length)
{
    struct channel caller;
    assert_true(channel_connect(address, &secret, &caller));
    int raw = dup(caller.socket);
    bytes_clear(&caller.sealed);
    channel_close(&caller);
    if (raw < 0 || send(raw, bytes, length, MSG_NOSIGNAL) != (ssize_t)length)
        fail_msg("%s", "a stranger cannot call");
    return raw;
}

static void test_garbage(void **state)
{
    (void)state;
    static char garbage[1 << 16];
    struct channel admitted;
    int raw = call_raw(garbage, sizeof garbage);
    for (int i = 0; i < 500 && lobby.refused == 0; i++) {
        assert_false(turn(&admitted));
        usleep(1000);
    }
    assert_int_equal(lobby.refused, 1);
    assert_string_equal(lobby.refused_from, "127.0.0.1");
    assert_int_equal(lobby.count, 0);
    close(raw);
    meet();
}

/* Many call and then send nothing: the oldest are dropped. */
static void test_crowd(void **state)
{
    (void)state;
    struct channel admitted;
    int crowd[CROWD];
    for (int i = 0; i < CROWD; i++) {
        crowd[i] = call_raw("tutti", 5);
        if (i % 50 == 0)
            assert_false(turn(&admitted));
        assert_true(lobby.count <= LOBBY_PLACES);
    }
    meet();
    for (size_t i = 0; i < lobby.count; i++)
        assert_true(lobby.waiting[i].channel.in.length <= SEAL_GREETING);
    assert_false(turn(&admitted));
    now += 11; /* their time is over */
    assert_false(turn(&admitted));
    now += 11;
    assert_false(turn(&admitted));
    assert_int_equal(lobby.count, 0);
    for (int i = 0; i < CROWD; i++)
        close(crowd[i]);
    meet();
}

/* At each turn, as many others call as one turn accepts. */
static void test_monitor_in_a_flood(void **state)
{
    (void)state;
    enum { TURNS = 20, EACH = LOBBY_PLACES / 2 };
    static int flood[TURNS * EACH];
    struct channel caller, admitted;
    bool known = false;
    int count = 0;
    assert_true(channel_connect(address, &secret, &caller));
    for (int i = 0; i < TURNS && !known; i++) {
        for (int j = 0; j < EACH; j++)
            flood[count++] = call_raw("tutti", 5);
        channel_pump(&caller);
        known = turn(&admitted);
    }
    assert_true(known);
    for (int i = 0; i < count; i++)
        close(flood[i]);
    channel_close(&caller);
    channel_close(&admitted);
}

/* A turn accepts a limited number of callers, even if the port is busy. */
static void test_turn_ends(void **state)
{
    (void)state;
    struct channel admitted;
    int crowd[CROWD / 4];
    for (int i = 0; i < CROWD / 4; i++)
        crowd[i] = call_raw("tutti", 5);
    assert_false(lobby_admit(&lobby, now += 1, &admitted));
    size_t first = lobby.count;
    assert_true(first > 0 && first <= LOBBY_PLACES / 2);
    assert_false(lobby_admit(&lobby, now, &admitted)); /* no time has passed */
    assert_int_equal(lobby.count, first);
    for (int i = 0; i < CROWD / 4; i++)
        close(crowd[i]);
}

/* If no descriptor is left, callers are hung up on, and do not block the port. */
static void test_no_descriptors(void **state)
{
    (void)state;
    struct rlimit before, few;
    struct channel admitted;
    char byte;
    int crowd[4];
    for (int i = 0; i < 4; i++)
        crowd[i] = call_raw("tutti", 5);
    getrlimit(RLIMIT_NOFILE, &before);
    few = before;
    few.rlim_cur = (rlim_t)lobby.reserve + 1; /* all lower ones are in use */
    int filler[64], fillers = 0;
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &few), 0);
    while (fillers < 64 && (filler[fillers] = dup(0)) >= 0)
        fillers++;
    assert_false(turn(&admitted));
    assert_false(turn(&admitted));
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &before), 0);
    assert_true(lobby.reserve >= 0);
    assert_int_equal(lobby.count, 0);
    for (int i = 0; i < 4; i++) {
        assert_true(recv(crowd[i], &byte, 1, 0) <= 0);
        close(crowd[i]);
    }
    while (fillers > 0)
        close(filler[--fillers]);
    meet();
    /* Another thread opens a file at that moment and takes the reserve. */
    close(lobby.reserve);
    lobby.reserve = -1;
    assert_false(turn(&admitted));
    assert_true(lobby.reserve >= 0);
}

/* Somebody sends a frame that is not sealed. */
static void test_meddler(void **state)
{
    (void)state;
    struct channel caller, admitted;
    struct reader frame;
    assert_true(channel_connect(address, &secret, &caller));
    admit(&caller, &admitted);
    add_text(&caller, "first");
    assert_true(channel_pump(&caller));
    assert_true(receives(&admitted, "first"));
    char byte = 7;
    assert_int_equal(send(caller.socket, "\x11\0\0\0", 4, 0), 4);
    for (int i = 0; i < 17; i++)
        assert_int_equal(send(caller.socket, &byte, 1, 0), 1);
    assert_false(receives(&admitted, ""));
    assert_true(channel_forged(&admitted));
    assert_false(channel_next(&admitted, &frame));
    assert_false(channel_pump(&admitted));
    channel_close(&caller);
    channel_close(&admitted);
    meet();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_friend, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_wrong_secret, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_garbage, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_crowd, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_monitor_in_a_flood, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_turn_ends, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_no_descriptors, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_meddler, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
