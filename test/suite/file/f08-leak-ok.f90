! A file is closed before the end, and what was written is there.
! ranks: 2
! expect: clean
program closed
  use mpi_f08
  implicit none
  integer :: error, rank, value, count
  type(MPI_File) :: file
  type(MPI_Request) :: request
  type(MPI_Status) :: status
  character(len=200) :: name
  call MPI_Init(error)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
  call get_command_argument(0, name)
  call MPI_File_open(MPI_COMM_WORLD, trim(name)//'.data', ior(MPI_MODE_CREATE, MPI_MODE_RDWR), MPI_INFO_NULL, file, error)
  call MPI_File_write_at(file, int(4 * rank, MPI_OFFSET_KIND), rank, 1, MPI_INTEGER, MPI_STATUS_IGNORE, error)
  call MPI_File_write_ordered(file, rank, 1, MPI_INTEGER, status, error)
  call MPI_Get_count(status, MPI_INTEGER, count, error)
  if (count /= 1) call MPI_Abort(MPI_COMM_WORLD, 1, error)
  call MPI_File_iread_at(file, int(4 * rank, MPI_OFFSET_KIND), value, 1, MPI_INTEGER, request, error)
  call MPI_Wait(request, status, error)
  if (value /= rank) call MPI_Abort(MPI_COMM_WORLD, 2, error)
  call MPI_File_close(file, error)
  call MPI_Finalize(error)
end program closed
