/* trust.h: decides which settings files count.
 *
 * A settings file is the user's own if the user owns the file and its folder, and not everybody can
 * write to them (git has the same rule for repositories). Under sudo, files of the user who called
 * sudo are root's own too. An own file counts, except for settings that execute something or name
 * what is written: a checkout of somebody else's project also consists of own files. A file whose
 * content the user allowed with `tutti trust` counts as a whole, whoever owns it.
 *
 * The allowed files and their contents are in one text file, $XDG_CONFIG_HOME/tutti/trusted or
 * ~/.config/tutti/trusted: a path, and below it the content, each line behind a tab. That file
 * counts only if it and its folder are the user's, and nobody else can write to them.
 */
#ifndef TUTTI_BASE_OPTIONS_TRUST_H
#define TUTTI_BASE_OPTIONS_TRUST_H

#include "base/error.h"
#include "base/memory.h"

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* Whether that is the user, or for root the user who called sudo. */
bool trust_is_own(uid_t owner);

enum trust {
    TRUST_NOTHING,  /* a stranger's file */
    TRUST_HARMLESS, /* an own one */
    TRUST_ALL,      /* the user allowed this content */
};

struct settings {
    char *text; /* NULL: a stranger's that cannot be read */
    size_t length;
    enum trust trust;
    bool changed;          /* the user allowed another content */
    const char *strangers; /* of TRUST_NOTHING: why it is no own file */
};

/* Reads the settings file. It is no error that a stranger's cannot be read. */
int settings_read(const char *path, struct settings *settings, struct error *error);
void settings_free(struct settings *settings);

struct trusted {
    char *path;
    char *content;
};

/* The files that the user allowed, in the order in which he did. A zeroed list is empty. */
struct trust_list {
    struct arena arena;
    char *file; /* where the list is kept */
    struct trusted *list;
    size_t count;
};

/* It is no error that there is no list yet; it is one that it is somebody else's. */
int trust_list_read(struct trust_list *list, struct error *error);
/* Makes the file that keeps it, and its folder, for the user alone. */
int trust_list_write(const struct trust_list *list, struct error *error);
struct trusted *trust_list_find(const struct trust_list *list, const char *path);
/* In the place of what was allowed for the path before. */
void trust_list_add(struct trust_list *list, const char *path, const char *content);
void trust_list_remove(struct trust_list *list, const struct trusted *trusted);
void trust_list_free(struct trust_list *list);

#endif
