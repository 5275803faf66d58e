/* forms.h: values that are a constant, or a multiple of a rank or a size. */
#ifndef TUTTI_STATIC_UNIFORMITY_FORMS_H
#define TUTTI_STATIC_UNIFORMITY_FORMS_H

#include "static/uniformity/taint.h"

uint32_t form_constant(struct uniformity *uniformity, int64_t value);
uint32_t form_of(struct uniformity *uniformity, enum form_kind kind, struct handle handle);
uint32_t form_place(struct uniformity *uniformity, struct points_location place);
bool form_is_place(const struct uniformity *uniformity, uint32_t form,
                   struct points_location *place);
uint32_t form_join(uint32_t a, uint32_t b);
bool form_is_constant(const struct uniformity *uniformity, uint32_t form, int64_t *value);
uint32_t form_of_operation(struct uniformity *uniformity, const struct ir_value *operation,
                           const uint32_t *operands);

/* Returns the rank or size that a form stands for if nothing multiplies it, and what is added to
 * it; false: the form is something else. */
bool form_is_plain(const struct uniformity *uniformity, uint32_t form, enum form_kind *kind,
                   struct handle *handle, int64_t *addend);
/* Compares the range least..greatest with 0: returns 1, 0, or -1 if it is not known. */
int form_decide_range(enum ir_predicate predicate, int64_t least, int64_t greatest);

#endif
