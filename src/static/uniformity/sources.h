/* sources.h: what makes values differ, and how much that matters for a communicator. */
#ifndef TUTTI_STATIC_UNIFORMITY_SOURCES_H
#define TUTTI_STATIC_UNIFORMITY_SOURCES_H

#include "static/uniformity/taint.h"

uint64_t source_bit(struct uniformity *uniformity, enum source_kind kind, struct handle handle);
uint64_t source_plain(struct uniformity *uniformity, enum source_kind kind);
/* Returns the same sources and parameters, one branch further away. */
uint64_t sources_beyond(struct uniformity *uniformity, uint64_t sources);
/* Returns the sources, with those that are at least one step away moved to HOPS_MAX: one arm of the
 * branch that made the values differ may have got the value from the other. */
uint64_t sources_doubted(struct uniformity *uniformity, uint64_t sources);
uint64_t parameters_beyond(uint64_t parameters);
struct taint taint_beyond(struct uniformity *uniformity, struct taint taint);
uint64_t parameters_all(uint64_t parameters); /* the parameters as bits, at any number of steps */
/* Returns the number of steps to the parameter, at most HOPS_MAX; -1: the value does not depend on
 * it. */
int parameter_hops(uint64_t parameters, uint32_t parameter);
/* Resolves dups and parameters to the handles that they stand for. All handles in this room are
 * resolved. */
struct handle uniform_handle(struct uniformity *uniformity, struct handle handle);
struct handle uniform_handle_of_call(struct uniformity *uniformity, const struct ir_value *call);
enum uniform source_level(struct uniformity *uniformity, const struct source *source,
                          struct handle relative);
enum uniform sources_level(struct uniformity *uniformity, uint64_t sources, struct handle relative);

#endif
