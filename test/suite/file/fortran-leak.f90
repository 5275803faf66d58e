! A file is never closed.
! ranks: 2
! expect: leak.file
program leak
  use mpi
  implicit none
  integer :: error, rank, file
  character(len=200) :: name
  call MPI_Init(error)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
  call get_command_argument(0, name)
  call MPI_File_open(MPI_COMM_WORLD, trim(name)//'.data', ior(MPI_MODE_CREATE, MPI_MODE_RDWR), MPI_INFO_NULL, file, error) ! HERE leak.file
  call MPI_File_write_at(file, int(4 * rank, MPI_OFFSET_KIND), rank, 1, MPI_INTEGER, MPI_STATUS_IGNORE, error)
  call MPI_Finalize(error)
end program leak
