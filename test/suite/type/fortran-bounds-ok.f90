! Uses the marks of bounds that MPI 3.0 removed, and that libraries still have for Fortran.
! ranks: 2
! expect: clean
program bounds
  include 'mpif.h'
  integer :: rank, size, error, blocks(3), types(3), padded, values(4)
  integer(kind=MPI_ADDRESS_KIND) :: places(3), lower, extent
  call MPI_Init(error)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
  call MPI_Type_size(MPI_UB, size, error)
  if (size /= 0) call MPI_Abort(MPI_COMM_WORLD, 1, error)
  blocks = 1
  places = (/ 0, 0, 8 /)
  types = (/ MPI_LB, MPI_INTEGER, MPI_UB /)
  call MPI_Type_create_struct(3, blocks, places, types, padded, error)
  call MPI_Type_commit(padded, error)
  call MPI_Type_get_extent(padded, lower, extent, error)
  if (extent /= 8) call MPI_Abort(MPI_COMM_WORLD, 2, error)
  values = rank
  if (rank == 0) then
    call MPI_Send(values, 2, padded, 1, 0, MPI_COMM_WORLD, error)
  else
    call MPI_Recv(values, 2, MPI_INTEGER, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE, error)
    if (values(1) /= 0 .or. values(2) /= 0) call MPI_Abort(MPI_COMM_WORLD, 3, error)
  end if
  call MPI_Type_free(padded, error)
  call MPI_Finalize(error)
end program bounds
