/* openmp.h: the word of each thread. The OpenMP runtime itself reports through OMPT (OpenMP 5.0,
 * chapter 4), so no code of the program is changed. A runtime without OMPT never reports, and all
 * words stay empty.
 */
#ifndef TUTTI_RUNTIME_CHECK_OPENMP_H
#define TUTTI_RUNTIME_CHECK_OPENMP_H

#include "runtime/check/word.h"

struct word openmp_word(void); /* of the calling thread, now */

#endif
