#include "concolic/coverage/knowledge.h"

int knowledge_open(struct knowledge *knowledge, uint32_t edges, struct error *error)
{
    *knowledge = (struct knowledge){0};
    if (coverage_open(&knowledge->coverage, edges, error) == 0 &&
        asked_open(&knowledge->asked, error) == 0 && quota_open(&knowledge->quota, error) == 0 &&
        values_open(&knowledge->values, error) == 0 && depth_open(&knowledge->depth, error) == 0)
        return 0;
    knowledge_close(knowledge);
    return -1;
}

void knowledge_close(struct knowledge *knowledge)
{
    coverage_close(&knowledge->coverage);
    if (knowledge->asked.count)
        asked_close(&knowledge->asked);
    quota_close(&knowledge->quota);
    values_close(&knowledge->values);
    depth_close(&knowledge->depth);
}
