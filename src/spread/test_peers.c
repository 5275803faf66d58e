#include "spread/peers.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

/* Replaces the transport: one message that has arrived, and the kinds of those that were sent. */
static struct {
    const char *message;
    size_t length;
    int from;
    char said[64];
} wire;

void transport_send(struct transport *transport, int to, struct bytes *message)
{
    (void)transport;
    struct reader reader = reader_of(message->data, message->length), frame;
    while (reader_frame(&reader, &frame)) {
        size_t length = strlen(wire.said);
        snprintf(wire.said + length, sizeof wire.said - length, "%d%c", to, reader_kind(&frame));
    }
    bytes_free(message);
}

bool transport_receive(struct transport *transport, int *from, struct bytes *message)
{
    (void)transport;
    bytes_clear(message);
    if (!wire.message)
        return false;
    *from = wire.from;
    bytes_add(message, wire.message, wire.length);
    wire.message = NULL;
    return true;
}

static size_t done;

static void item_done(void *data, struct item *item, int queue, uint64_t first,
                      const struct run *run)
{
    (void)queue, (void)first, (void)run;
    done++;
    frontier_end(data, item);
}

static void item_failed(void *data, struct item *item, const char *sentence)
{
    assert_true(*sentence);
    frontier_end(data, item);
}

static void no_signal(void *data, int signal)
{
    (void)data, (void)signal;
}

/* Checks that a process that sends an invalid message is dropped with all of its items, and no
 * other process is. */
static void process_that_babbles(void **state)
{
    (void)state;
#define SAYS(text) {(text), sizeof(text) - 1}
    static const struct {
        const char *bytes;
        size_t length;
    } messages[] = {
        SAYS("\1\0\0\0Z"),                                      /* unknown kind */
        SAYS("\0\0\0\0"),                                       /* unknown kind */
        SAYS("\377\377\377\377D"),                              /* endless frame */
        SAYS("\11\0\0\0D\7\0"),                                 /* frame that is cut */
        SAYS("x"),                                              /* no frame at all */
        SAYS("\21\0\0\0D\7\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"),     /* no run after the ids */
        SAYS("\21\0\0\0D\11\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"),    /* item that no process has */
        SAYS("\12\0\0\0X\10\0\0\0\0\0\0\0a"),                   /* item of another process */
        SAYS("\12\0\0\0X\7\0\0\0\0\0\0\0a"),                    /* sentence without an end */
        SAYS("\11\0\0\0X\7\0\0\0\0\0\0\0"),                     /* no sentence */
        SAYS("\11\0\0\0g\11\0\0\0\0\0\0\0"),                    /* gives an item that it does not
                                                                   have */
        SAYS("\1\0\0\0N"),                                      /* needs without a number */
        SAYS("\1\0\0\0K"),                                      /* message that only process 0
                                                                   sends */
        SAYS("\12\0\0\0B\377\377\377\377\377\377\377\377\177"), /* more workers than possible */
        /* child whose id only another process makes */
        SAYS("\34\0\0\0D\7\0\0\0\0\0\0\0\11\0\0\0\0\0\0\0\0\0\0\0\1\0\0\0\0\77\0"),
    };
#undef SAYS
    for (size_t i = 0; i < sizeof messages / sizeof *messages; i++) {
        struct frontier frontier;
        struct peers_events events = {&frontier, item_done, item_failed, no_signal};
        frontier_open(&frontier, 4);
        struct peers *peers = peers_open(NULL, 3, &frontier, 1, 1, &events);
        frontier_add(&frontier, 2, &(struct item_parts){.id = 7, .weight = 0.5}); /* of process 1 */
        frontier_add(&frontier, 3, &(struct item_parts){.id = 8, .weight = 0.5}); /* of process 2 */
        memset(&wire, 0, sizeof wire);
        wire.message = messages[i].bytes;
        wire.length = messages[i].length;
        wire.from = 1;
        done = 0;
        assert_true(peers_listen(peers));
        assert_true(peers_lost(peers));
        assert_int_equal(peers_count(peers), 1);
        assert_string_equal(peers_note(peers), "process 1 sent an invalid message, "
                                               "and others did what it was to do");
        assert_non_null(strstr(wire.said, "1E")); /* it is told to end */
        assert_null(strstr(wire.said, "2E"));
        assert_int_equal(done, 0);
        assert_int_equal(frontier_find(&frontier, 7)->queue, 0);
        assert_int_equal(frontier_find(&frontier, 8)->queue, 3);
        peers_close(peers);
        frontier_close(&frontier);
    }
}

/* Ignores a message from a process that does not exist. */
static void process_that_is_none(void **state)
{
    (void)state;
    static const int froms[] = {-1, 0, 3, 1000000};
    for (size_t i = 0; i < sizeof froms / sizeof *froms; i++) {
        struct frontier frontier;
        struct peers_events events = {&frontier, item_done, item_failed, no_signal};
        frontier_open(&frontier, 4);
        struct peers *peers = peers_open(NULL, 3, &frontier, 1, 1, &events);
        memset(&wire, 0, sizeof wire);
        wire.message = "\1\0\0\0Z";
        wire.length = 5;
        wire.from = froms[i];
        assert_false(peers_listen(peers));
        assert_int_equal(peers_count(peers), 2);
        peers_close(peers);
        frontier_close(&frontier);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(process_that_babbles),
                                       cmocka_unit_test(process_that_is_none)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
