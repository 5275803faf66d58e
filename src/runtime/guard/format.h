/* format.h: the files through which `tutti guard` and its guests communicate.
 *
 * The command writes the settings, one thing per line, with single spaces between words:
 *
 *   directory PATH                 where guests write; the rest of the line
 *   dry-run                        only report
 *   profile LIBRARY VERSION        the limits that follow are of this library
 *   limit FUNCTION IN-PLACE CLASS QUANTITY FROM MIN-RANKS POWER-OF-TWO
 *                                  MPI_Scatter 0 G 3 2147483648 3 0; QUANTITY by quantity_number()
 *
 * A guest writes one report per process, and rewrites it whenever there is something new. Beside it
 * is the memory map of the process (the same name with GUARD_MAPS_SUFFIX). Fields are separated by
 * tabs:
 *
 *   process RANK RANKS PROFILE VERSION   PROFILE is 1 if the settings have one for this library
 *   event CLASS ACTION FUNCTION TIMES WHAT ADDRESSES   of one place in the program
 *   total CALLS TRIGGERS REPAIRS NANOSECONDS FINAL     FINAL is 1 once MPI_Finalize was called
 */
#ifndef TUTTI_RUNTIME_GUARD_FORMAT_H
#define TUTTI_RUNTIME_GUARD_FORMAT_H

#define GUARD_SETTINGS      "TUTTI_GUEST_GUARD" /* in the environment: path of the settings */
#define GUARD_REPORT_SUFFIX ".guard"
#define GUARD_MAPS_SUFFIX   ".maps"

/* What the guard did about a call that matches a trigger; repairs come before GUARD_DOUBTED. */
enum guard_action {
    GUARD_REBASED,     /* another base address, smaller displacements */
    GUARD_UNITS,       /* larger units, with a datatype made for this */
    GUARD_WIDENED,     /* the same function with arguments of 64 bits */
    GUARD_SUBSTITUTED, /* another function with the same effect */
    GUARD_STAGED,      /* through a dense buffer */
    GUARD_CUT,         /* in pieces */
    GUARD_ANSWERED,    /* the result was corrected */
    GUARD_DOUBTED,     /* nothing: the call may be wrong, or intended */
    GUARD_PASSED,      /* nothing: the call was made unchanged */
    GUARD_WOULD,       /* nothing, because of --dry-run */
    GUARD_ACTIONS,
};

#endif
