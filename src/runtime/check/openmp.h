/* openmp.h: the word of each thread, kept up by the OpenMP runtime itself through OMPT (OpenMP 5.0,
 * chapter 4): no code of the program is changed for it. A runtime without OMPT never calls in here,
 * and all words stay empty.
 */
#ifndef TUTTI_RUNTIME_CHECK_OPENMP_H
#define TUTTI_RUNTIME_CHECK_OPENMP_H

#include "runtime/check/word.h"

struct word openmp_word(void); /* of the calling thread, now */

#endif
