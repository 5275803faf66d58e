/* A linked list of numbers is searched.
 * ranks: 2
 * expect: assert
 * seed: 1 2 3
 * fails: 1 350 3
 */
#include <assert.h>
#include <mpi.h>
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

static const struct node *find(const struct node *list, int value)
{
    while (list && list->value != value)
        list = list->next;
    return list;
}

int main(int argc, char **argv)
{
    struct node nodes[8], *list = NULL;
    MPI_Init(&argc, &argv);
    for (int i = 1; i < argc && i < 8; i++) {
        nodes[i] = (struct node){atoi(argv[i]), list};
        list = &nodes[i];
    }
    assert(!find(list, 350)); /* HERE assert */
    MPI_Finalize();
    return 0;
}
