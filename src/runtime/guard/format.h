/* format.h: what `tutti guard` and its guests tell each other through files.
 *
 * The command writes the settings, one thing per line, words apart by single spaces:
 *
 *   directory PATH                 where guests write; the rest of the line
 *   dry-run                        only report
 *   profile LIBRARY VERSION        the limits that follow are of this library
 *   limit FUNCTION IN-PLACE CLASS QUANTITY FROM MIN-RANKS POWER-OF-TWO
 *                                  MPI_Scatter 0 G 3 2147483648 3 0; QUANTITY by quantity_number()
 *
 * A guest writes one report per process, anew whenever there is something new, and beside it the
 * memory map of the process (the same name with GUARD_MAPS_SUFFIX). Fields are apart by tabs:
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

/* What was done about a call that meets a trigger; repairs come before GUARD_DOUBTED. */
enum guard_action {
    GUARD_REBASED,     /* another base address, smaller displacements */
    GUARD_UNITS,       /* counted in larger units: a datatype made for it */
    GUARD_WIDENED,     /* the same with arguments of 64 bits */
    GUARD_SUBSTITUTED, /* another function that does the same */
    GUARD_STAGED,      /* by way of a dense buffer */
    GUARD_CUT,         /* in pieces */
    GUARD_ANSWERED,    /* the result was set right */
    GUARD_DOUBTED,     /* nothing: it may be wrong, and it may be meant */
    GUARD_PASSED,      /* nothing: the call went on as it was */
    GUARD_WOULD,       /* nothing, because of --dry-run */
    GUARD_ACTIONS,
};

#endif
