/* owner.h: a name for a process that other processes can check later.
 *
 * The name has the machine since it started and its space of process numbers (containers share
 * folders, not numbers), the number of the process, and when that began: a number that was given
 * away again names another process.
 */
#ifndef TUTTI_BASE_OWNER_H
#define TUTTI_BASE_OWNER_H

enum { OWNER_NAME_MAX = 64 };

enum owner_state {
    OWNER_LIVES,
    OWNER_GONE,
    OWNER_ELSEWHERE, /* on another machine or in another container, or no name at all */
};

/* Names this process, in characters that a file name can have. */
void owner_name(char name[OWNER_NAME_MAX]);

/* The name ends at the first character that is none of its. */
enum owner_state owner_state(const char *name);

#endif
