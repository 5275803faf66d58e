! A nonblocking receive is completed by MPI_Waitall, in Fortran.
! ranks: 2
! expect: clean
program main
  use mpi_f08
  implicit none
  integer :: rank, code
  type(MPI_Request) :: requests(1)
  integer, asynchronous :: value

  call MPI_Init(code)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, code)
  value = 1
  if (rank == 0) then
    call MPI_Ssend(value, 1, MPI_INTEGER, 1, 0, MPI_COMM_WORLD, code)
  else
    call MPI_Irecv(value, 1, MPI_INTEGER, 0, 0, MPI_COMM_WORLD, requests(1), code)
    call MPI_Waitall(1, requests, MPI_STATUSES_IGNORE, code)
  end if
  call MPI_Finalize()
end program main
