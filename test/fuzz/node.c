/* node.c: frames that come over the network to the monitor of a node, from a hub that knows the
 * secret. */
#include "watch/network/node.h"
#include "fuzz.h"
#include "watch/network/channel.h"
#include "watch/network/wire.h"

#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

struct hub {
    struct secret secret;
    int listener;
    const uint8_t *data;
    size_t size;
    atomic_bool over;
};

/* So many bytes are whole frames: what is cut would keep the node waiting for the rest. */
static size_t whole_frames(const uint8_t *data, size_t size)
{
    struct reader reader = reader_of(data, size), frame;
    while (reader_frame(&reader, &frame))
        ;
    return size - reader.left;
}

/* Says what it has to say, then that all is over; and that alone to who calls again. */
static void *speak(void *data)
{
    struct hub *hub = data;
    struct channel channel;
    while (!atomic_load(&hub->over)) {
        struct pollfd wait = {.fd = hub->listener, .events = POLLIN};
        poll(&wait, 1, 10);
        if (!channel_accept(hub->listener, &hub->secret, &channel))
            continue;
        bytes_add(&channel.out, hub->data, hub->size);
        hub->size = 0;
        wire_add_word(&channel.out, WIRE_END, 0);
        while (!atomic_load(&hub->over) && channel_pump(&channel)) {
            struct reader ignored;
            while (channel_next(&channel, &ignored))
                ;
            wait = (struct pollfd){.fd = channel.socket, .events = POLLIN};
            poll(&wait, 1, 10);
        }
        channel_close(&channel);
    }
    return NULL;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct hub hub = {.data = data, .size = whole_frames(data, size)};
    struct board board;
    struct error error;
    pthread_t thread;
    char address[CHANNEL_ADDRESS];
    int port;
    if (size > 60000 || board_private(&board, &error) != 0)
        return 0;
    hub.listener = channel_listen("127.0.0.1", &port, &error);
    snprintf(address, sizeof address, "127.0.0.1:%d", port);
    secret_make(&hub.secret);
    if (hub.listener < 0 || pthread_create(&thread, NULL, speak, &hub) != 0)
        abort();
    node_run(&(struct node_options){.addresses = address, .secret = &hub.secret, .board = &board});
    atomic_store(&hub.over, true);
    pthread_join(thread, NULL);
    close(hub.listener);
    board_close(&board);
    return 0;
}
