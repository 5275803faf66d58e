#include "base/bytes.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

enum { MUCH = 1 << 20 };

void bytes_free(struct bytes *bytes)
{
    free(bytes->data);
    *bytes = (struct bytes){0};
}

void bytes_clear(struct bytes *bytes)
{
    if (bytes->space > MUCH)
        bytes_free(bytes);
    bytes->length = 0;
}

unsigned char *bytes_room(struct bytes *bytes, size_t length)
{
    if (bytes->space - bytes->length < length) {
        size_t space = bytes->space * 2;
        if (space < bytes->length + length)
            space = bytes->length + length;
        bytes->data = memory_resize(bytes->data, space);
        bytes->space = space;
    }
    return bytes->data + bytes->length;
}

void bytes_add(struct bytes *bytes, const void *data, size_t length)
{
    if (length == 0)
        return;
    memcpy(bytes_room(bytes, length), data, length);
    bytes->length += length;
}

void bytes_add_kind(struct bytes *bytes, char kind)
{
    bytes_add(bytes, &kind, 1);
}

void bytes_add_number(struct bytes *bytes, uint64_t number)
{
    unsigned char digits[10];
    size_t count = 0;
    for (; number > 127; number >>= 7)
        digits[count++] = (unsigned char)(number & 127) | 128;
    digits[count++] = (unsigned char)number;
    bytes_add(bytes, digits, count);
}

void bytes_add_id(struct bytes *bytes, uint64_t id)
{
    bytes_add(bytes, &id, sizeof id);
}

void bytes_add_double(struct bytes *bytes, double value)
{
    bytes_add(bytes, &value, sizeof value);
}

void bytes_add_share(struct bytes *bytes, double value)
{
    float share = (float)value;
    bytes_add(bytes, &share, sizeof share);
}

void bytes_add_string(struct bytes *bytes, const void *data, size_t length)
{
    bytes_add_number(bytes, length);
    bytes_add(bytes, data, length);
}

void bytes_drop(struct bytes *bytes, size_t length)
{
    if (length == 0)
        return;
    bytes->length -= length;
    if (bytes->length > 0)
        memmove(bytes->data, bytes->data + length, bytes->length);
    else
        bytes_clear(bytes);
}

size_t bytes_begin_frame(struct bytes *bytes)
{
    uint32_t later = 0;
    bytes_add(bytes, &later, sizeof later);
    return bytes->length;
}

void bytes_end_frame(struct bytes *bytes, size_t begin)
{
    uint32_t length = (uint32_t)(bytes->length - begin);
    memcpy(bytes->data + begin - sizeof length, &length, sizeof length);
}

struct reader reader_of(const void *data, size_t length)
{
    return (struct reader){.at = data, .left = length};
}

const void *reader_bytes(struct reader *reader, size_t length)
{
    if (reader->bad || length > reader->left) {
        reader->bad = true;
        return NULL;
    }
    const unsigned char *at = reader->at;
    reader->at += length;
    reader->left -= length;
    return at;
}

char reader_kind(struct reader *reader)
{
    char kind = 0;
    const void *bytes = reader_bytes(reader, 1);
    if (bytes)
        memcpy(&kind, bytes, 1);
    return kind;
}

uint64_t reader_number(struct reader *reader)
{
    uint64_t number = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
        const unsigned char *digit = reader_bytes(reader, 1);
        if (!digit)
            return 0;
        number |= (uint64_t)(*digit & 127) << shift;
        if (*digit < 128)
            return number;
    }
    reader->bad = true;
    return 0;
}

uint64_t reader_id(struct reader *reader)
{
    uint64_t id = 0;
    const void *bytes = reader_bytes(reader, sizeof id);
    if (bytes)
        memcpy(&id, bytes, sizeof id);
    return id;
}

double reader_double(struct reader *reader)
{
    double value = 0;
    const void *bytes = reader_bytes(reader, sizeof value);
    if (bytes)
        memcpy(&value, bytes, sizeof value);
    return value;
}

double reader_share(struct reader *reader)
{
    float share = 0;
    const void *bytes = reader_bytes(reader, sizeof share);
    if (bytes)
        memcpy(&share, bytes, sizeof share);
    return (double)share;
}

const void *reader_string(struct reader *reader, size_t *length)
{
    *length = (size_t)reader_number(reader);
    const void *bytes = reader_bytes(reader, *length);
    if (!bytes)
        *length = 0;
    return bytes;
}

bool reader_frame(struct reader *reader, struct reader *frame)
{
    uint32_t length;
    if (reader->bad || reader->left < sizeof length)
        return false;
    memcpy(&length, reader->at, sizeof length);
    if (reader->left - sizeof length < length)
        return false;
    *frame = reader_of(reader->at + sizeof length, length);
    reader->at += sizeof length + length;
    reader->left -= sizeof length + length;
    return true;
}
