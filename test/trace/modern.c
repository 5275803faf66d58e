/* What MPI 4 and 5 have new, for two ranks that begin without MPI_Init. Comments say what the trace must
 * show, as in calls.c: ALL from Open MPI 5 and MPI 4.0 on, LARGE where there are large counts, MPI41
 * and MPI5 from these versions on. */
/* clang-format off: a comment for FileCheck is one line */
#include <mpi.h>
#include <unistd.h>

static MPI_Session session;
static MPI_Comm comm;
static int rank;

static void begin(void)
{
    MPI_Group group;
    int count, length = MPI_MAX_PSET_NAME_LEN;
    char name[MPI_MAX_PSET_NAME_LEN];
    // ALL: MPI_Session_init(info=MPI_INFO_NULL, errhandler=MPI_ERRORS_ARE_FATAL) -> session=session#1{{$}}
    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &session);
    // ALL: MPI_Session_get_num_psets(session=session#1, info=MPI_INFO_NULL) -> npset_names={{[0-9]+}}{{$}}
    MPI_Session_get_num_psets(session, MPI_INFO_NULL, &count);
    // ALL: MPI_Session_get_nth_pset(session=session#1, info=MPI_INFO_NULL, n=0, pset_len={{[0-9]+}}) -> pset_len={{[0-9]+}}, pset_name="mpi://{{WORLD|world}}"
    MPI_Session_get_nth_pset(session, MPI_INFO_NULL, 0, &length, name);
    // ALL: MPI_Group_from_session_pset(session=session#1, pset_name="mpi://WORLD") -> newgroup=group#1{{$}}
    MPI_Group_from_session_pset(session, "mpi://WORLD", &group);
    // ALL: MPI_Comm_create_from_group(group=group#1, stringtag="modern", info=MPI_INFO_NULL, errhandler=MPI_ERRORS_ARE_FATAL) -> newcomm=comm#1{{$}}
    MPI_Comm_create_from_group(group, "modern", MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &comm);
    MPI_Group_free(&group);
    // ZERO: MPI_Comm_rank(comm=comm#1) -> rank=0{{$}}
    // ONE: MPI_Comm_rank(comm=comm#1) -> rank=1{{$}}
    MPI_Comm_rank(comm, &rank);
}

static void partitioned(void)
{
    int values[2] = {1, 2}, arrived;
    MPI_Request request;
    if (rank == 0) {
        // ZERO: MPI_Psend_init(buf=0x{{.*}}, partitions=2, count=1, datatype=MPI_INT, dest=1, tag=3, comm=comm#1, info=MPI_INFO_NULL) -> request=[[SEND:request#[0-9]+]]{{$}}
        MPI_Psend_init(values, 2, 1, MPI_INT, 1, 3, comm, MPI_INFO_NULL, &request);
        MPI_Start(&request);
        // ZERO: MPI_Pready(partition=1, request=[[SEND]])
        MPI_Pready(1, request);
        // ZERO: MPI_Pready_list(length=1, array_of_partitions=[0], request=[[SEND]])
        MPI_Pready_list(1, (int[]){0}, request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else {
        // ONE: MPI_Precv_init(buf=0x{{.*}}, partitions=2, count=1, datatype=MPI_INT, source=0, tag=3, comm=comm#1, info=MPI_INFO_NULL) -> request=[[RECEIVE:request#[0-9]+]]{{$}}
        MPI_Precv_init(values, 2, 1, MPI_INT, 0, 3, comm, MPI_INFO_NULL, &request);
        MPI_Start(&request);
        // ONE: MPI_Parrived(request=[[RECEIVE]], partition=0) -> flag=1{{$}}
        for (arrived = 0; !arrived; usleep(10000))
            MPI_Parrived(request, 0, &arrived);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    MPI_Request_free(&request);
}

static void persistent(void)
{
    int value = rank, sum, counts[2] = {1, 1}, places[2] = {0, 1}, all[2];
    MPI_Request requests[2];
    MPI_Status statuses[2];
    // ALL: MPI_Allreduce_init(sendbuf=0x{{.*}}, recvbuf=0x{{.*}}, count=1, datatype=MPI_INT, op=MPI_SUM, comm=comm#1, info=MPI_INFO_NULL) -> request=[[SUM:request#[0-9]+]]{{$}}
    MPI_Allreduce_init(&value, &sum, 1, MPI_INT, MPI_SUM, comm, MPI_INFO_NULL, &requests[0]);
    // ALL: MPI_Allgatherv_init({{.*}}recvcounts=[1,1], displs=[0,1], recvtype=MPI_INT, comm=comm#1, info=MPI_INFO_NULL) -> request=[[GATHER:request#[0-9]+]]{{$}}
    MPI_Allgatherv_init(&value, 1, MPI_INT, all, counts, places, MPI_INT, comm, MPI_INFO_NULL, &requests[1]);
    // ALL: MPI_Startall(count=2, array_of_requests={{.}}[[SUM]],[[GATHER]]{{.}})
    MPI_Startall(2, requests);
    MPI_Waitall(2, requests, statuses);
    MPI_Request_free(&requests[0]);
    MPI_Request_free(&requests[1]);
}

static void large(void)
{
#if MPI_VERSION >= 4
    int value = rank;
    MPI_Count size;
    MPI_Datatype type;
    // LARGE: MPI_Bcast_c(buffer=0x{{.*}}, count=1, datatype=MPI_INT, root=0, comm=comm#1){{$}}
    MPI_Bcast_c(&value, 1, MPI_INT, 0, comm);
    // LARGE: MPI_Type_contiguous_c(count=4294967296, oldtype=MPI_INT) -> newtype=[[TYPE:datatype#[0-9]+]]{{$}}
    MPI_Type_contiguous_c((MPI_Count)1 << 32, MPI_INT, &type);
    // LARGE: MPI_Type_size_c(datatype=[[TYPE]]) -> size=17179869184{{$}}
    MPI_Type_size_c(type, &size);
    MPI_Type_free(&type);
#endif
}

static void later(void)
{
#if MPI_VERSION * 10 + MPI_SUBVERSION >= 41
    MPI_Request request;
    MPI_Info info;
    int index, flag, size, value;
    void *gone;
    // MPI41: MPI_Comm_attach_buffer(comm=comm#1, buffer=0x{{.*}}, size=4096){{$}}
    MPI_Comm_attach_buffer(comm, (char[4096]){0}, 4096);
    // MPI41: MPI_Comm_flush_buffer(comm=comm#1){{$}}
    MPI_Comm_flush_buffer(comm);
    // MPI41: MPI_Comm_detach_buffer(comm=comm#1) -> buffer_addr=0x{{.*}}, size=4096{{$}}
    MPI_Comm_detach_buffer(comm, (void *)&gone, &size);
    MPI_Irecv(&value, 1, MPI_INT, MPI_PROC_NULL, 0, comm, &request);
    // MPI41: MPI_Request_get_status_any(count=1, array_of_requests=[{{.*}}]) -> index=0, flag=1
    MPI_Request_get_status_any(1, &request, &index, &flag, MPI_STATUS_IGNORE);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    // MPI41: MPI_Get_hw_resource_info() -> hw_info=info#
    MPI_Get_hw_resource_info(&info);
    MPI_Info_free(&info);
#endif
#if MPI_VERSION >= 5
    int major, minor;
    // MPI5: MPI_Abi_get_version() -> abi_major={{[0-9-]+}}, abi_minor={{[0-9-]+}}{{$}}
    MPI_Abi_get_version(&major, &minor);
    // MPI5: MPI_Comm_toint(comm=comm#1) -> [[INT:-?[0-9]+]]{{$}}
    // MPI5: MPI_Comm_fromint(comm=[[INT]]) -> comm#1{{$}}
    comm = MPI_Comm_fromint(MPI_Comm_toint(comm));
#endif
}

int main(void)
{
    int events, provided;
    (void)events, (void)provided;
    begin();
#ifdef OPEN_MPI /* 5.0.7 crashes in partitioned messages without it */
    MPI_Init(NULL, NULL);
#endif
    partitioned();
    persistent();
    large();
    later();
#if MPI_VERSION >= 4
    MPI_T_init_thread(MPI_THREAD_SINGLE, &provided);
    // LARGE: MPI_T_event_get_num() -> num_events={{[0-9]+}}{{$}}
    MPI_T_event_get_num(&events);
    MPI_T_finalize();
#endif
    MPI_Comm_free(&comm);
#ifdef OPEN_MPI
    MPI_Finalize();
#endif
    // ALL: MPI_Session_finalize(session=session#1) -> session=MPI_SESSION_NULL{{$}}
    MPI_Session_finalize(&session);
    return 0;
}
