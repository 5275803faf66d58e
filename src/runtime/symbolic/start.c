#include "runtime/symbolic/start.h"

#include "runtime/symbolic/carry.h"
#include "runtime/symbolic/events.h"
#include "runtime/symbolic/files.h"
#include "runtime/symbolic/nodes.h"
#include "runtime/symbolic/shadow.h"
#include "runtime/symbolic/sources.h"
#include "runtime/symbolic/state.h"
#include "runtime/symbolic/variables.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static bool reserved; /* the area of tags */

static bool map_cover(int file, uint32_t edges)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    size_t length = (edges + page - 1) / page * page;
    if ((uintptr_t)tutti_cover % page != 0)
        return false;
    if (length == 0)
        return true;
    // cppcheck-suppress leakReturnValNotUsed
    return mmap(tutti_cover, length, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, file,
                SYMBOLIC_COVER) != MAP_FAILED;
}

static bool start_map_file(int file, uint32_t edges)
{
    struct stat status;
    if (fstat(file, &status) != 0 || (size_t)status.st_size < sizeof(struct symbolic_segment))
        return false;
    size_t size = (size_t)status.st_size;
    struct symbolic_segment *segment =
        mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, file, 0);
    if (segment == MAP_FAILED)
        return false;
    madvise(segment, size, MADV_DONTDUMP);
    if (segment->magic != SYMBOLIC_MAGIC || segment->edges != edges ||
        segment->regions + segment->ranks * sizeof(struct symbolic_region) > size ||
        !map_cover(file, edges)) {
        munmap(segment, size);
        return false;
    }
    state.segment = segment;
    return true;
}

bool start_map(const char *place)
{
    char path[64], *end;
    long process = strtol(place, &end, 10);
    long descriptor = *end == ':' ? strtol(end + 1, &end, 10) : -1;
    uint32_t edges = *end == ':' ? (uint32_t)strtoul(end + 1, &end, 10) : 0;
    snprintf(path, sizeof path, "/proc/%ld/fd/%ld", process, descriptor);
    int file = open(path, O_RDWR | O_CLOEXEC);
    if (file < 0)
        return false;
    bool mapped = start_map_file(file, edges);
    close(file);
    /* Here, not in the rank: it is only address space, but a rank may have a limit on that. */
    reserved = mapped && shadow_reserve();
    return mapped;
}

const struct symbolic_carrier *tutti_symbolic_start(int rank)
{
    struct symbolic_segment *segment = state.segment;
    unsetenv(SYMBOLIC_VARIABLE_NAME); /* does not concern programs that this one starts */
    if (!segment || rank < 0 || (uint32_t)rank >= segment->ranks || rank >= SYMBOLIC_RANKS)
        return NULL;
    bool heavy = segment->focus == rank || segment->focus == SYMBOLIC_FOCUS_ALL ||
                 (segment->flags & SYMBOLIC_ALL_HEAVY);
    if (!heavy || !reserved)
        return NULL;
    void *regions = (char *)segment + segment->regions;
    struct symbolic_region *region = (struct symbolic_region *)regions + rank;
    atomic_store(&region->event_count, 0);
    region->variable_count = region->source_count = region->communicator_count = 0;
    region->member_count = region->text_count = region->full = 0;
    region->carried_count = 0;
    region->reduced = region->large = 0;
    state.rank = (uint32_t)rank;
    state.region = region;
    nodes_open();
    events_open();
    variables_open();
    if (!state_open())
        return NULL;
    region->started = 1;
    tutti_symbolic = 1;
    /* The data of other ranks is not read, and must not reach the focus. */
    return segment->flags & SYMBOLIC_ALL_HEAVY ? NULL : &carrier;
}

static void mark_words(int count, char **words)
{
    for (int i = 1; i < count && words[i]; i++) {
        uint32_t source = source_find(SYMBOLIC_ARGUMENT, (uint32_t)i, NULL);
        if (source != SOURCE_NONE)
            source_mark(source, 0, words[i], strlen(words[i]));
    }
}

void tutti_symbolic_main(int count, char **words)
{
    tutti_symbolic_arguments[0] = 0;
    files_open();
    if (!state_enter())
        return;
    mark_words(count, words);
    if (count > 0 && !state_wants(SYMBOLIC_NO_INPUTS))
        tutti_symbolic_arguments[0] = variable_count((uint32_t)count);
    state_leave();
}

/* Returns the rank that mpiexec has given to this process, if there is no virtual world. */
static int launched_rank(void)
{
    const char *rank = getenv("OMPI_COMM_WORLD_RANK");
    if (!rank)
        rank = getenv("PMI_RANK");
    return rank ? (int)strtol(rank, NULL, 10) : 0;
}

__attribute__((constructor)) static void start_loaded(void)
{
    int kept = errno;
    const char *place = getenv(SYMBOLIC_VARIABLE_NAME);
    if (place && start_map(place) && !dlsym(RTLD_DEFAULT, "tutti_world_rank"))
        tutti_symbolic_start(launched_rank());
    errno = kept;
}
