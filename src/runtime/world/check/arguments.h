/* arguments.h: selects the check of check.h for an argument, by its role in src/api/mpi.api. Only
 * the wrappers of world.tmpl may use it: these macros return from the function that they stand in.
 *
 * ARGUMENT(role, is_array, direction, name, value, length) expands to nothing for a role that is
 * not listed here. */
#ifndef TUTTI_RUNTIME_WORLD_CHECK_ARGUMENTS_H
#define TUTTI_RUNTIME_WORLD_CHECK_ARGUMENTS_H

#include "runtime/world/check/check.h"
#include "runtime/world/collective/contribution.h"
#include "runtime/world/error/errors.h"
#include "runtime/world/request/pending.h"

#define CHECK(expression)               \
    do {                                \
        int wrong_ = (expression);      \
        if (wrong_ != MPI_SUCCESS)      \
            return errors_left(wrong_); \
    } while (0)

/* Facts about the function, from the table, for the checks of its arguments. */
struct checked_function {
    bool ready;           /* datatypes must be committed */
    bool any_tag;         /* MPI_ANY_TAG is allowed */
    bool any_source;      /* MPI_ANY_SOURCE is allowed */
    bool null_info;       /* MPI_INFO_NULL is allowed */
    bool room;            /* a message may be shorter than the buffer */
    bool rooted;          /* some of its buffers matter at the root only, the others elsewhere */
    MPI_Datatype reduced; /* datatype that a reduction works on, or MPI_DATATYPE_NULL */
    MPI_Comm key_of_comm; /* communicator whose attribute the key names, or MPI_COMM_NULL */
    MPI_Datatype key_of_type; /* datatype whose attribute it names, or MPI_DATATYPE_NULL */
};

#define VALUE_in(value)    (value)
#define VALUE_inout(value) (*(value))

#define SECOND_OF(first, second, ...) second
#define SECOND(...)                   SECOND_OF(__VA_ARGS__, )
#define ARGUMENT(role, is_array, direction, name, value, length) \
    SECOND(CHECKED_##role##_##is_array, UNCHECKED)(VALUE_##direction, name, value, length)
#define UNCHECKED(by, name, value, length) (void)0

#define CHECKED_count_0             ~, ARGUMENT_COUNT
#define CHECKED_number_0            ~, ARGUMENT_COUNT
#define CHECKED_large_count_0       ~, ARGUMENT_COUNT
#define CHECKED_partitioned_count_0 ~, ARGUMENT_COUNT
#define CHECKED_count_1             ~, ARGUMENT_COUNTS
#define CHECKED_blocklength_0       ~, ARGUMENT_BLOCK
#define CHECKED_blocklength_1       ~, ARGUMENT_BLOCKS
#define CHECKED_datatype_0          ~, ARGUMENT_DATATYPE
#define CHECKED_datatype_1          ~, ARGUMENT_DATATYPES
#define CHECKED_dest_0              ~, ARGUMENT_DEST
#define CHECKED_target_0            ~, ARGUMENT_DEST
#define CHECKED_source_0            ~, ARGUMENT_SOURCE
#define CHECKED_rank_0              ~, ARGUMENT_RANK
#define CHECKED_tag_0               ~, ARGUMENT_TAG
#define CHECKED_op_0                ~, ARGUMENT_OP
#define CHECKED_info_0              ~, ARGUMENT_INFO
#define CHECKED_errhandler_0        ~, ARGUMENT_ERRHANDLER
#define CHECKED_keyval_0            ~, ARGUMENT_KEYVAL
#define CHECKED_color_0             ~, ARGUMENT_COLOR
#define CHECKED_split_type_0        ~, ARGUMENT_SPLIT_TYPE

#define ARGUMENT_COUNT(by, name, value, length) CHECK(check_count(&check_, name, value))
#define ARGUMENT_COUNTS(by, name, value, length) \
    CHECK(check_counts(&check_, name, NUMBERS_OF(value), (int)(length)))
#define ARGUMENT_BLOCK(by, name, value, length) CHECK(check_block(&check_, name, value))
#define ARGUMENT_BLOCKS(by, name, value, length) \
    CHECK(check_blocks(&check_, name, NUMBERS_OF(value), (int)(length)))
#define ARGUMENT_DATATYPE(by, name, value, length) \
    CHECK(check_datatype(&check_, name, by(value), function_.ready))
#define ARGUMENT_DATATYPES(by, name, value, length) \
    CHECK(check_datatypes(&check_, name, value, (int)(length), function_.ready))
#define ARGUMENT_DEST(by, name, value, length) CHECK(check_dest(&check_, name, value))
#define ARGUMENT_SOURCE(by, name, value, length) \
    CHECK(check_source(&check_, name, value, function_.any_source))
#define ARGUMENT_RANK(by, name, value, length) CHECK(check_rank(&check_, name, value))
#define ARGUMENT_TAG(by, name, value, length) \
    CHECK(check_tag(&check_, name, value, function_.any_tag || (name)[0] == 'r'))
#define ARGUMENT_OP(by, name, value, length) \
    CHECK(check_op(&check_, name, by(value), function_.reduced))
#define ARGUMENT_INFO(by, name, value, length) \
    CHECK(check_info(&check_, name, by(value), function_.null_info))
#define ARGUMENT_ERRHANDLER(by, name, value, length)                          \
    CHECK(check_object(&check_, name, OBJECT_ERRHANDLER, (intptr_t)by(value), \
                       (intptr_t)MPI_ERRHANDLER_NULL))
#define ARGUMENT_KEYVAL(by, name, value, length) \
    CHECK(check_key(&check_, name, by(value), function_.key_of_comm, function_.key_of_type))

#define ARGUMENT_COLOR(by, name, value, length)      CHECK(check_color(&check_, name, value))
#define ARGUMENT_SPLIT_TYPE(by, name, value, length) CHECK(check_split_type(&check_, name, value))

/* ARRAY(role, is_array, name, value, length) checks that a list, of which every entry is read or
 * set, is there as a whole. It expands to nothing for a role that is not listed. */
#define ARRAY(role, is_array, name, value, length) \
    SECOND(ARRAY_##role##_##is_array, UNLISTED)(name, value, length)
#define UNLISTED(name, value, length) (void)0
#define LISTED(rule, name, value, length) \
    CHECK(check_array(&check_, rule, name, value, (int64_t)(length), sizeof *(value)))
#define LISTED_COUNT(...)    LISTED("arg.count", __VA_ARGS__)
#define LISTED_DATATYPE(...) LISTED("arg.datatype", __VA_ARGS__)
#define LISTED_RANK(...)     LISTED("arg.rank", __VA_ARGS__)
#define LISTED_REQUEST(...)  LISTED("arg.request", __VA_ARGS__)
#define LISTED_OTHER(...)    LISTED("arg.other", __VA_ARGS__)
#define LISTED_STATUS(name, value, length)     \
    do {                                       \
        if ((value) != MPI_STATUSES_IGNORE)    \
            LISTED_OTHER(name, value, length); \
    } while (0)

#define ARRAY_count_1                   ~, LISTED_COUNT
#define ARRAY_blocklength_1             ~, LISTED_COUNT
#define ARRAY_datatype_1                ~, LISTED_DATATYPE
#define ARRAY_rank_1                    ~, LISTED_RANK
#define ARRAY_range_1                   ~, LISTED_RANK
#define ARRAY_neighbour_1               ~, LISTED_RANK
#define ARRAY_request_1                 ~, LISTED_REQUEST
#define ARRAY_displacement_1            ~, LISTED_OTHER
#define ARRAY_byte_displacement_1       ~, LISTED_OTHER
#define ARRAY_large_byte_displacement_1 ~, LISTED_OTHER
#define ARRAY_type_displacement_1       ~, LISTED_OTHER
#define ARRAY_type_bytes_1              ~, LISTED_OTHER
#define ARRAY_array_size_1              ~, LISTED_OTHER
#define ARRAY_distribution_1            ~, LISTED_OTHER
#define ARRAY_distribution_argument_1   ~, LISTED_OTHER
#define ARRAY_dims_1                    ~, LISTED_OTHER
#define ARRAY_periods_1                 ~, LISTED_OTHER
#define ARRAY_coords_1                  ~, LISTED_OTHER
#define ARRAY_remain_1                  ~, LISTED_OTHER
#define ARRAY_partition_1               ~, LISTED_OTHER
#define ARRAY_index_1                   ~, LISTED_OTHER
#define ARRAY_degree_1                  ~, LISTED_OTHER
#define ARRAY_graph_index_1             ~, LISTED_OTHER
#define ARRAY_status_1                  ~, LISTED_STATUS

/* MEMORY_shape checks buffers. */
#define USE_in    CHECK_READS
#define USE_out   (function_.room ? CHECK_HAS_ROOM : CHECK_FILLS)
#define USE_inout (function_.room || check_.elsewhere ? CHECK_FILLS : CHECK_READS)
#define MEMORY(at_root, ...)                                                          \
    do {                                                                              \
        check_.insignificant =                                                        \
            !(at_root) && function_.rooted && check_.on->remote && !check_.elsewhere; \
        __VA_ARGS__;                                                                  \
    } while (0)
#define MEMORY_plain(at_root, use, name, value, elements, type, places, parts)                \
    MEMORY(at_root, CHECK(check_buffer(&check_, name, value, (MPI_Count)(elements) * (parts), \
                                       type, check_.neighbours ? CHECK_HAS_ROOM : (use)));    \
           if (check_.neighbours) CHECK_SIDE(name, parts, use, .buffer = (value),             \
                                             .count = elements, .datatype = SINGLE(type)))
#define MEMORY_blocks(at_root, use, name, value, elements, type, places, parts)              \
    MEMORY(at_root, CHECK_SIDE(name, parts, use, .buffer = (value),                          \
                               .counts = NUMBERS_OF(elements), .displs = NUMBERS_OF(places), \
                               .datatype = SINGLE(type), .datatypes = LIST(type)))
#define MEMORY_sum(at_root, use, name, value, elements, type, places, parts) \
    MEMORY(at_root,                                                          \
           CHECK(check_buffer(&check_, name, value,                          \
                              numbers_sum(NUMBERS_OF(elements), (int)(parts)), type, use)))
#define MEMORY_mine(at_root, use, name, value, elements, type, places, parts) \
    MEMORY(at_root,                                                           \
           CHECK(check_buffer(&check_, name, value,                           \
                              numbers_at(NUMBERS_OF(elements), check_.on->rank), type, use)))
#define MEMORY_none(at_root, use, name, value, elements, type, places, parts) (void)0
#define MEMORY_bytes(at_root, use, name, value, elements, type, places, parts) \
    CHECK(check_bytes(&check_, name, value, (MPI_Count)(elements)))

#define CHECK_SIDE(name, parts, use, ...) \
    CHECK(check_side(&check_, name, &(struct side){__VA_ARGS__}, (int)(parts), use))
/* One datatype, or the list of the w forms. */
#define SINGLE(type) _Generic((type), MPI_Datatype: (type), default: MPI_DATATYPE_NULL)
#define LIST(type)   _Generic((type), MPI_Datatype: (const MPI_Datatype *)NULL, default: (type))

/* TOUCHED_shape checks buffers of collectives, which no operation under way may own. */
#define WRITES_in    false
#define WRITES_out   true
#define WRITES_inout check_.elsewhere /* MPI_Bcast */
#define TOUCHED_plain(direction, value, count, datatype, blocks)                          \
    pending_touch_buffer(&call_, value, (uint64_t)(count) * (uint64_t)(blocks), datatype, \
                         WRITES_##direction)
#define TOUCHED_blocks(direction, value, count, datatype, blocks) (void)0
#define TOUCHED_sum(direction, value, count, datatype, blocks)    (void)0
#define TOUCHED_mine(direction, value, count, datatype, blocks)   (void)0
#define TOUCHED_none(direction, value, count, datatype, blocks)   (void)0
#define TOUCHED_bytes(direction, value, count, datatype, blocks)  (void)0

/* RESULT checks the place for a result; a status may be ignored. */
#define RESULT(role, name, value) SECOND(RESULT_##role, RESULT_PLACE)(name, value)
#define RESULT_status             ~, RESULT_IGNORED

#define RESULT_PLACE(name, value)   CHECK(check_result(&check_, name, value))
#define RESULT_IGNORED(name, value) (void)0

/* PASSED(role, is_array, value) is an argument in the form of calls.h. */
#define PASSED(role, is_array, value) SECOND(PASSED_##role##_##is_array, AS_IT_IS)(value)
#define AS_IT_IS(value)               value

#define PASSED_count_1                   ~, NUMBERS_OF
#define PASSED_displacement_1            ~, NUMBERS_OF
#define PASSED_byte_displacement_1       ~, NUMBERS_OF
#define PASSED_large_byte_displacement_1 ~, NUMBERS_OF
#define PASSED_array_size_1              ~, NUMBERS_OF

/* KEPT(role, is_array, value, length) copies an argument for a persistent collective. */
#define KEPT(role, is_array, value, length) \
    SECOND(KEPT_##role##_##is_array, KEPT_ALREADY)(value, length)
#define KEPT_ALREADY(value, length) (void)0
#define KEPT_LIST(value, length) \
    (value) = persistent_copy(persistent_, value, (size_t)(length) * sizeof *(value))
#define KEPT_DATATYPES(value, length) \
    KEPT_LIST(value, length), persistent_hold_all(persistent_, value, (int)(length))
#define KEPT_DATATYPE(value, length) persistent_hold(persistent_, value)
#define KEPT_OP(value, length)       persistent_hold_op(persistent_, value)

#define KEPT_count_1                   ~, KEPT_LIST
#define KEPT_displacement_1            ~, KEPT_LIST
#define KEPT_byte_displacement_1       ~, KEPT_LIST
#define KEPT_large_byte_displacement_1 ~, KEPT_LIST
#define KEPT_datatype_1                ~, KEPT_DATATYPES
#define KEPT_datatype_0                ~, KEPT_DATATYPE
#define KEPT_op_0                      ~, KEPT_OP

/* Note handles that a local call created, freed, or refused to free. */
#define CREATED(role, direction, value)   SECOND(CREATED_##role##_##direction, FORGET)(value)
#define DESTROYED(role, direction, value) SECOND(DESTROYED_##role##_##direction, FORGET)(value)
#define REFUSED(role, direction, value)   SECOND(REFUSED_##role##_##direction, FORGET)(value)
#define FORGET(value)                     (void)0

#define CREATED_keyval_out     ~, CREATED_KEYVAL
#define CREATED_errhandler_out ~, CREATED_ERRHANDLER
#define CREATED_info_out       ~, CREATED_INFO
#define CREATED_datatype_out   ~, CREATED_DATATYPE

#define DESTROYED_keyval_inout     ~, DESTROYED_KEYVAL
#define DESTROYED_errhandler_inout ~, DESTROYED_ERRHANDLER
#define DESTROYED_info_inout       ~, DESTROYED_INFO

#define REFUSED_keyval_inout ~, REFUSED_KEYVAL

#define CREATED_KEYVAL(value)     object_created(OBJECT_KEYVAL, *(value), call_.site)
#define CREATED_ERRHANDLER(value) object_created(OBJECT_ERRHANDLER, (intptr_t)*(value), call_.site)
#define CREATED_INFO(value)       object_created(OBJECT_INFO, (intptr_t)*(value), call_.site)
#define CREATED_DATATYPE(value)   datatype_created(*(value), (uint64_t)(uintptr_t)call_.site)

#define DESTROYED_KEYVAL(value)     object_freed(OBJECT_KEYVAL, *(value), call_.site)
#define DESTROYED_ERRHANDLER(value) object_freed(OBJECT_ERRHANDLER, (intptr_t)*(value), call_.site)
#define DESTROYED_INFO(value)       object_freed(OBJECT_INFO, (intptr_t)*(value), call_.site)

/* MPI_Comm_free_keyval refuses a key of windows. */
#define REFUSED_KEYVAL(value) object_refused(OBJECT_KEYVAL, *(value))

#endif
