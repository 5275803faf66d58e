/* trust.h: decides which settings files count.
 *
 * A settings file is the user's own if the user owns the file and its folder, and not everybody can
 * write to them (git has the same rule for repositories). Under sudo, files of the user who called
 * sudo are root's own, too. An own file counts, except for settings that execute something or name
 * files to write: a checkout of somebody else's project also consists of own files. A file whose
 * content the user allowed with `tutti trust` counts as a whole, whoever owns it.
 *
 * One text file, $XDG_CONFIG_HOME/tutti/trusted or ~/.config/tutti/trusted, lists the allowed files
 * and their contents: a path, and below it the content, each line behind a tab. That file counts
 * only if it and its folder are the user's, and nobody else can write to them.
 */
#ifndef TUTTI_BASE_OPTIONS_TRUST_H
#define TUTTI_BASE_OPTIONS_TRUST_H

#include "base/error.h"
#include "base/lock.h"
#include "base/memory.h"

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* Returns whether `owner` is the user, or for root the user who called sudo. */
bool trust_is_own(uid_t owner);

enum trust {
    TRUST_NOTHING,  /* a stranger's file */
    TRUST_HARMLESS, /* the user's own file */
    TRUST_ALL,      /* the user allowed this content */
};

struct settings {
    char *text; /* NULL: a stranger's file that cannot be read */
    size_t length;
    enum trust trust;
    bool changed;          /* the user allowed an earlier content of the file */
    const char *strangers; /* for TRUST_NOTHING: why it is not the user's own file */
};

/* Reads the settings file. If a stranger's file cannot be read, that is no error. */
int settings_read(const char *path, struct settings *settings, struct error *error);
void settings_free(struct settings *settings);

struct trusted {
    char *path;
    char *content;
};

/* The files that the user allowed, in the order of the permissions. A zeroed list is empty. */
struct trust_list {
    struct arena arena;
    char *file;        /* the file that keeps the list */
    struct lock *lock; /* NULL: the list is only read */
    struct trusted *list;
    size_t count;
};

/* Reads the list. A missing list is no error; a list that belongs to somebody else is one. */
int trust_list_read(struct trust_list *list, struct error *error);
/* Does the same to change the list: makes its folder, and waits until no other command changes it.
 * The list stays locked until trust_list_free(), which is also needed after an error. */
int trust_list_open(struct trust_list *list, struct error *error);
/* Writes the list, and waits until it is on the disk; makes its file and folder accessible only to
 * the user. */
int trust_list_write(const struct trust_list *list, struct error *error);
struct trusted *trust_list_find(const struct trust_list *list, const char *path);
/* Adds a path and its content; replaces the content that was allowed for the path before. */
void trust_list_add(struct trust_list *list, const char *path, const char *content);
void trust_list_remove(struct trust_list *list, const struct trusted *trusted);
void trust_list_free(struct trust_list *list);

#endif
