#include "runtime/world/datatype/content.h"

#include "runtime/world/check/check.h"
#include "runtime/world/checksum.h"
#include "runtime/world/datatype/data.h"
#include "runtime/world/datatype/datatype.h"
#include "runtime/world/datatype/travel.h"
#include "runtime/world/error/problem.h"
#include "runtime/world/rank/stream.h"

#include <stdio.h>
#include <string.h>

struct content {
    uint64_t count;
    uint64_t bytes; /* of the data */
    struct world_call at;
    signature_code code;
    uint32_t signature; /* bytes of the signature, which follows this struct; the data come after
                           the signature */
    struct symbolic_message symbolic;
};

enum { ALIGN = 8 };

static uint64_t content_aligned(uint64_t size)
{
    return (size + ALIGN - 1) / ALIGN * ALIGN;
}

uint64_t content_size(MPI_Count count, MPI_Datatype datatype)
{
    const struct datatype_info *info = datatype_info(datatype);
    return sizeof(struct content) + content_aligned(signature_size(info->signature)) +
           content_aligned(data_size(count, datatype));
}

void content_put_head(void *place, const struct world_call *at, MPI_Count count,
                      MPI_Datatype datatype)
{
    const struct datatype_info *info = datatype_info(datatype);
    struct content *content = place;
    size_t size = signature_size(info->signature);
    *content = (struct content){.count = (uint64_t)count,
                                .bytes = data_bytes(count, datatype),
                                .at = *at,
                                .code = info->code,
                                .signature = (uint32_t)content_aligned(size)};
    memcpy(content + 1, info->signature, size);
}

static uint64_t put; /* checksum of the data since the last content_put_since() */

uint64_t content_put_since(void)
{
    uint64_t since = put;
    put = 0;
    return since;
}

void content_put(void *place, const struct world_call *at, const void *buffer, MPI_Count count,
                 MPI_Datatype datatype)
{
    struct content *content = place;
    content_put_head(place, at, count, datatype);
    unsigned char *data = (unsigned char *)(content + 1) + content->signature;
    content->bytes = data_pack(buffer, count, datatype, data);
    travel_put(&content->symbolic, buffer, count, datatype);
    if (world->repeats)
        put = checksum_bytes(put, data, content->bytes);
}

const void *content_data(const void *place, uint64_t *bytes)
{
    const struct content *content = place;
    *bytes = content->bytes;
    return (const char *)(content + 1) + content->signature;
}

/* Describes a problem with the call that disagrees. */
static struct problem content_problem_of(const struct content *content,
                                         const struct content_receiver *receiver, const char *rule)
{
    return (struct problem){.at = receiver->at,
                            .rule = rule,
                            .peer_call = content->at.name,
                            .peer_site = content->at.site,
                            .peer = receiver->peer};
}

/* Reports different datatypes. Data that fit are moved all the same, byte by byte, as libraries
 * do. */
static void content_tell_different(const struct content *content,
                                   const struct content_receiver *receiver,
                                   const struct signature *asked, MPI_Count count,
                                   const struct signature_verdict *verdict)
{
    struct problem problem = content_problem_of(content, receiver, "mismatch.datatype");
    const struct signature *sent = (const struct signature *)(content + 1);
    char out[96], in[96], element[160] = "", one[64], other[64];
    signature_print(sent, content->count, out, sizeof out);
    signature_print(asked, (uint64_t)count, in, sizeof in);
    if (verdict->index != SIGNATURE_INDEX_UNKNOWN && verdict->index != 0)
        snprintf(element, sizeof element, ": element %llu is %s on one side and %s on the other",
                 (unsigned long long)verdict->index,
                 signature_code_name(verdict->sent, one, sizeof one),
                 signature_code_name(verdict->received, other, sizeof other));
    static const char headline[] = "%s of rank %d gives %s, but %s takes %s%s";
    if (content->bytes > signature_bytes(asked, (uint64_t)count))
        problem_stop(&problem, headline, content->at.name, receiver->peer, out, receiver->at->name,
                     in, element);
    problem_pass(&problem, headline, content->at.name, receiver->peer, out, receiver->at->name, in,
                 element);
}

static _Noreturn void stop_uneven(const struct content *content,
                                  const struct content_receiver *receiver,
                                  const struct signature *asked, MPI_Count count)
{
    struct problem problem = content_problem_of(content, receiver, "mismatch.count");
    const struct signature *sent = (const struct signature *)(content + 1);
    char out[96], in[96];
    problem_stop(&problem, "%s of rank %d gives %s, but rank %d takes %s", content->at.name,
                 receiver->peer, signature_print(sent, content->count, out, sizeof out), world_rank,
                 signature_print(asked, (uint64_t)count, in, sizeof in));
}

int content_check(const void *place, const struct content_receiver *receiver, MPI_Count count,
                  MPI_Datatype datatype)
{
    const struct content *content = place;
    const struct datatype_info *info = datatype_info(datatype);
    const struct signature *sent = (const struct signature *)(content + 1);
    struct signature_verdict verdict;
    if (content->code != SIGNATURE_NO_CODE && content->code == info->code)
        verdict.relation = content->count == (uint64_t)count  ? SIGNATURE_EQUAL
                           : content->count < (uint64_t)count ? SIGNATURE_SHORTER
                                                              : SIGNATURE_LONGER;
    else
        verdict = signature_compare(sent, content->count, info->signature, (uint64_t)count);
    switch (verdict.relation) {
    case SIGNATURE_DIFFERENT:
        content_tell_different(content, receiver, info->signature, count, &verdict);
        return MPI_SUCCESS;
    case SIGNATURE_EQUAL:
        return MPI_SUCCESS;
    case SIGNATURE_SHORTER:
    case SIGNATURE_LONGER:
        break;
    }
    if (receiver->exact)
        stop_uneven(content, receiver, info->signature, count);
    if (verdict.relation == SIGNATURE_SHORTER)
        return MPI_SUCCESS;
    struct problem problem = content_problem_of(content, receiver, "mismatch.truncation");
    problem.why = "The matching message is longer than the receive buffer.";
    return problem_raise(&problem, receiver->comm, MPI_ERR_TRUNCATE,
                         "rank %d receives a message of %llu bytes into a buffer of %llu",
                         world_rank, (unsigned long long)content->bytes,
                         (unsigned long long)signature_bytes(info->signature, (uint64_t)count));
}

int content_take(const void *place, const struct content_receiver *receiver, void *buffer,
                 MPI_Count count, MPI_Datatype datatype)
{
    int wrong = content_check(place, receiver, count, datatype);
    uint64_t bytes;
    const void *data = content_data(place, &bytes);
    void *dense = data_dense(buffer, datatype);
    if (wrong != MPI_SUCCESS)
        return wrong;
    if (!receiver->exact)
        check_landing(receiver->at, buffer, count, datatype, bytes);
    if (receiver->payload && dense) { /* that they fit was checked */
        stream_copy(receiver->payload, data, dense, bytes);
    } else {
        if (receiver->payload)
            stream_await(receiver->payload);
        data_unpack(data, bytes, buffer, count, datatype);
    }
    travel_take(&((const struct content *)place)->symbolic, bytes, buffer, count, datatype);
    return MPI_SUCCESS;
}
