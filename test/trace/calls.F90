! What a Fortran program does with MPI, for two ranks, through mpif.h (-DMPIF), the module mpi, or
! the module mpi_f08 (-DF08). Comments say what the trace must show; EXPECT is for both ranks.
#ifdef F08
#define HANDLE(kind) type(kind)
#else
#define HANDLE(kind) integer
#endif
program calls
#if defined(F08)
  use mpi_f08
  implicit none
#elif defined(MPIF)
  implicit none
  include 'mpif.h'
#else
  use mpi
  implicit none
#endif
  integer :: ierror, rank, size, peer, keyval, length, counts(2)
  integer :: values(4), sums(4)
  integer(kind=MPI_ADDRESS_KIND) :: attribute, extra, lower, extent
  logical :: flag, periods(2)
  character(len=MPI_MAX_OBJECT_NAME) :: name
  HANDLE(MPI_Comm) :: dup, cart
  HANDLE(MPI_Datatype) :: vector
  HANDLE(MPI_Request) :: requests(2)
#ifdef F08
  type(MPI_Status) :: status, statuses(2)
#else
  integer :: status(MPI_STATUS_SIZE), statuses(MPI_STATUS_SIZE, 2)
#endif
  ! EXPECT: MPI_Init(
  call MPI_Init(ierror)
  ! EXPECT: MPI_Comm_rank(comm=MPI_COMM_WORLD) -> rank={{[01]}}{{$}}
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  ! EXPECT: MPI_Comm_size(comm=MPI_COMM_WORLD) -> size=2{{$}}
  call MPI_Comm_size(MPI_COMM_WORLD, size, ierror)
  peer = 1 - rank
  values = rank
  if (rank == 0) then
    ! ZERO: MPI_Send(buf=0x{{[0-9a-f]+}}, count=4, datatype=MPI_INTEGER, dest=1, tag=7, comm=MPI_COMM_WORLD){{$}}
    call MPI_Send(values, 4, MPI_INTEGER, 1, 7, MPI_COMM_WORLD, ierror)
  else
    ! ONE: MPI_Recv(buf=0x{{[0-9a-f]+}}, count=4, datatype=MPI_INTEGER, source=MPI_ANY_SOURCE, tag=MPI_ANY_TAG, comm=MPI_COMM_WORLD) -> status={source=0,tag=7{{.*}}}{{$}}
    call MPI_Recv(values, 4, MPI_INTEGER, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, status, ierror)
    ! ONE: MPI_Get_count(status={source=0,tag=7{{.*}}}, datatype=MPI_INTEGER) -> count=4{{$}}
    call MPI_Get_count(status, MPI_INTEGER, length, ierror)
  end if
  ! EXPECT: MPI_Irecv({{.*}}count=1, datatype=MPI_INTEGER, source={{[01]}}, tag=1, comm=MPI_COMM_WORLD) -> request=request#1{{$}}
  call MPI_Irecv(values(1), 1, MPI_INTEGER, peer, 1, MPI_COMM_WORLD, requests(1), ierror)
  ! EXPECT: MPI_Isend({{.*}}count=1, datatype=MPI_INTEGER, dest={{[01]}}, tag=1, comm=MPI_COMM_WORLD) -> request=request#2{{$}}
  call MPI_Isend(values(2), 1, MPI_INTEGER, peer, 1, MPI_COMM_WORLD, requests(2), ierror)
  ! EXPECT: MPI_Waitall(count=2, array_of_requests=[request#1,request#2]) -> array_of_requests=[MPI_REQUEST_NULL,MPI_REQUEST_NULL], array_of_statuses=[{source={{[01]}},tag=1
  call MPI_Waitall(2, requests, statuses, ierror)
  ! EXPECT: MPI_Allreduce(sendbuf=MPI_IN_PLACE, recvbuf=0x{{[0-9a-f]+}}, count=4, datatype=MPI_INTEGER, op=MPI_SUM, comm=MPI_COMM_WORLD){{$}}
  sums = 1
  call MPI_Allreduce(MPI_IN_PLACE, sums, 4, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierror)
  ! EXPECT: MPI_Recv_init({{.*}}tag=3, comm=MPI_COMM_WORLD) -> request=request#3{{$}}
  call MPI_Recv_init(values, 1, MPI_INTEGER, MPI_PROC_NULL, 3, MPI_COMM_WORLD, requests(1), ierror)
  ! EXPECT: MPI_Start(request=request#3) -> request=request#3{{$}}
  call MPI_Start(requests(1), ierror)
  ! EXPECT: MPI_Wait(request=request#3) -> request=request#3, status={{MPI_STATUS_IGNORE|.source=MPI_PROC_NULL,tag=MPI_ANY_TAG.}}{{$}}
  ! (Open MPI hands a status of its own to C)
  call MPI_Wait(requests(1), MPI_STATUS_IGNORE, ierror)
  ! EXPECT: MPI_Request_free(request=request#3) -> request=MPI_REQUEST_NULL{{$}}
  call MPI_Request_free(requests(1), ierror)
  ! EXPECT: MPI_Comm_create_keyval({{.*}}) -> comm_keyval=[[KEY:[0-9-]+]]{{$}}
  extra = 0
  call MPI_Comm_create_keyval(MPI_COMM_DUP_FN, MPI_COMM_NULL_DELETE_FN, keyval, extra, ierror)
  ! EXPECT: MPI_Comm_set_attr(comm=MPI_COMM_WORLD, comm_keyval=[[KEY]], attribute_val=42){{$}}
  attribute = 42
  call MPI_Comm_set_attr(MPI_COMM_WORLD, keyval, attribute, ierror)
  ! EXPECT: MPI_Comm_dup(comm=MPI_COMM_WORLD) -> newcomm=comm#1{{$}}
  call MPI_Comm_dup(MPI_COMM_WORLD, dup, ierror)
  ! EXPECT: MPI_Comm_get_attr(comm=comm#1, comm_keyval=[[KEY]]) -> attribute_val=42, flag=1{{$}}
  call MPI_Comm_get_attr(dup, keyval, attribute, flag, ierror)
  ! EXPECT: MPI_Comm_set_name(comm=comm#1, comm_name="solver"){{$}}
  call MPI_Comm_set_name(dup, 'solver', ierror)
  ! EXPECT: MPI_Comm_get_name(comm=comm#1) -> comm_name="solver", resultlen=6{{$}}
  call MPI_Comm_get_name(dup, name, length, ierror)
  ! EXPECT: MPI_Cart_create(comm_old=comm#1, ndims=2, dims=[1,2], periods=[0,1], reorder=0) -> comm_cart=comm#2{{$}}
  counts = (/1, 2/)
  periods = (/.false., .true./)
  call MPI_Cart_create(dup, 2, counts, periods, .false., cart, ierror)
  ! EXPECT: MPI_Comm_free(comm=comm#2) -> comm=MPI_COMM_NULL{{$}}
  call MPI_Comm_free(cart, ierror)
  ! EXPECT: MPI_Comm_free(comm=comm#1) -> comm=MPI_COMM_NULL{{$}}
  call MPI_Comm_free(dup, ierror)
  ! EXPECT: MPI_Type_vector(count=2, blocklength=1, stride=3, oldtype=MPI_DOUBLE_PRECISION) -> newtype=datatype#1{{$}}
  call MPI_Type_vector(2, 1, 3, MPI_DOUBLE_PRECISION, vector, ierror)
  ! EXPECT: MPI_Type_get_extent(datatype=datatype#1) -> lb=0, extent=32{{$}}
  call MPI_Type_get_extent(vector, lower, extent, ierror)
  ! EXPECT: MPI_Type_free(datatype=datatype#1) -> datatype=MPI_DATATYPE_NULL{{$}}
  call MPI_Type_free(vector, ierror)
  ! EXPECT: MPI_Barrier(comm=MPI_COMM_WORLD){{$}}
  call MPI_Barrier(MPI_COMM_WORLD, ierror)
  ! EXPECT: MPI_Finalize(){{$}}
  call MPI_Finalize(ierror)
end program calls
