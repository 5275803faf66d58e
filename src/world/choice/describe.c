/* describe.c: describes choices in words. */
#include "world/choice/exploration.h"

enum { MOST = 6 };

static void describe_choice(const struct choice *choice, struct text *out)
{
    if (choice->kind <= CHOICE_PROBE && choice->what)
        text_addf(out, "rank %d takes from rank %d", choice->rank, (int)(choice->what >> 32));
    else if (choice->what == 0)
        text_addf(out, "rank %d polls in vain", choice->rank);
    else if (choice->kind == CHOICE_ACCESS)
        text_addf(out, "rank %d accesses memory, or gets a lock, first", choice->rank);
    else if (choice->kind == CHOICE_ANY)
        text_addf(out, "rank %d completes request %llu", choice->rank,
                  (unsigned long long)choice->what - 1);
    else
        text_addf(out, "rank %d completes other requests", choice->rank);
}

bool choices_describe(const struct choice *choices, size_t count, struct text *out)
{
    size_t told = 0;
    for (size_t i = 0; i < count; i++) {
        if (choices[i].flags & CHOICE_FIRST)
            continue;
        if (told++ == MOST) {
            text_add(out, " ...");
            break;
        }
        text_addf(out, "%schoice %zu: ", told > 1 ? "; " : "", i + 1);
        describe_choice(&choices[i], out);
    }
    return told > 0;
}
