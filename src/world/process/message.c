#include "world/process/message.h"

#include "base/text.h"

#include <ctype.h>

enum { MESSAGE_MAX = 300, LINES_MAX = 3 };

/* Returns the start of the last lines, without the white space at their end. They never start
 * inside a UTF-8 character. */
static const char *last_lines(const char *bytes, size_t *length)
{
    while (*length > 0 && isspace((unsigned char)bytes[*length - 1]))
        --*length;
    size_t start = *length;
    for (int lines = 0; start > 0 && *length - start < MESSAGE_MAX; start--)
        if (bytes[start - 1] == '\n' && ++lines == LINES_MAX)
            break;
    while (start < *length && ((bytes[start] & 0xc0) == 0x80 || bytes[start] == '\n'))
        start++;
    *length -= start;
    return bytes + start;
}

/* Returns the message as one line, with " / " between its lines. */
static const char *copy_message(const char *bytes, size_t length, struct arena *arena)
{
    struct text out;
    text_init(&out, 4 * MESSAGE_MAX);
    for (size_t i = 0; i < length; i++) {
        if (bytes[i] == '\n')
            text_add(&out, " / ");
        else
            text_add_char(&out, iscntrl((unsigned char)bytes[i]) ? ' ' : bytes[i]);
    }
    const char *copy = arena_copy(arena, out.data);
    text_free(&out);
    return copy;
}

/* A message, and a sentence that quotes it. */
struct message {
    const char *said, *sentence;
};

/* Returns the message of the first rank that has one; a message on stderr is preferred. */
static struct message find_message(const struct finding *finding, struct arena *arena,
                                   message_read *read, void *data)
{
    static const char *const names[] = {"stdout", "stderr"};
    for (int stream = 1; stream >= 0; stream--)
        for (size_t i = 0; i < finding->rank_count; i++) {
            size_t length = 0;
            const char *bytes = read(data, finding->ranks[i], stream, &length);
            const char *last = last_lines(bytes, &length);
            if (length == 0)
                continue;
            const char *said = copy_message(last, length, arena);
            return (struct message){said,
                                    arena_printf(arena, "The last output of rank %d to %s: \"%s\".",
                                                 finding->ranks[i], names[stream], said)};
        }
    return (struct message){NULL, NULL};
}

static bool is_to_get(const struct finding *finding)
{
    return finding->own_end != OWN_END_NONE && !finding->said;
}

static void message_give(struct finding *finding, const struct message *message,
                         struct arena *arena)
{
    finding->said = message->said;
    finding->why = finding->why ? arena_printf(arena, "%s %s", message->sentence, finding->why)
                                : message->sentence;
}

void message_add(struct document *document, message_read *read, void *data)
{
    struct message first = {NULL, NULL};
    for (size_t i = 0; i < document->finding_count; i++) {
        struct finding *finding = &document->findings[i];
        struct message own = {NULL, NULL};
        if (is_to_get(finding))
            own = find_message(finding, &document->arena, read, data);
        if (own.said)
            message_give(finding, &own, &document->arena);
        if (own.said && !first.said)
            first = own;
    }
    /* Usually one rank speaks for all. */
    for (size_t i = 0; first.said && i < document->finding_count; i++)
        if (is_to_get(&document->findings[i]))
            message_give(&document->findings[i], &first, &document->arena);
}
