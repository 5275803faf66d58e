#include "base/lock.h"

#include "base/file.h"
#include "base/memory.h"
#include "base/owner.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

enum { HOST_MAX = 256, OWNER_FILE_MAX = 1024 };

struct lock {
    char *path;     /* path of the file that is locked */
    char *owner;    /* path of the file that serves as the lock elsewhere */
    char *note;     /* NULL: none */
    int descriptor; /* -1: the lock is the owner's file */
};

static int lock_busy(const struct lock *lock, const char *what, struct error *error)
{
    int length = (int)(strrchr(lock->path, '/') - lock->path);
    return error_set(error, ERROR_USAGE,
                     "%.*s belongs to a %s that is still running: wait for it, or choose another "
                     "directory",
                     length, lock->path, what);
}

/* Returns whether the error says that the file system has no locks, not that another process holds
 * the lock. */
static bool lock_unknown(int number)
{
    return number == ENOLCK || number == ENOSYS || number == EOPNOTSUPP || number == EINVAL;
}

/* Returns 0: it is locked; 1: the file system has no locks; -1: error. If the previous owner
 * removed the file meanwhile, others will lock a new file, so this one does not count. */
static int lock_flock(struct lock *lock, const char *what, struct error *error)
{
    for (;;) {
        struct stat mine, there;
        int file = open(lock->path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
        if (file < 0)
            return error_errno(error, "cannot write %s", lock->path);
        if (flock(file, LOCK_EX | LOCK_NB) != 0) {
            int number = errno;
            close(file);
            errno = number;
            if (number == EWOULDBLOCK)
                return lock_busy(lock, what, error);
            if (!lock_unknown(number))
                return error_errno(error, "cannot lock %s", lock->path);
            return 1;
        }
        if (fstat(file, &mine) == 0 && stat(lock->path, &there) == 0 &&
            mine.st_ino == there.st_ino && mine.st_dev == there.st_dev) {
            lock->descriptor = file;
            return 0;
        }
        close(file);
    }
}

/* Returns the state of the owner that its file names: "HOST NAME". */
static enum owner_state lock_owner(const struct lock *lock, struct error *error)
{
    char *text, host[HOST_MAX] = "";
    struct error ignored;
    if (access(lock->owner, F_OK) != 0)
        return OWNER_GONE;
    gethostname(host, sizeof host - 1);
    if (file_read(lock->owner, OWNER_FILE_MAX, &text, NULL, &ignored) != 0)
        text = memory_copy("");
    char *rest = text, *on = strsep(&rest, " ");
    enum owner_state state = rest && strcmp(on, host) == 0 ? owner_state(rest) : OWNER_ELSEWHERE;
    if (state == OWNER_ELSEWHERE)
        error_set(error, ERROR_USAGE,
                  "%s says that a command on %s works in this folder: wait for it; if it no longer "
                  "runs, remove this file",
                  lock->owner, *on ? on : "another machine");
    free(text);
    return state;
}

/* Reserves a name that only one process of this machine can have at a time, and that the kernel
 * frees. */
static int lock_guard(const struct lock *lock)
{
    struct stat status;
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    int guard = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (guard < 0 || stat(lock->owner, &status) != 0) {
        if (guard >= 0)
            close(guard);
        return -1;
    }
    int length = snprintf(address.sun_path + 1, sizeof address.sun_path - 1, "tutti-lock-%llx-%llx",
                          (unsigned long long)status.st_dev, (unsigned long long)status.st_ino);
    if (bind(guard, (struct sockaddr *)&address,
             (socklen_t)(sizeof(sa_family_t) + 1 + (size_t)length)) != 0) {
        close(guard);
        return -1;
    }
    return guard;
}

/* Removes the file of an owner that is gone. The guard is needed because two commands may both see
 * that: the second one must not remove the new file of the first. */
static void lock_bury(const struct lock *lock)
{
    struct error ignored;
    int guard = lock_guard(lock);
    if (guard < 0)
        return;
    if (lock_owner(lock, &ignored) == OWNER_GONE)
        unlink(lock->owner);
    close(guard);
}

/* Makes the owner's file; it appears with its whole contents at once. Returns false, with errno
 * set, on failure. */
static bool lock_make_owner(const struct lock *lock)
{
    char name[OWNER_NAME_MAX], host[HOST_MAX] = "";
    owner_name(name);
    gethostname(host, sizeof host - 1);
    char *temporary = memory_printf("%s.%s", lock->owner, name);
    int file = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    bool made =
        file >= 0 && dprintf(file, "%s %s\n", host, name) > 0 && link(temporary, lock->owner) == 0;
    int number = errno;
    if (file >= 0) {
        close(file);
        unlink(temporary);
    }
    free(temporary);
    errno = number;
    return made;
}

static int lock_stand_in(struct lock *lock, const char *what, struct error *error)
{
    if (access(lock->owner, F_OK) == 0)
        lock_bury(lock);
    if (!lock_make_owner(lock)) {
        if (errno != EEXIST)
            return error_errno(error, "cannot write %s", lock->owner);
        return lock_owner(lock, error) == OWNER_ELSEWHERE ? -1 : lock_busy(lock, what, error);
    }
    lock->note = memory_printf("this file system has no locks, so Tutti uses the file %s as a "
                               "lock: no other command may work in this folder meanwhile",
                               lock->owner);
    return 0;
}

int lock_take(const char *directory, const char *what, struct lock **result, struct error *error)
{
    struct lock *lock = memory_zero(1, sizeof *lock);
    lock->path = memory_printf("%s/.tutti-lock", directory);
    lock->owner = memory_printf("%s/.tutti-owner", directory);
    lock->descriptor = -1;
    int state = lock_flock(lock, what, error);
    if (state > 0) {
        state = lock_stand_in(lock, what, error);
    } else if (state == 0 && access(lock->owner, F_OK) == 0) {
        enum owner_state owner = lock_owner(lock, error);
        if (owner == OWNER_LIVES)
            lock_busy(lock, what, error);
        if (owner == OWNER_GONE)
            unlink(lock->owner);
        else
            state = -1;
    }
    if (state != 0) {
        lock_release(lock);
        return -1;
    }
    *result = lock;
    return 0;
}

const char *lock_note(const struct lock *lock)
{
    return lock->note;
}

void lock_release(struct lock *lock)
{
    if (!lock)
        return;
    if (lock->note || lock->descriptor >= 0)
        unlink(lock->path); /* while it is still locked */
    if (lock->note)
        unlink(lock->owner);
    if (lock->descriptor >= 0)
        close(lock->descriptor);
    free(lock->path);
    free(lock->owner);
    free(lock->note);
    free(lock);
}
