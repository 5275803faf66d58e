#include "symbol/types.h"

#include <dwarf.h>
#include <string.h>

/* Limit on the nesting of types. Numbers of half precision and integers of 128 bits have no
 * datatype in MPI: programs send them as any type of their size. */
enum { TYPE_DEPTH_MAX = 64, HALF = 2, LONGEST_INTEGER = 8 };

bool type_next_sibling(Dwarf_Die *die)
{
    Dwarf_Die next;
    if (dwarf_siblingof(die, &next) != 0 || dwarf_dieoffset(&next) <= dwarf_dieoffset(die))
        return false;
    *die = next;
    return true;
}

static bool types_is_wrapper(int tag)
{
    return tag == DW_TAG_typedef || tag == DW_TAG_const_type || tag == DW_TAG_volatile_type ||
           tag == DW_TAG_restrict_type || tag == DW_TAG_atomic_type || tag == DW_TAG_shared_type;
}

bool type_of(Dwarf_Die *die, Dwarf_Die *type)
{
    Dwarf_Die at = *die;
    for (int depth = 0; depth < TYPE_DEPTH_MAX; depth++) {
        Dwarf_Attribute attribute;
        Dwarf_Die next;
        if (!dwarf_formref_die(dwarf_attr_integrate(&at, DW_AT_type, &attribute), &next))
            return false;
        at = next;
        if (!types_is_wrapper(dwarf_tag(&at))) {
            *type = at;
            return dwarf_tag(&at) != DW_TAG_unspecified_type;
        }
    }
    return false;
}

uint64_t type_bytes(Dwarf_Die *type)
{
    Dwarf_Word size;
    return dwarf_aggregate_size(type, &size) == 0 ? size : 0;
}

bool type_is_described(Dwarf_Die *type)
{
    return dwarf_tag(type) == DW_TAG_array_type && dwarf_hasattr(type, DW_AT_data_location);
}

bool type_member_offset(Dwarf_Die *member, uint64_t *offset)
{
    Dwarf_Attribute attribute;
    Dwarf_Word value;
    int tag = dwarf_tag(member);
    if ((tag != DW_TAG_member && tag != DW_TAG_inheritance) ||
        dwarf_hasattr(member, DW_AT_external) || dwarf_hasattr(member, DW_AT_declaration))
        return false;
    *offset = 0;
    if (!dwarf_attr(member, DW_AT_data_member_location, &attribute))
        return !dwarf_hasattr(member, DW_AT_data_bit_offset);
    if (dwarf_formudata(&attribute, &value) != 0) /* of a virtual base class */
        return false;
    *offset = value;
    return true;
}

static bool is_bit_field(Dwarf_Die *member)
{
    return dwarf_hasattr(member, DW_AT_bit_size);
}

static void leaf_untyped(struct leaf *leaf, uint64_t size)
{
    leaf->kind = LEAF_UNTYPED;
    leaf->size = size ? size : UINT64_MAX;
}

static void leaf_of_base(Dwarf_Die *type, struct leaf *leaf)
{
    Dwarf_Attribute attribute;
    Dwarf_Word encoding;
    leaf->name = dwarf_diename(type);
    leaf->size = type_bytes(type);
    leaf->kind = LEAF_INTEGER;
    if (leaf->size <= 1 ||
        dwarf_formudata(dwarf_attr_integrate(type, DW_AT_encoding, &attribute), &encoding) != 0) {
        leaf_untyped(leaf, leaf->size);
        return;
    }
    switch (encoding) {
    case DW_ATE_signed:
    case DW_ATE_unsigned:
        leaf->sign = encoding == DW_ATE_signed ? LEAF_SIGNED : LEAF_UNSIGNED;
        if (leaf->size > LONGEST_INTEGER)
            leaf_untyped(leaf, leaf->size);
        break;
    case DW_ATE_boolean:
    case DW_ATE_signed_char: /* wider ones: wchar_t, char32_t */
    case DW_ATE_unsigned_char:
    case DW_ATE_UTF:
        break;
    case DW_ATE_float:
        leaf->kind = LEAF_FLOAT;
        if (leaf->size == HALF)
            leaf_untyped(leaf, leaf->size);
        break;
    case DW_ATE_complex_float:
        leaf->kind = LEAF_COMPLEX;
        break;
    default:
        leaf_untyped(leaf, leaf->size);
    }
}

/* Says whether the type is a byte: an array of bytes is one stretch of memory, whatever the program
 * keeps there. */
static bool is_byte(Dwarf_Die *type)
{
    return dwarf_tag(type) == DW_TAG_base_type && type_bytes(type) <= 1;
}

/* Finds the innermost element of an array of arrays. */
static bool array_element(Dwarf_Die *array, Dwarf_Die *element)
{
    *element = *array;
    for (int depth = 0; dwarf_tag(element) == DW_TAG_array_type; depth++)
        if (depth == TYPE_DEPTH_MAX || type_is_described(element) || !type_of(element, element))
            return false;
    return true;
}

/* Steps inwards, from an array to its element, with the remaining offset. */
static bool enter_array(Dwarf_Die *type, uint64_t *offset, struct leaf *leaf)
{
    Dwarf_Die element;
    uint64_t whole = type_bytes(type), one;
    if (dwarf_hasattr(type, DW_AT_byte_stride) || dwarf_hasattr(type, DW_AT_bit_stride) ||
        !array_element(type, &element) || (one = type_bytes(&element)) == 0) {
        leaf_untyped(leaf, 0);
        return false;
    }
    if (is_byte(&element)) {
        leaf->name = dwarf_diename(&element);
        leaf_untyped(leaf, whole);
        return false;
    }
    leaf->offset += *offset - *offset % one;
    *offset %= one;
    *type = element;
    return true;
}

/* Steps inwards, from a struct to the member at the offset. */
static bool enter_struct(Dwarf_Die *type, uint64_t *offset, struct leaf *leaf)
{
    Dwarf_Die member, found = {0}, found_type = {0};
    uint64_t next = type_bytes(type), size = next, at = 0;
    bool any = false;
    if (dwarf_hasattr(type, DW_AT_declaration) || size == 0 || dwarf_child(type, &member) != 0) {
        leaf_untyped(leaf, size);
        return false;
    }
    do {
        uint64_t begin;
        Dwarf_Die inner;
        int tag = dwarf_tag(&member);
        if (tag == DW_TAG_variant_part ||
            (tag == DW_TAG_inheritance && !type_member_offset(&member, &begin))) {
            leaf_untyped(leaf, 0);
            return false;
        }
        if (!type_member_offset(&member, &begin) && !is_bit_field(&member))
            continue;
        if (is_bit_field(&member)) { /* its bytes are shared with others */
            leaf_untyped(leaf, size);
            return false;
        }
        if (!type_of(&member, &inner))
            continue;
        uint64_t bytes = type_bytes(&inner);
        bool open = bytes == 0 && dwarf_tag(&inner) == DW_TAG_array_type;
        if (begin <= *offset && (open || *offset - begin < bytes)) {
            found = member;
            found_type = inner;
            at = begin;
            any = true;
        } else if (begin > *offset && begin < next) {
            next = begin;
        }
    } while (type_next_sibling(&member));
    if (!any) {
        leaf->kind = LEAF_PADDING;
        leaf->offset += *offset;
        leaf->size = next > *offset ? next - *offset : 1;
        leaf->name = dwarf_diename(type);
        return false;
    }
    if (dwarf_diename(&found))
        leaf->member = dwarf_diename(&found);
    leaf->offset += at;
    *offset -= at;
    *type = found_type;
    return true;
}

void type_leaf(Dwarf_Die *type, uint64_t offset, struct leaf *leaf)
{
    Dwarf_Die at = *type;
    *leaf = (struct leaf){.kind = LEAF_UNTYPED};
    for (int depth = 0; depth < TYPE_DEPTH_MAX; depth++) {
        switch (dwarf_tag(&at)) {
        case DW_TAG_base_type:
            leaf_of_base(&at, leaf);
            return;
        case DW_TAG_enumeration_type:
            leaf->name = dwarf_diename(&at);
            leaf->kind = LEAF_INTEGER;
            leaf->size = type_bytes(&at);
            if (leaf->size <= 1)
                leaf_untyped(leaf, leaf->size);
            return;
        case DW_TAG_pointer_type:
        case DW_TAG_reference_type:
        case DW_TAG_rvalue_reference_type:
            leaf->kind = LEAF_POINTER;
            leaf->size = sizeof(void *);
            return;
        case DW_TAG_array_type:
            if (!enter_array(&at, &offset, leaf))
                return;
            break;
        case DW_TAG_structure_type:
        case DW_TAG_class_type:
            if (!enter_struct(&at, &offset, leaf))
                return;
            break;
        default: /* the valid member of a union is not known */
            leaf_untyped(leaf, type_bytes(&at));
            return;
        }
    }
    leaf_untyped(leaf, 0);
}

/* Describes a whole stretch by one element. */
void declared_leaf(const struct declared *declared, uint64_t offset, struct leaf *leaf)
{
    *leaf = (struct leaf){.kind = LEAF_UNTYPED, .size = UINT64_MAX};
    if (!declared->type)
        return;
    Dwarf_Die die = declared->type->die;
    uint64_t size = declared->repeats ? type_bytes(&die) : 0;
    if (declared->repeats && (size <= 1 || dwarf_tag(&die) == DW_TAG_union_type))
        return;
    uint64_t before = size > 0 ? offset - offset % size : 0;
    type_leaf(&die, offset - before, leaf);
    leaf->offset += before;
}
