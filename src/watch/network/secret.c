#include "watch/network/secret.h"

#include "base/file.h"
#include "base/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { TEXT = 2 * SECRET_BYTES + 1 }; /* in hexadecimal digits */

void secret_make(struct secret *secret)
{
    if (sodium_init() < 0)
        memory_exhausted();
    randombytes_buf(secret->bytes, sizeof secret->bytes);
}

void secret_wipe(struct secret *secret)
{
    sodium_memzero(secret, sizeof *secret);
}

static void secret_print(const struct secret *secret, char text[TEXT])
{
    sodium_bin2hex(text, TEXT, secret->bytes, sizeof secret->bytes);
}

static bool secret_parse(const char *text, struct secret *secret)
{
    const char *end;
    size_t length = 0;
    return sodium_hex2bin(secret->bytes, sizeof secret->bytes, text, strlen(text), NULL, &length,
                          &end) == 0 &&
           length == sizeof secret->bytes && *end == '\0';
}

void secret_lend(const struct secret *secret)
{
    char text[TEXT];
    secret_print(secret, text);
    if (setenv(SECRET_VARIABLE, text, 1) != 0)
        memory_exhausted();
    sodium_memzero(text, sizeof text);
}

void secret_take_back(void)
{
    unsetenv(SECRET_VARIABLE);
}

/* Returns a folder of this user that nobody else can write to. */
static char *secret_folder(struct error *error)
{
    char *folder;
    const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    struct stat status;
    if (cache && *cache == '/')
        folder = memory_printf("%s/tutti", cache);
    else if (home && *home == '/')
        folder = memory_printf("%s/.cache/tutti", home);
    else {
        error_set(error, ERROR_FAILED, "HOME is not set to a folder");
        return NULL;
    }
    if (file_make_directory(folder, error) == 0 && lstat(folder, &status) == 0 &&
        S_ISDIR(status.st_mode) && status.st_uid == geteuid() && chmod(folder, 0700) == 0)
        return folder;
    error_set(error, ERROR_FAILED, "%s must be a folder of yours that you can write to", folder);
    free(folder);
    return NULL;
}

int secret_save(const struct secret *secret, char **path, struct error *error)
{
    char text[TEXT], *made, *folder = secret_folder(error);
    if (!folder)
        return -1;
    int descriptor = file_make_private(folder, "watch-", &made, error);
    free(folder);
    if (descriptor < 0)
        return -1;
    secret_print(secret, text);
    bool written = write(descriptor, text, sizeof text - 1) == (ssize_t)sizeof text - 1 &&
                   fsync(descriptor) == 0;
    sodium_memzero(text, sizeof text);
    if (!written)
        error_errno(error, "cannot write %s", made);
    close(descriptor);
    if (written) {
        *path = made;
        return 0;
    }
    unlink(made);
    free(made);
    return -1;
}

static int secret_read(const char *path, struct secret *secret, struct error *error)
{
    char text[TEXT] = "";
    struct stat status;
    int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (descriptor < 0)
        return error_errno(error, "cannot read %s", path);
    bool mine = fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode) &&
                status.st_uid == geteuid() && (status.st_mode & 077) == 0;
    ssize_t got = mine ? read(descriptor, text, sizeof text - 1) : 0;
    close(descriptor);
    if (!mine)
        return error_set(error, ERROR_FAILED,
                         "%s must be a file of yours that nobody else can access", path);
    bool parsed = got == (ssize_t)sizeof text - 1 && secret_parse(text, secret);
    sodium_memzero(text, sizeof text);
    return parsed ? 0
                  : error_set(error, ERROR_FAILED, "%s does not contain the secret of a job", path);
}

int secret_find(const char *path, struct secret *secret, struct error *error)
{
    char *told = getenv(SECRET_VARIABLE);
    if (sodium_init() < 0)
        return error_set(error, ERROR_FAILED, "libsodium cannot be used on this machine");
    if (!told)
        return path ? secret_read(path, secret, error)
                    : error_set(error, ERROR_FAILED, "the secret of the job was not passed on");
    bool parsed = secret_parse(told, secret);
    sodium_memzero(told, strlen(told));
    unsetenv(SECRET_VARIABLE);
    return parsed ? 0
                  : error_set(error, ERROR_FAILED, "%s does not contain the secret of a job",
                              SECRET_VARIABLE);
}
