/* threads.c: a program with a thread before main(), which forks would lose. */
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t asked = PTHREAD_COND_INITIALIZER, answered = PTHREAD_COND_INITIALIZER;
static int question, answer;

static void *work(void *data)
{
    (void)data;
    pthread_mutex_lock(&lock);
    while (!question)
        pthread_cond_wait(&asked, &lock);
    answer = 6 * question;
    pthread_cond_signal(&answered);
    pthread_mutex_unlock(&lock);
    return NULL;
}

__attribute__((constructor)) static void construct(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
}

int main(int count, char **words)
{
    int rank, sum;
    char directory[4096], line[64] = "nothing";
    pthread_mutex_lock(&lock);
    question = 7;
    pthread_cond_signal(&asked);
    while (!answer)
        pthread_cond_wait(&answered, &lock);
    pthread_mutex_unlock(&lock);
    if (getenv("TUTTI_TEST_WORD"))
        printf("in the environment: %s\n", getenv("TUTTI_TEST_WORD"));
    MPI_Init(&count, &words);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Allreduce(&answer, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (!fgets(line, sizeof line, stdin))
        strcpy(line, "nothing\n");
    printf("rank %d: sum %d of %s in %s, read %s", rank, sum, words[count - 1],
           strrchr(getcwd(directory, sizeof directory), '/'), line);
    MPI_Finalize();
    return 0;
}
