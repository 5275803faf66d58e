#include "ir/probe.h"

#include "base/file.h"
#include "ir/copy/copy.h"
#include "ir/names.h"

#include <llvm-c/Analysis.h>
#include <llvm-c/BitReader.h>
#include <llvm-c/BitWriter.h>
#include <llvm-c/Core.h>

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SECONDS_MIN = 20, BYTES_PER_SECOND = 1 << 20 };
#define MEMORY_MIN ((rlim_t)2 << 30) /* more than the process has already, for any file */
enum { MEMORY_PER_BYTE = 200 };

static void probe_keep_message(LLVMDiagnosticInfoRef info, void *context)
{
    struct probe *probe = context;
    char *text = LLVMGetDiagInfoDescription(info);
    if (LLVMGetDiagInfoSeverity(info) == LLVMDSError)
        snprintf(probe->message, sizeof probe->message, "%s", text);
    LLVMDisposeMessage(text);
}

/* Copies the module, because LLVM's check does not cover all of the debug information that is
 * copied. */
static void try_copy(LLVMModuleRef module)
{
    struct ir_program program = {0};
    names_mark(module);
    copy_module(module, &program);
    arena_free(&program.arena);
}

/* Appends the module to the file for the caller. */
static void write_anew(LLVMModuleRef module, int anew, struct probe *probe)
{
    LLVMMemoryBufferRef buffer = LLVMWriteBitcodeToMemoryBuffer(module);
    const char *data = LLVMGetBufferStart(buffer);
    size_t size = LLVMGetBufferSize(buffer), done = 0;
    off_t offset = lseek(anew, 0, SEEK_END);
    ssize_t more = 0;
    while (offset >= 0 && done < size && (more = write(anew, data + done, size - done)) > 0)
        done += (size_t)more;
    if (done == size) {
        probe->offset = (size_t)offset;
        probe->size = size;
    }
    LLVMDisposeMemoryBuffer(buffer);
}

static struct probe probe_one(const struct ir_bitcode *file, int anew)
{
    struct probe probe = {.kind = PROBE_SAFE};
    LLVMContextRef context = LLVMContextCreate();
    LLVMModuleRef module;
    LLVMContextSetDiagnosticHandler(context, probe_keep_message, &probe);
    LLVMMemoryBufferRef buffer =
        LLVMCreateMemoryBufferWithMemoryRange(file->data, file->size, file->name, 0);
    if (LLVMParseBitcodeInContext2(context, buffer, &module) == 0) {
        char *message = NULL;
        if (LLVMVerifyModule(module, LLVMReturnStatusAction, &message)) {
            probe.kind = PROBE_BROKEN;
        } else {
            write_anew(module, anew, &probe);
            try_copy(module);
        }
        LLVMDisposeMessage(message);
        LLVMDisposeModule(module);
    } else {
        probe.kind = PROBE_REFUSED;
    }
    LLVMDisposeMemoryBuffer(buffer);
    LLVMContextDispose(context);
    return probe;
}

/* Returns the memory that the process may write to now; this includes what a sanitizer reserves. */
static rlim_t memory_in_use(void)
{
    enum { DATA_FIELD = 5, TEXT_MAX = 4096 };
    char *text;
    struct error error;
    if (file_read("/proc/self/statm", TEXT_MAX, &text, NULL, &error) != 0)
        return 0;
    char *at = text;
    unsigned long pages = 0;
    for (int i = 0; i <= DATA_FIELD; i++)
        pages = strtoul(at, &at, 10);
    free(text);
    return (rlim_t)pages * (rlim_t)sysconf(_SC_PAGESIZE);
}

/* Limits memory and time, which a count in broken bitcode must not exhaust. */
static void limit_child(const struct ir_bitcode *files, size_t count)
{
    size_t bytes = 0;
    for (size_t i = 0; i < count; i++)
        bytes += files[i].size;
    rlim_t seconds = SECONDS_MIN + bytes / BYTES_PER_SECOND;
    rlim_t memory = memory_in_use() + MEMORY_MIN + (rlim_t)MEMORY_PER_BYTE * bytes;
    setrlimit(RLIMIT_CPU, &(struct rlimit){seconds, seconds});
    setrlimit(RLIMIT_DATA, &(struct rlimit){memory, memory});
    setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
}

/* Runs in the child: writes the result of each file as soon as it is known. */
static _Noreturn void probe_in_child(const struct ir_bitcode *files, size_t count, int output,
                                     int anew)
{
    for (int number = 1; number < NSIG; number++) /* the caller's handlers must not run here */
        signal(number, SIG_DFL);
    int said = memfd_create("probe", MFD_CLOEXEC);
    if (said < 0)
        said = open("/dev/null", O_WRONLY | O_CLOEXEC);
    dup2(said, STDOUT_FILENO);
    dup2(said, STDERR_FILENO);
    limit_child(files, count);
    for (size_t i = 0; i < count; i++) {
        struct probe probe = probe_one(&files[i], anew);
        /* LLVM only prints a message about invalid debug information, without calling any
         * handler. */
        if (lseek(said, 0, SEEK_CUR) > 0)
            probe.kind = PROBE_BROKEN;
        lseek(said, 0, SEEK_SET);
        if (write(output, &probe, sizeof probe) != sizeof probe)
            _exit(1);
    }
    _exit(0);
}

/* Probes files until the child ends or dies; returns how many got a result. */
static size_t probe_some(const struct ir_bitcode *files, size_t count, struct probe *probes,
                         int anew)
{
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0)
        return 0;
    pid_t child = fork();
    if (child == 0) {
        close(ends[0]);
        probe_in_child(files, count, ends[1], anew);
    }
    close(ends[1]);
    size_t done = 0;
    ssize_t got = 0;
    while (child > 0 && done < count) {
        got = read(ends[0], &probes[done], sizeof *probes); /* small enough for one read */
        if (got == sizeof *probes)
            done++;
        else if (got >= 0 || errno != EINTR)
            break;
    }
    close(ends[0]);
    if (child < 0)
        return 0;
    while (waitpid(child, NULL, 0) < 0 && errno == EINTR)
        continue;
    if (done < count && got == 0)
        probes[done++].kind = PROBE_CRASHES;
    return done;
}

struct probe_written probe_files(const struct ir_bitcode *files, size_t count, struct probe *probes)
{
    struct probe_written written = {0};
    int anew = memfd_create("bitcode", MFD_CLOEXEC);
    for (size_t i = 0; i < count; i++)
        probes[i] = (struct probe){.kind = PROBE_UNKNOWN};
    for (size_t done = 0, more; done < count; done += more) {
        more = probe_some(files + done, count - done, probes + done, anew);
        if (!more)
            break;
    }
    off_t size = anew >= 0 ? lseek(anew, 0, SEEK_END) : 0;
    if (size > 0) {
        void *data = mmap(NULL, (size_t)size, PROT_READ, MAP_PRIVATE, anew, 0);
        if (data != MAP_FAILED)
            written = (struct probe_written){data, (size_t)size};
    }
    if (anew >= 0)
        close(anew);
    return written;
}

void probe_close(struct probe_written written)
{
    if (written.data)
        munmap(written.data, written.size);
}
