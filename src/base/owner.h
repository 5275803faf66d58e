/* owner.h: a name for a process that other processes can check later.
 *
 * The name contains the boot of the machine and the namespace of process numbers (containers share
 * folders, not numbers), the number of the process, and its start time: a reused number gives
 * another name.
 */
#ifndef TUTTI_BASE_OWNER_H
#define TUTTI_BASE_OWNER_H

enum { OWNER_NAME_MAX = 64 };

enum owner_state {
    OWNER_LIVES,
    OWNER_GONE,
    OWNER_ELSEWHERE, /* on another machine or in another container, or the name is invalid */
};

/* Writes the name of this process, in characters that a file name can have. */
void owner_name(char name[OWNER_NAME_MAX]);

/* Returns the state of the process with the name, which ends at the first character that no name
 * contains. */
enum owner_state owner_state(const char *name);

#endif
