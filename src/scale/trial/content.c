#include "scale/trial/content.h"

/* The finaliser of splitmix64: every bit of the word depends on every bit of the number. */
static uint64_t content_word(int rank, uint64_t number)
{
    uint64_t z = ((uint64_t)(rank + 1) << 40 | number) * 0x9e3779b97f4a7c15U;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
    return z ^ (z >> 31);
}

void content_add(unsigned char *bytes, size_t length, int rank, uint64_t x)
{
    x %= CONTENT_WINDOW;
    for (size_t done = 0; done < length;) {
        uint64_t bits = content_word(rank, x / 8) >> (8 * (x % 8));
        size_t part = 8 - x % 8;
        if (part > length - done)
            part = length - done;
        for (size_t i = 0; i < part; i++, bits >>= 8)
            bytes[done + i] ^= (unsigned char)bits;
        done += part;
        x += part;
        if (x == CONTENT_WINDOW)
            x = 0;
    }
}
