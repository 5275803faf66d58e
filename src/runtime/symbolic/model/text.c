/* text.c: models functions of std::string that copy and compare inside libstdc++. The inline
 * functions of its headers are part of the program's code. */
#include "runtime/symbolic/model/compare.h"
#include "runtime/symbolic/model/cxx.h"
#include "runtime/symbolic/model/model.h"

#include <string.h>

#define STRING "_ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE"
#define CONST  "_ZNKSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE"

typedef struct cxx_string string;

/* Records that the text of `to` is, from `at` on, a copy of `from`. Before that it is unchanged,
 * but may have moved. The old text may be freed: only its shadows are read. */
static void text_changed(const string *to, const string *before, size_t at, const char *from,
                         size_t length)
{
    tutti_symbolic_result = 0;
    if (!state_enter())
        return;
    if (to->data != before->data)
        shadow_copy(to->data, before->data, at < before->length ? at : before->length);
    shadow_copy(to->data + at, from, length);
    shadow_forget(to->data + to->length, 1);
    state_leave();
}

/* Records that the whole text is new. */
static void text_became(const string *to, const char *from, size_t length)
{
    text_changed(to, to, 0, from, length);
}

CXX_FUNCTION(void, string_copy, STRING "C1ERKS4_", string *, const string *);
CXX_FUNCTION(void, string_move, STRING "C1EOS4_", string *, string *);
CXX_FUNCTION(void, string_part, STRING "C1ERKS4_mm", string *, const string *, size_t, size_t);
CXX_FUNCTION(void, string_part_of, CONST "6substrEmm", string *, const string *, size_t, size_t);

void model_string_copy(string *to, const string *from)
{
    string_copy(to, from);
    text_became(to, from->data, from->length);
}

void model_string_move(string *to, string *from)
{
    const string was = *from;
    string_move(to, from);
    text_became(to, was.data, was.length);
}

void model_string_part(string *to, const string *from, size_t at, size_t length)
{
    string_part(to, from, at, length);
    text_became(to, from->data + at, to->length);
}

void model_string_part_of(string *to, const string *from, size_t at, size_t length)
{
    string_part_of(to, from, at, length);
    text_became(to, from->data + at, to->length);
}

CXX_FUNCTION(void, string_assign_inside, STRING "9_M_assignERKS4_", string *, const string *);
CXX_FUNCTION(string *, string_assign, STRING "aSERKS4_", string *, const string *);
CXX_FUNCTION(string *, string_assign_moved, STRING "aSEOS4_", string *, string *);
CXX_FUNCTION(string *, string_assign_text, STRING "aSEPKc", string *, const char *);

void model_string_assign_inside(string *to, const string *from)
{
    string_assign_inside(to, from);
    text_became(to, from->data, from->length);
}

string *model_string_assign(string *to, const string *from)
{
    string_assign(to, from);
    text_became(to, from->data, from->length);
    return to;
}

string *model_string_assign_moved(string *to, string *from)
{
    const string was = *from;
    string_assign_moved(to, from);
    text_became(to, was.data, was.length);
    return to;
}

string *model_string_assign_text(string *to, const char *from)
{
    string_assign_text(to, from);
    text_became(to, from, to->length);
    return to;
}

CXX_FUNCTION(string *, string_append_inside, STRING "9_M_appendEPKcm", string *, const char *,
             size_t);
CXX_FUNCTION(string *, string_append_bytes, STRING "6appendEPKcm", string *, const char *, size_t);
CXX_FUNCTION(string *, string_append_text, STRING "6appendEPKc", string *, const char *);
CXX_FUNCTION(string *, string_append, STRING "6appendERKS4_", string *, const string *);
CXX_FUNCTION(string *, string_add_text, STRING "pLEPKc", string *, const char *);
CXX_FUNCTION(string *, string_add, STRING "pLERKS4_", string *, const string *);
CXX_FUNCTION(string *, string_add_byte, STRING "pLEc", string *, char);
CXX_FUNCTION(void, string_push_back, STRING "9push_backEc", string *, char);
CXX_FUNCTION(string *, string_replace, STRING "10_M_replaceEmmPKcm", string *, size_t, size_t,
             const char *, size_t);

string *model_string_append_inside(string *to, const char *from, size_t length)
{
    const string before = *to;
    string_append_inside(to, from, length);
    text_changed(to, &before, before.length, from, length);
    return to;
}

string *model_string_append_bytes(string *to, const char *from, size_t length)
{
    const string before = *to;
    string_append_bytes(to, from, length);
    text_changed(to, &before, before.length, from, length);
    return to;
}

string *model_string_append_text(string *to, const char *from)
{
    const string before = *to;
    string_append_text(to, from);
    text_changed(to, &before, before.length, from, to->length - before.length);
    return to;
}

string *model_string_append(string *to, const string *from)
{
    const string before = *to, added = *from;
    string_append(to, from);
    text_changed(to, &before, before.length, added.data, added.length);
    return to;
}

string *model_string_add_text(string *to, const char *from)
{
    const string before = *to;
    string_add_text(to, from);
    text_changed(to, &before, before.length, from, to->length - before.length);
    return to;
}

string *model_string_add(string *to, const string *from)
{
    const string before = *to, added = *from;
    string_add(to, from);
    text_changed(to, &before, before.length, added.data, added.length);
    return to;
}

static void added_byte(string *to, const string *before, char byte, uint32_t expression)
{
    text_changed(to, before, before->length, before->data, 0);
    tutti_symbolic_store(to->data + before->length, SYMBOLIC_I8, expression, (unsigned char)byte);
}

string *model_string_add_byte(string *to, char byte)
{
    const string before = *to;
    uint32_t expression = tutti_symbolic_arguments[1];
    string_add_byte(to, byte);
    added_byte(to, &before, byte, expression);
    return to;
}

void model_string_push_back(string *to, char byte)
{
    const string before = *to;
    uint32_t expression = tutti_symbolic_arguments[1];
    string_push_back(to, byte);
    added_byte(to, &before, byte, expression);
}

string *model_string_replace(string *to, size_t at, size_t gone, const char *from, size_t length)
{
    const string before = *to;
    size_t rest = before.length - at - gone;
    string_replace(to, at, gone, from, length);
    if (state_enter()) { /* first what moves after the change */
        shadow_copy(to->data + at + length, before.data + at + gone, rest);
        state_leave();
    }
    text_changed(to, &before, at, from, length);
    return to;
}

CXX_FUNCTION(void, bytes_copy, STRING "7_S_copyEPcPKcm", char *, const char *, size_t);
CXX_FUNCTION(void, bytes_move, STRING "7_S_moveEPcPKcm", char *, const char *, size_t);
CXX_FUNCTION(void, bytes_between, STRING "13_S_copy_charsEPcPKcS7_", char *, const char *,
             const char *);
CXX_FUNCTION(void, bytes_between_writable, STRING "13_S_copy_charsEPcS5_S5_", char *, const char *,
             const char *);

void model_bytes_copy(char *to, const char *from, size_t length)
{
    bytes_copy(to, from, length);
    tutti_symbolic_copy(to, from, length);
}

void model_bytes_move(char *to, const char *from, size_t length)
{
    bytes_move(to, from, length);
    tutti_symbolic_copy(to, from, length);
}

void model_bytes_between(char *to, const char *from, const char *end)
{
    bytes_between(to, from, end);
    tutti_symbolic_copy(to, from, (uint64_t)(end - from));
}

void model_bytes_between_writable(char *to, const char *from, const char *end)
{
    bytes_between_writable(to, from, end);
    tutti_symbolic_copy(to, from, (uint64_t)(end - from));
}

CXX_FUNCTION(int, string_compare_text, CONST "7compareEPKc", const string *, const char *);
CXX_FUNCTION(int, string_compare, CONST "7compareERKS4_", const string *, const string *);

int model_string_compare_text(const string *a, const char *b)
{
    return compared(&(struct comparison){.a = a->data,
                                         .b = b,
                                         .length_a = a->length,
                                         .length_b = strlen(b),
                                         .order = string_compare_text(a, b)});
}

int model_string_compare(const string *a, const string *b)
{
    return compared(&(struct comparison){.a = a->data,
                                         .b = b->data,
                                         .length_a = a->length,
                                         .length_b = b->length,
                                         .order = string_compare(a, b)});
}
