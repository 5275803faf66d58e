/* A bit of everything that a program does with MPI, for two ranks. Comments say what the trace
 * must show, for FileCheck, in the order of each rank: ALL for both ranks. */
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

static void point_to_point(int rank);
static void collectives(int rank);
static void communicators(int rank);
static void datatypes(void);
static void windows_and_files(int rank);
static void finish(void);

int main(int argc, char **argv)
{
    int rank, size, provided, flag;
    // ALL: MPI_Initialized() -> flag=0{{$}}
    MPI_Initialized(&flag);
    // ALL: MPI_Init_thread({{.*}}required=MPI_THREAD_FUNNELED) -> {{.*}}provided=MPI_THREAD_
    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
    // ZERO: MPI_Comm_rank(comm=MPI_COMM_WORLD) -> rank=0{{$}}
    // ONE: MPI_Comm_rank(comm=MPI_COMM_WORLD) -> rank=1{{$}}
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    // ALL: MPI_Comm_size(comm=MPI_COMM_WORLD) -> size=2{{$}}
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    point_to_point(rank);
    collectives(rank);
    communicators(rank);
    datatypes();
    windows_and_files(rank);
    finish();
    return 0;
}

static int copy_attribute(MPI_Comm comm, int keyval, void *extra, void *in, void *out, int *flag)
{
    (void)comm, (void)keyval, (void)extra;
    int size;
    MPI_Comm_size(MPI_COMM_WORLD, &size); /* a call from a callback is the program's */
    *(void **)out = in;
    *flag = size > 0;
    return MPI_SUCCESS;
}

static void largest(void *in, void *inout, int *count, MPI_Datatype *type)
{
    (void)type;
    for (int i = 0; i < *count; i++)
        if (((int *)in)[i] > ((int *)inout)[i])
            ((int *)inout)[i] = ((int *)in)[i];
}

static void point_to_point(int rank)
{
    int peer = 1 - rank, value = rank, other[4] = {0}, flag, index, done, indices[2];
    char packed[64];
    int position = 0;
    MPI_Request requests[2];
    MPI_Status status, statuses[2];
    MPI_Message message;
    if (rank == 0) {
        // ZERO: MPI_Send(buf=0x{{[0-9a-f]+}}, count=1, datatype=MPI_INT, dest=1, tag=7,
        // comm=MPI_COMM_WORLD){{$}}
        MPI_Send(&value, 1, MPI_INT, 1, 7, MPI_COMM_WORLD);
        // ZERO: MPI_Ssend(buf=0x{{[0-9a-f]+}}, count=1, datatype=MPI_INT, dest=1, tag=8,
        // comm=MPI_COMM_WORLD){{$}}
        MPI_Ssend(&value, 1, MPI_INT, 1, 8, MPI_COMM_WORLD);
        // ZERO: MPI_Send(buf=0x{{[0-9a-f]+}}, count=2, datatype=MPI_DOUBLE, dest=1, tag=9,
        // comm=MPI_COMM_WORLD){{$}}
        MPI_Send((double[2]){1, 2}, 2, MPI_DOUBLE, 1, 9, MPI_COMM_WORLD);
        // ZERO: MPI_Send(buf=MPI_BOTTOM, count=0, datatype=MPI_BYTE, dest=MPI_PROC_NULL, tag=0,
        // comm=MPI_COMM_WORLD){{$}}
        MPI_Send(MPI_BOTTOM, 0, MPI_BYTE, MPI_PROC_NULL, 0, MPI_COMM_WORLD);
    } else {
        // ONE: MPI_Recv(buf=0x{{[0-9a-f]+}}, count=4, datatype=MPI_INT, source=MPI_ANY_SOURCE,
        // tag=MPI_ANY_TAG, comm=MPI_COMM_WORLD) -> status={source=0,tag=7{{.*}}}{{$}}
        MPI_Recv(other, 4, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
        // ONE: MPI_Get_count(status={source=0,tag=7{{.*}}}, datatype=MPI_INT) -> count=1{{$}}
        MPI_Get_count(&status, MPI_INT, &done);
        // ONE: MPI_Probe(source=0, tag=8, comm=MPI_COMM_WORLD) ->
        // status={source=0,tag=8{{.*}}}{{$}}
        MPI_Probe(0, 8, MPI_COMM_WORLD, &status);
        // ONE: MPI_Recv(buf=0x{{[0-9a-f]+}}, count=1, datatype=MPI_INT, source=0, tag=8,
        // comm=MPI_COMM_WORLD) -> status=MPI_STATUS_IGNORE{{$}}
        MPI_Recv(other, 1, MPI_INT, 0, 8, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        double two[2];
        // ONE: MPI_Mprobe(source=0, tag=9, comm=MPI_COMM_WORLD) -> message=message#1,
        // status={source=0,tag=9{{.*}}}{{$}}
        MPI_Mprobe(0, 9, MPI_COMM_WORLD, &message, &status);
        // ONE: MPI_Mrecv(buf=0x{{[0-9a-f]+}}, count=2, datatype=MPI_DOUBLE, message=message#1) ->
        // message=MPI_MESSAGE_NULL, status={source=0,tag=9{{.*}}}{{$}}
        MPI_Mrecv(two, 2, MPI_DOUBLE, &message, &status);
    }
    // ALL: MPI_Irecv(buf=0x{{[0-9a-f]+}}, count=1, datatype=MPI_INT, source={{[01]}}, tag=1,
    // comm=MPI_COMM_WORLD) -> request=request#1{{$}}
    MPI_Irecv(other, 1, MPI_INT, peer, 1, MPI_COMM_WORLD, &requests[0]);
    // ALL: MPI_Isend(buf=0x{{[0-9a-f]+}}, count=1, datatype=MPI_INT, dest={{[01]}}, tag=1,
    // comm=MPI_COMM_WORLD) -> request=request#2{{$}}
    MPI_Isend(&value, 1, MPI_INT, peer, 1, MPI_COMM_WORLD, &requests[1]);
    // ALL: MPI_Waitall(count=2, array_of_requests=[request#1,request#2]) ->
    // array_of_requests=[MPI_REQUEST_NULL,MPI_REQUEST_NULL],
    // array_of_statuses=[{source={{[01]}},tag=1{{.*}}]{{$}}
    MPI_Waitall(2, requests, statuses);
    // ALL: MPI_Recv_init({{.*}}source={{[01]}}, tag=2, comm=MPI_COMM_WORLD) ->
    // request=request#3{{$}}
    MPI_Recv_init(other, 1, MPI_INT, peer, 2, MPI_COMM_WORLD, &requests[0]);
    // ALL: MPI_Start(request=request#3) -> request=request#3{{$}}
    MPI_Start(&requests[0]);
    // ALL: MPI_Sendrecv(sendbuf=0x{{[0-9a-f]+}}, sendcount=1, sendtype=MPI_INT, dest={{[01]}},
    // sendtag=3, recvbuf=0x{{[0-9a-f]+}}, recvcount=1, recvtype=MPI_INT, source={{[01]}},
    // recvtag=3, comm=MPI_COMM_WORLD) -> status={{.*}}tag=3
    MPI_Sendrecv(&value, 1, MPI_INT, peer, 3, other + 1, 1, MPI_INT, peer, 3, MPI_COMM_WORLD,
                 &status);
    // ALL: MPI_Send({{.*}}tag=2{{.*}})
    MPI_Send(&value, 1, MPI_INT, peer, 2, MPI_COMM_WORLD);
    // ALL: MPI_Waitany(count=1, array_of_requests=[request#3]) -> array_of_requests=[request#3],
    // index=0, status={source={{[01]}},tag=2
    MPI_Waitany(1, requests, &index, &status);
    // ALL: MPI_Request_free(request=request#3) -> request=MPI_REQUEST_NULL{{$}}
    MPI_Request_free(&requests[0]);
    // ALL: MPI_Iprobe(source=MPI_ANY_SOURCE, tag=MPI_ANY_TAG, comm=MPI_COMM_WORLD) -> flag=0
    MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
    // ALL: MPI_Testsome(incount=1, array_of_requests=[MPI_REQUEST_NULL]) ->
    // {{.*}}outcount=MPI_UNDEFINED
    MPI_Testsome(1, requests, &done, indices, statuses);
    // ALL: MPI_Pack({{.*}}incount=1, datatype=MPI_INT, {{.*}}outsize=64, position=0,
    // comm=MPI_COMM_WORLD) -> {{.*}}position={{[1-9]}}
    MPI_Pack(&value, 1, MPI_INT, packed, sizeof packed, &position, MPI_COMM_WORLD);
}

static void collectives(int rank)
{
    int value = rank + 1, all[2], counts[2] = {1, 2}, displs[2] = {0, 1}, three[3], sum;
    MPI_Op op;
    MPI_Request request;
    // ALL: MPI_Barrier(comm=MPI_COMM_WORLD){{$}}
    MPI_Barrier(MPI_COMM_WORLD);
    // ALL: MPI_Bcast(buffer=0x{{[0-9a-f]+}}, count=1, datatype=MPI_INT, root=1,
    // comm=MPI_COMM_WORLD){{$}}
    MPI_Bcast(&sum, 1, MPI_INT, 1, MPI_COMM_WORLD);
    // ALL: MPI_Allreduce(sendbuf=MPI_IN_PLACE, recvbuf=0x{{[0-9a-f]+}}, count=1, datatype=MPI_INT,
    // op=MPI_SUM, comm=MPI_COMM_WORLD){{$}}
    MPI_Allreduce(MPI_IN_PLACE, &value, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    // ALL: MPI_Allgather(sendbuf=0x{{[0-9a-f]+}}, sendcount=1, sendtype=MPI_INT,
    // recvbuf=0x{{[0-9a-f]+}}, recvcount=1, recvtype=MPI_INT, comm=MPI_COMM_WORLD){{$}}
    MPI_Allgather(&value, 1, MPI_INT, all, 1, MPI_INT, MPI_COMM_WORLD);
    // ALL: MPI_Allgatherv(sendbuf=0x{{[0-9a-f]+}}, sendcount={{[12]}}, sendtype=MPI_INT,
    // recvbuf=0x{{[0-9a-f]+}}, recvcounts=[1,2], displs=[0,1], recvtype=MPI_INT,
    // comm=MPI_COMM_WORLD){{$}}
    MPI_Allgatherv(all, counts[rank], MPI_INT, three, counts, displs, MPI_INT, MPI_COMM_WORLD);
    // ALL: MPI_Op_create(user_fn=0x{{[0-9a-f]+}}, commute=1) -> op=op#1{{$}}
    MPI_Op_create(largest, 1, &op);
    // ALL: MPI_Reduce({{.*}}op=op#1, root=0, comm=MPI_COMM_WORLD){{$}}
    MPI_Reduce(&value, &sum, 1, MPI_INT, op, 0, MPI_COMM_WORLD);
    // ALL: MPI_Op_free(op=op#1) -> op=MPI_OP_NULL{{$}}
    MPI_Op_free(&op);
    // ALL: MPI_Ibarrier(comm=MPI_COMM_WORLD) -> request=request#4{{$}}
    MPI_Ibarrier(MPI_COMM_WORLD, &request);
    // ALL: MPI_Wait(request=request#4) -> request=MPI_REQUEST_NULL, status=MPI_STATUS_IGNORE{{$}}
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void communicators(int rank)
{
    MPI_Comm dup, half, cart;
    MPI_Group world, one;
    int keyval, flag, dims[2] = {0, 0}, periods[2] = {1, 0}, coords[2], low, high, result, length;
    void *value;
    char name[MPI_MAX_OBJECT_NAME];
    // ALL: MPI_Comm_create_keyval({{.*}}) -> comm_keyval=[[KEY:[0-9-]+]]{{$}}
    MPI_Comm_create_keyval(copy_attribute, MPI_COMM_NULL_DELETE_FN, &keyval, NULL);
    // ALL: MPI_Comm_set_attr(comm=MPI_COMM_WORLD, comm_keyval=[[KEY]], attribute_val={{.*}}){{$}}
    MPI_Comm_set_attr(MPI_COMM_WORLD, keyval, name);
    // ALL: MPI_Comm_size(comm=MPI_COMM_WORLD) -> size=2{{$}}
    // ALL: MPI_Comm_dup(comm=MPI_COMM_WORLD) -> newcomm=comm#1{{$}}
    MPI_Comm_dup(MPI_COMM_WORLD, &dup);
    // ALL: MPI_Comm_get_attr(comm=comm#1, comm_keyval=[[KEY]]) -> attribute_val={{.*}}, flag=1{{$}}
    MPI_Comm_get_attr(dup, keyval, &value, &flag);
    // ALL: MPI_Comm_delete_attr(comm=MPI_COMM_WORLD, comm_keyval=[[KEY]]){{$}}
    MPI_Comm_delete_attr(MPI_COMM_WORLD, keyval);
    // ALL: MPI_Comm_delete_attr(comm=comm#1, comm_keyval=[[KEY]]){{$}}
    MPI_Comm_delete_attr(dup, keyval);
    // ALL: MPI_Comm_free_keyval(comm_keyval=[[KEY]]) -> comm_keyval=MPI_KEYVAL_INVALID{{$}}
    MPI_Comm_free_keyval(&keyval);
    // ALL: MPI_Comm_set_name(comm=comm#1, comm_name="with\x09tab"){{$}}
    MPI_Comm_set_name(dup, "with\ttab");
    // ALL: MPI_Comm_get_name(comm=comm#1) -> comm_name="with\x09tab", resultlen=8{{$}}
    MPI_Comm_get_name(dup, name, &length);
    // ZERO: MPI_Comm_split(comm=comm#1, color=0, key=0) -> newcomm=comm#2{{$}}
    // ONE: MPI_Comm_split(comm=comm#1, color=MPI_UNDEFINED, key=0) -> newcomm=MPI_COMM_NULL{{$}}
    MPI_Comm_split(dup, rank == 0 ? 0 : MPI_UNDEFINED, 0, &half);
    // ALL: MPI_Comm_group(comm=MPI_COMM_WORLD) -> group=group#1{{$}}
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    // ALL: MPI_Group_incl(group=group#1, n=1, ranks=[1]) -> newgroup=group#2{{$}}
    MPI_Group_incl(world, 1, (int[1]){1}, &one);
    // ALL: MPI_Group_compare(group1=group#1, group2=group#2) -> result=MPI_UNEQUAL{{$}}
    MPI_Group_compare(world, one, &result);
    // ALL: MPI_Group_free(group=group#1) -> group=MPI_GROUP_NULL{{$}}
    MPI_Group_free(&world);
    MPI_Group_free(&one);
    // ALL: MPI_Dims_create(nnodes=2, ndims=2, dims=[0,0]) -> dims=[2,1]{{$}}
    MPI_Dims_create(2, 2, dims);
    // ALL: MPI_Cart_create(comm_old=comm#1, ndims=2, dims=[2,1], periods=[1,0], reorder=0) ->
    // comm_cart=comm#{{[23]}}{{$}}
    MPI_Cart_create(dup, 2, dims, periods, 0, &cart);
    // ZERO: MPI_Cart_coords(comm=comm#3, rank=0, maxdims=2) -> coords=[0,0]{{$}}
    // ONE: MPI_Cart_coords(comm=comm#2, rank=1, maxdims=2) -> coords=[1,0]{{$}}
    MPI_Cart_coords(cart, rank, 2, coords);
    // ALL: MPI_Cart_shift(comm=comm#{{[23]}}, direction=1, disp=1) -> rank_source=MPI_PROC_NULL,
    // rank_dest=MPI_PROC_NULL{{$}}
    MPI_Cart_shift(cart, 1, 1, &low, &high);
    MPI_Comm_free(&cart);
    if (half != MPI_COMM_NULL)
        MPI_Comm_free(&half);
    // ALL: MPI_Comm_free(comm=comm#1) -> comm=MPI_COMM_NULL{{$}}
    MPI_Comm_free(&dup);
}

static void datatypes(void)
{
    MPI_Datatype vector, record;
    int lengths[2] = {1, 3};
    MPI_Aint displs[2] = {0, 8}, lower, extent;
    MPI_Datatype types[2] = {MPI_INT, MPI_DOUBLE};
    MPI_Info info;
    char value[16];
    int flag;
    // ALL: MPI_Type_vector(count=2, blocklength=1, stride=3, oldtype=MPI_FLOAT) ->
    // newtype=datatype#1{{$}}
    MPI_Type_vector(2, 1, 3, MPI_FLOAT, &vector);
    // ALL: MPI_Type_create_struct(count=2, array_of_blocklengths=[1,3],
    // array_of_displacements=[0,8], array_of_types=[MPI_INT,MPI_DOUBLE]) -> newtype=datatype#2{{$}}
    MPI_Type_create_struct(2, lengths, displs, types, &record);
    // ALL: MPI_Type_commit(datatype=datatype#2) -> datatype=datatype#2{{$}}
    MPI_Type_commit(&record);
    // ALL: MPI_Type_get_extent(datatype=datatype#2) -> lb=0, extent=32{{$}}
    MPI_Type_get_extent(record, &lower, &extent);
    MPI_Type_free(&vector);
    // ALL: MPI_Type_free(datatype=datatype#2) -> datatype=MPI_DATATYPE_NULL{{$}}
    MPI_Type_free(&record);
    // ALL: MPI_Info_create() -> info=info#1{{$}}
    MPI_Info_create(&info);
    // ALL: MPI_Info_set(info=info#1, key="colour", value="blue"){{$}}
    MPI_Info_set(info, "colour", "blue");
    // ALL: MPI_Info_get(info=info#1, key="colour", valuelen=15) -> value="blue", flag=1{{$}}
    MPI_Info_get(info, "colour", sizeof value - 1, value, &flag);
    // ALL: MPI_Info_free(info=info#1) -> info=MPI_INFO_NULL{{$}}
    MPI_Info_free(&info);
}

static void windows_and_files(int rank)
{
    MPI_Win win;
    int *base, value = 5;
    MPI_File file;
    MPI_Errhandler handler;
    // ALL: MPI_Win_allocate(size=8, disp_unit=4, info=MPI_INFO_NULL, comm=MPI_COMM_WORLD) ->
    // baseptr=0x{{[0-9a-f]+}}, win=win#1{{$}}
    MPI_Win_allocate(8, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    // ALL: MPI_Win_fence(assert=MPI_MODE_NOPRECEDE, win=win#1){{$}}
    MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
    if (rank ==
        0) // ZERO: MPI_Put(origin_addr=0x{{[0-9a-f]+}}, origin_count=1, origin_datatype=MPI_INT,
           // target_rank=1, target_disp=0, target_count=1, target_datatype=MPI_INT, win=win#1){{$}}
        MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    // ALL: MPI_Win_fence(assert=MPI_MODE_NOSTORE|MPI_MODE_NOSUCCEED, win=win#1){{$}}
    MPI_Win_fence(MPI_MODE_NOSTORE | MPI_MODE_NOSUCCEED, win);
    // ALL: MPI_Win_free(win=win#1) -> win=MPI_WIN_NULL{{$}}
    MPI_Win_free(&win);
    // ALL: MPI_File_open(comm=MPI_COMM_SELF, filename="calls.data",
    // amode=MPI_MODE_CREATE|MPI_MODE_RDWR, info=MPI_INFO_NULL) -> fh=file#1{{$}}
    MPI_File_open(MPI_COMM_SELF, "calls.data", MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL,
                  &file);
    // ALL: MPI_File_write_at(fh=file#1, offset=0, buf=0x{{[0-9a-f]+}}, count=1, datatype=MPI_INT)
    // -> status=
    MPI_File_write_at(file, 0, &value, 1, MPI_INT, MPI_STATUS_IGNORE);
    // ALL: MPI_File_close(fh=file#1) -> fh=MPI_FILE_NULL{{$}}
    MPI_File_close(&file);
    // ALL: MPI_Comm_get_errhandler(comm=MPI_COMM_WORLD) -> errhandler=MPI_ERRORS_ARE_FATAL{{$}}
    MPI_Comm_get_errhandler(MPI_COMM_WORLD, &handler);
    MPI_Errhandler_free(&handler);
    // ALL: MPI_Comm_set_errhandler(comm=MPI_COMM_WORLD, errhandler=MPI_ERRORS_RETURN){{$}}
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    // ALL: MPI_Send({{.*}}dest=99, tag=0, comm=MPI_COMM_WORLD) -> MPI_ERR_RANK{{$}}
    MPI_Send(&value, 1, MPI_INT, 99, 0, MPI_COMM_WORLD);
}

static void finish(void)
{
    int flag;
    // ALL: MPI_Wtime() -> {{[0-9.e+]+}}{{$}}
    MPI_Wtime();
    // ALL: MPI_Pcontrol(level=1)
    MPI_Pcontrol(1);
    // ALL: MPI_Finalize(){{$}}
    MPI_Finalize();
    // ALL: MPI_Finalized() -> flag=1{{$}}
    MPI_Finalized(&flag);
}
