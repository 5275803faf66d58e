/* memory.c: accesses of memory that a guest is told of, in the order of the run: behind each line
 * stand its loads and stores with their bytes. Of the others nothing is told. */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

struct pair {
    long first, second;
};

struct list {
    long numbers[8];
};

double shared[4];
struct pair whole;
volatile int flag;
static int given[4], counter;
static _Thread_local int mine;
static const int table[3] = {1, 2, 3};

static long take(struct list copied)
{
    return copied.numbers[3];
}

static int hidden(int argument)
{
    int local = argument, list[3] = {0, 0, 0};
    struct pair pair = {1, 2}, other = pair;
    counter += table[2];
    mine = counter;
    flag = local;
    list[local % 3] = flag;
    __atomic_store_n(&given[3], 1, __ATOMIC_RELEASE);
    return list[local % 3] + mine + (int)other.second;
}

static long touch(int *buffer, struct list *all, size_t bytes)
{
    char text[16];
    int sum = 0;
    buffer[0] = 7;                  //: S4
    ((short *)buffer)[2] = 8;       //: S2
    sum += buffer[0];               //: L4
    whole.second = all->numbers[5]; //: L8 S8
    all->numbers[3] += 5;           //: L8 S8
    shared[1] = shared[2];          //: L8 S8
    struct pair *pair = (struct pair *)all;
    whole = *pair;                        //: L16 S16
    memset(shared, 0, sizeof shared);     //: S32
    memcpy(shared, buffer, bytes);        //: L12 S12
    memcpy(text, buffer, bytes);          //: L12
    sum += memcmp(buffer, shared, bytes); //: L12 L12
    if (sum > 100)
        buffer[1] = 1;
    else
        buffer[2] = 1;                 //: S4
    return sum + text[0] + take(*all); //: L64
}

/* Nothing is left to do behind the last call: it must not become a jump. */
static __attribute__((noinline)) void same(int *at)
{
    int value = *at; //: L4
    *at = value;     //: S4
}

int main(void)
{
    struct list all = {{0}}; //: S64
    int rank, got;
    got = 4; //: S4
    MPI_Request requests[2];
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Irecv(&got, 1, MPI_INT, rank, 1, MPI_COMM_WORLD, &requests[0]);      //: L4
    given[1] = 3;                                                            //: S4
    MPI_Isend(&given[1], 1, MPI_INT, rank, 1, MPI_COMM_WORLD, &requests[1]); //: L4
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    long result = touch(given, &all, 12) + hidden(2);
    same(given);
    printf("got %d, %ld\n", got, result); //: L4
    MPI_Finalize();
    return 0;
}
