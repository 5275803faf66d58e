#include "base/options/trust.h"

#include "base/clock.h"
#include "base/file.h"
#include "base/text.h"

#include <errno.h>
#include <fcntl.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { SETTINGS_MAX = 1024 * 1024, LIST_MAX = 64 * 1024 * 1024 };

static const double LOCK_SECONDS = 20;

bool trust_is_own(uid_t owner)
{
    const char *caller = geteuid() == 0 ? getenv("SUDO_UID") : NULL;
    char *end = NULL;
    unsigned long uid = caller && *caller ? strtoul(caller, &end, 10) : 0;
    return owner == geteuid() || (end && !*end && uid == owner);
}

/* Returns why the file is not the user's own; NULL: it is. In a folder with the sticky bit, only
 * the owner of a file can replace it. */
static const char *strangers_reason(const struct stat *file, const struct stat *folder)
{
    if (!trust_is_own(file->st_uid))
        return "it belongs to another user";
    if (!trust_is_own(folder->st_uid))
        return "its folder belongs to another user";
    if (file->st_mode & S_IWOTH)
        return "everybody can write to it";
    if ((folder->st_mode & (S_IWOTH | S_ISVTX)) == S_IWOTH)
        return "everybody can write to its folder";
    return NULL;
}

static char *folder_of(const char *path)
{
    char *folder = memory_copy(path);
    char *slash = strrchr(folder, '/');
    if (slash)
        slash[slash == folder] = '\0';
    else
        strcpy(folder, ".");
    return folder;
}

/* Opens a file, and reads the owners of the file and its folder. Returns -1 with errno set on
 * failure. Does not wait if it is a pipe. */
static int open_and_look(const char *path, struct stat *file, struct stat *folder)
{
    char *name = folder_of(path);
    int failed = stat(name, folder);
    free(name);
    int descriptor = failed ? -1 : open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (descriptor < 0)
        return -1;
    if (fstat(descriptor, file) == 0 && S_ISREG(file->st_mode))
        return descriptor;
    close(descriptor);
    errno = EINVAL;
    return -1;
}

/* Notes whether the user allowed the file with its present content. */
static void settings_compare(const char *path, struct settings *settings)
{
    struct trust_list list = {0};
    struct error ignored; /* `tutti trust` reports it */
    if (trust_list_read(&list, &ignored) == 0) {
        const struct trusted *trusted = trust_list_find(&list, path);
        bool same = trusted && strlen(trusted->content) == settings->length &&
                    memcmp(trusted->content, settings->text, settings->length) == 0;
        settings->changed = trusted && !same;
        if (same)
            settings->trust = TRUST_ALL;
    }
    trust_list_free(&list);
}

int settings_read(const char *path, struct settings *settings, struct error *error)
{
    struct stat file, folder;
    struct settings read = {.strangers = "it belongs to another user"};
    int descriptor = open_and_look(path, &file, &folder);
    int number = errno;
    bool strangers = stat(path, &file) == 0 && !trust_is_own(file.st_uid);
    if (descriptor < 0 && !strangers) {
        errno = number;
        return error_errno(error, "cannot read %s", path);
    }
    if (descriptor >= 0) {
        (void)!fstat(descriptor, &file);
        read.strangers = strangers_reason(&file, &folder);
        read.trust = read.strangers ? TRUST_NOTHING : TRUST_HARMLESS;
        int failed =
            file_read_descriptor(descriptor, path, SETTINGS_MAX, &read.text, &read.length, error);
        close(descriptor);
        if (failed && !read.strangers)
            return -1;
        if (failed)
            read.text = NULL;
        else
            settings_compare(path, &read);
    }
    *settings = read;
    return 0;
}

void settings_free(struct settings *settings)
{
    free(settings->text);
    *settings = (struct settings){0};
}

/* Returns whether the folder, or the nearest existing folder above it, belongs to the user. */
static bool is_own_path(const char *path)
{
    struct stat status;
    bool own = false;
    for (char *at = memory_copy(path); at;) {
        bool found = stat(at, &status) == 0;
        own = found && status.st_uid == geteuid();
        char *above = found || strcmp(at, "/") == 0 ? NULL : folder_of(at);
        free(at);
        at = above;
    }
    return own;
}

/* Returns the home directory from /etc/passwd. It avoids getpwuid(), which loads libraries. This
 * matters when root has the environment of another user. */
static char *home_of_user(void)
{
    char *home = NULL;
    FILE *users = fopen("/etc/passwd", "re");
    for (const struct passwd *user; users && !home && (user = fgetpwent(users));)
        if (user->pw_uid == geteuid())
            home = memory_copy(user->pw_dir);
    if (users)
        fclose(users);
    return home;
}

/* Returns the folder of the user's own settings. A folder that the environment names counts only if
 * it belongs to the user. */
static char *own_folder(void)
{
    const char *named = getenv("XDG_CONFIG_HOME"), *home = getenv("HOME");
    if (named && *named == '/' && is_own_path(named))
        return memory_printf("%s/tutti", named);
    if (home && *home == '/' && is_own_path(home))
        return memory_printf("%s/.config/tutti", home);
    char *listed = home_of_user();
    char *folder = listed ? memory_printf("%s/.config/tutti", listed) : NULL;
    free(listed);
    return folder;
}

/* Reads the content of a file from the lines that follow its path; each of them stands behind a
 * tab. */
static char *read_content(struct arena *arena, char **next)
{
    struct text content;
    text_init(&content, LIST_MAX);
    for (bool first = true; *next && **next == '\t'; first = false) {
        char *line = strsep(next, "\n");
        text_addf(&content, "%s%s", first ? "" : "\n", line + 1);
    }
    char *copy = arena_copy_bytes(arena, content.data, content.length);
    text_free(&content);
    return copy;
}

static void list_parse(struct trust_list *list, char *text)
{
    for (char *next = text; next && *next;) {
        const char *path = strsep(&next, "\n");
        if (*path != '/')
            continue;
        struct trusted *trusted = arena_push(&list->arena, list->list, list->count);
        trusted->path = arena_copy(&list->arena, path);
        trusted->content = read_content(&list->arena, &next);
    }
}

static int trust_list_find_file(struct trust_list *list, struct error *error)
{
    *list = (struct trust_list){0};
    char *folder = own_folder();
    if (!folder)
        return error_set(error, ERROR_FAILED,
                         "there is no home folder to keep the list of trusted files in: set HOME "
                         "to a folder of yours");
    list->file = arena_printf(&list->arena, "%s/trusted", folder);
    free(folder);
    return 0;
}

static int trust_list_read_file(struct trust_list *list, struct error *error)
{
    struct stat file, folder;
    int descriptor = open_and_look(list->file, &file, &folder);
    if (descriptor < 0 && errno == ENOENT)
        return 0;
    if (descriptor < 0)
        return error_errno(error, "cannot read %s", list->file);
    char *text;
    const mode_t others = S_IWGRP | S_IWOTH;
    int failed;
    if (file.st_uid != geteuid() || folder.st_uid != geteuid() || (file.st_mode & others) ||
        (folder.st_mode & others))
        failed = error_set(error, ERROR_FAILED,
                           "%s is ignored: it and its folder must be yours, and nobody else may "
                           "write to them",
                           list->file);
    else
        failed = file_read_descriptor(descriptor, list->file, LIST_MAX, &text, NULL, error);
    close(descriptor);
    if (failed)
        return -1;
    list_parse(list, text);
    free(text);
    return 0;
}

int trust_list_read(struct trust_list *list, struct error *error)
{
    return trust_list_find_file(list, error) != 0 ? -1 : trust_list_read_file(list, error);
}

/* Locks the folder of the list. Another command has it only for a moment. */
static int trust_list_lock(struct trust_list *list, struct error *error)
{
    static const struct timespec pause = {.tv_nsec = 10 * 1000 * 1000};
    double end = clock_seconds() + LOCK_SECONDS;
    char *folder = folder_of(list->file);
    mode_t mask = umask(S_IRWXG | S_IRWXO);
    int failed = file_make_directory(folder, error);
    while (!failed && (failed = lock_take(folder, "`tutti trust`", &list->lock, error)) != 0 &&
           error->kind == ERROR_USAGE && clock_seconds() < end) {
        nanosleep(&pause, NULL);
        failed = 0;
    }
    umask(mask);
    free(folder);
    return failed;
}

int trust_list_open(struct trust_list *list, struct error *error)
{
    return trust_list_find_file(list, error) != 0 || trust_list_lock(list, error) != 0
               ? -1
               : trust_list_read_file(list, error);
}

int trust_list_write(const struct trust_list *list, struct error *error)
{
    struct text text;
    text_init(&text, LIST_MAX);
    text_add(&text, "# What `tutti trust` allowed: a file, and the content that it had.\n");
    for (size_t i = 0; i < list->count; i++) {
        text_addf(&text, "%s\n\t", list->list[i].path);
        for (const char *letter = list->list[i].content; *letter; letter++)
            text_add(&text, *letter == '\n' ? "\n\t" : (char[]){*letter, '\0'});
        text_add_char(&text, '\n');
    }
    char *folder = folder_of(list->file);
    mode_t mask = umask(S_IRWXG | S_IRWXO);
    int failed = file_make_directory(folder, error);
    if (!failed && text.cut)
        failed = error_set(error, ERROR_FAILED,
                           "the list of trusted files is full: `tutti trust --remove` makes room");
    if (!failed)
        failed = file_keep(list->file, text.data, text.length, error);
    umask(mask);
    free(folder);
    text_free(&text);
    return failed;
}

struct trusted *trust_list_find(const struct trust_list *list, const char *path)
{
    for (size_t i = 0; i < list->count; i++)
        if (strcmp(list->list[i].path, path) == 0)
            return &list->list[i];
    return NULL;
}

void trust_list_add(struct trust_list *list, const char *path, const char *content)
{
    struct trusted *trusted = trust_list_find(list, path);
    if (!trusted)
        trusted = arena_push(&list->arena, list->list, list->count);
    trusted->path = arena_copy(&list->arena, path);
    trusted->content = arena_copy(&list->arena, content);
}

void trust_list_remove(struct trust_list *list, const struct trusted *trusted)
{
    size_t at = (size_t)(trusted - list->list);
    list->count--;
    memmove(&list->list[at], &list->list[at + 1], (list->count - at) * sizeof *list->list);
}

void trust_list_free(struct trust_list *list)
{
    arena_free(&list->arena);
    lock_release(list->lock);
    *list = (struct trust_list){0};
}
