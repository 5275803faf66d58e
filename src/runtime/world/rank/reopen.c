#include "runtime/world/rank/reopen.h"

#include "runtime/world/rewind/gate.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { FILES_MAX = 64, DESCRIPTORS = 1024 };

static struct {
    int descriptor, flags;
    off_t place;
} files[FILES_MAX];
static int file_count;

/* Leaves out stdout and stderr, which start.c redirects to the command. */
void files_note(void)
{
    for (int descriptor = 0; descriptor < DESCRIPTORS && file_count < FILES_MAX; descriptor++) {
        struct stat status;
        if (descriptor == STDOUT_FILENO || descriptor == STDERR_FILENO ||
            fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode))
            continue;
        files[file_count].descriptor = descriptor;
        files[file_count].flags = fcntl(descriptor, F_GETFL);
        files[file_count++].place = lseek(descriptor, 0, SEEK_CUR);
    }
}

void files_open_again(void)
{
    int kept = 0;
    for (int i = 0; i < file_count; i++) {
        char path[64];
        struct stat status;
        int descriptor = files[i].descriptor, of_descriptor = fcntl(descriptor, F_GETFD);
        /* By now standard input may be another file. */
        if (of_descriptor < 0 || fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode))
            continue;
        snprintf(path, sizeof path, "/proc/self/fd/%d", descriptor);
        int again = open(path, (files[i].flags & ~(O_CREAT | O_EXCL | O_TRUNC)) | O_CLOEXEC);
        if (again >= 0) {
            dup3(again, descriptor, of_descriptor & FD_CLOEXEC ? O_CLOEXEC : 0);
            close(again);
        }
        lseek(descriptor, files[i].place, SEEK_SET);
        files[kept++] = files[i];
    }
    file_count = kept;
}

bool files_have(long descriptor)
{
    for (int i = 0; i < file_count; i++)
        if (files[i].descriptor == descriptor)
            return true;
    return false;
}

void files_go_back(void)
{
    for (int i = 0; i < file_count; i++)
        GATE(SYS_lseek, files[i].descriptor, files[i].place, SEEK_SET);
}
