#include "spread/transport.h"

#include "base/memory.h"

#include <dlfcn.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

enum { TAG = 1, STATUS_BYTES = 64 };

/* What differs between the two families of MPI libraries. A handle is an int in MPICH and a pointer
 * in Open MPI; here it is as wide as a pointer. A function that takes an int reads the lower half
 * of the register, so one function type serves both. */
typedef uintptr_t handle;

struct family {
    const char *libraries[3];
    const char *package;
    handle world, byte, errors_return; /* 0: the address of the symbol named below */
    const char *world_name, *byte_name, *errors_return_name;
    int any_source;
    size_t source_at; /* offset of the source in a status */
};

static const struct family FAMILIES[] = {
    [PLACE_MPICH] = {.libraries = {"libmpich.so.12", "libmpi.so.12"},
                     .package = "MPICH",
                     .world = 0x44000000,
                     .byte = 0x4c00010d,
                     .errors_return = 0x54000001,
                     .any_source = -2,
                     .source_at = 2 * sizeof(int)},
    [PLACE_OPENMPI] = {.libraries = {"libmpi.so.40", "libmpi.so"},
                       .package = "Open MPI",
                       .world_name = "ompi_mpi_comm_world",
                       .byte_name = "ompi_mpi_byte",
                       .errors_return_name = "ompi_mpi_errors_return",
                       .any_source = -1,
                       .source_at = 0},
};

struct sending {
    handle request;
    struct bytes message;
};

struct transport {
    const struct family *family;
    void *library;
    handle world, byte, errors_return;
    struct sending **sendings;
    size_t sending_count, sending_space;
    int (*init)(int *, char ***);
    int (*finalize)(void);
    int (*rank)(handle, int *);
    int (*size)(handle, int *);
    int (*set_errhandler)(handle, handle);
    int (*isend)(const void *, int, handle, int, int, handle, handle *);
    int (*iprobe)(int, int, handle, int *, void *);
    int (*get_count)(const void *, handle, int *);
    int (*receive)(void *, int, handle, int, int, handle, void *);
    int (*test)(handle *, int *, void *);
};

static int transport_find(struct transport *transport, const char *name, void *place,
                          struct error *error)
{
    void *address = dlsym(transport->library, name);
    if (!address)
        return error_set(error, ERROR_FAILED, "the library of %s has no %s",
                         transport->family->package, name);
    memcpy(place, &address, sizeof address);
    return 0;
}

static int find_handle(struct transport *transport, handle value, const char *name, handle *place,
                       struct error *error)
{
    *place = value;
    return name ? transport_find(transport, name, place, error) : 0;
}

static int transport_find_all(struct transport *transport, struct error *error)
{
    const struct family *family = transport->family;
    struct {
        const char *name;
        void *place;
    } names[] = {
        {"MPI_Init", &transport->init},
        {"MPI_Finalize", &transport->finalize},
        {"MPI_Comm_rank", &transport->rank},
        {"MPI_Comm_size", &transport->size},
        {"MPI_Comm_set_errhandler", &transport->set_errhandler},
        {"MPI_Isend", &transport->isend},
        {"MPI_Iprobe", &transport->iprobe},
        {"MPI_Get_count", &transport->get_count},
        {"MPI_Recv", &transport->receive},
        {"MPI_Test", &transport->test},
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (transport_find(transport, names[i].name, names[i].place, error) != 0)
            return -1;
    if (find_handle(transport, family->world, family->world_name, &transport->world, error) != 0 ||
        find_handle(transport, family->byte, family->byte_name, &transport->byte, error) != 0)
        return -1;
    return find_handle(transport, family->errors_return, family->errors_return_name,
                       &transport->errors_return, error);
}

static int transport_load(struct transport *transport, struct error *error)
{
    const struct family *family = transport->family;
    for (size_t i = 0; family->libraries[i] && !transport->library; i++)
        /* Plug-ins of Open MPI look for symbols in the global scope. */
        transport->library = dlopen(family->libraries[i], RTLD_NOW | RTLD_GLOBAL);
    if (!transport->library)
        return error_set(error, ERROR_FAILED,
                         "several processes were started by a launcher of %s, whose library cannot "
                         "be loaded: %s",
                         family->package, dlerror());
    return transport_find_all(transport, error);
}

static int transport_join(struct transport *transport, const struct place *place,
                          struct error *error)
{
    int rank = -1, size = -1;
    /* mpiexec of MPICH sends this signal when a process is lost, if it does not end the others
     * (-disable-auto-cleanup). Not every build of the library handles it. */
    signal(SIGUSR1, SIG_IGN);
    if (transport->init(NULL, NULL) != 0)
        return error_set(error, ERROR_FAILED, "%s could not be initialised",
                         transport->family->package);
    transport->set_errhandler(transport->world, transport->errors_return);
    if (transport->rank(transport->world, &rank) != 0 ||
        transport->size(transport->world, &size) != 0 || rank != place->process ||
        size != place->processes)
        return error_set(error, ERROR_FAILED,
                         "the launcher says process %d of %d, and %s says %d of %d: does this "
                         "launcher belong to another MPI library?",
                         place->process, place->processes, transport->family->package, rank, size);
    return 0;
}

int transport_open(const struct place *place, struct transport **result, struct error *error)
{
    struct transport *transport = memory_zero(1, sizeof *transport);
    transport->family = &FAMILIES[place->library];
    if (transport_load(transport, error) != 0 || transport_join(transport, place, error) != 0) {
        free(transport);
        return -1;
    }
    *result = transport;
    return 0;
}

void transport_send(struct transport *transport, int to, struct bytes *message)
{
    struct sending *sending = memory_zero(1, sizeof *sending);
    sending->message = *message;
    *message = (struct bytes){0};
    transport->sendings = memory_room(transport->sendings, transport->sending_count,
                                      &transport->sending_space, sizeof *transport->sendings);
    transport->sendings[transport->sending_count++] = sending;
    /* An error here means that a process is gone; its silence is noticed later. */
    transport->isend(sending->message.data, (int)sending->message.length, transport->byte, to, TAG,
                     transport->world, &sending->request);
}

bool transport_sent(struct transport *transport)
{
    unsigned char status[STATUS_BYTES];
    size_t left = 0;
    for (size_t i = 0; i < transport->sending_count; i++) {
        struct sending *sending = transport->sendings[i];
        int sent = 0;
        if (transport->test(&sending->request, &sent, status) == 0 && !sent) {
            transport->sendings[left++] = sending;
            continue;
        }
        bytes_free(&sending->message);
        free(sending);
    }
    transport->sending_count = left;
    return left == 0;
}

bool transport_receive(struct transport *transport, int *from, struct bytes *message)
{
    unsigned char status[STATUS_BYTES] = {0};
    int there = 0, length = 0;
    const struct family *family = transport->family;
    transport_sent(transport); /* progresses what was sent, and frees the memory of what has
                                  arrived */
    if (transport->iprobe(family->any_source, TAG, transport->world, &there, status) != 0 || !there)
        return false;
    memcpy(from, status + family->source_at, sizeof *from);
    transport->get_count(status, transport->byte, &length);
    bytes_clear(message);
    bytes_room(message, (size_t)length + 1);
    if (transport->receive(message->data, length, transport->byte, *from, TAG, transport->world,
                           status) != 0)
        return false;
    message->length = (size_t)length;
    return true;
}

void transport_close(struct transport *transport, bool alone)
{
    if (!transport)
        return;
    if (!alone)
        transport->finalize();
    /* The library stays loaded: some cannot be unloaded. Messages to processes that are gone stay,
     * too. */
    if (transport->sending_count == 0) {
        free(transport->sendings);
        free(transport);
    }
}
