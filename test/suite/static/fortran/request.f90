! A nonblocking send that nobody completes.
! ranks: 2
! expect: request.missing-wait
program pending
  implicit none
  include 'mpif.h'
  integer :: rank, n, request, ierr
  integer :: status(MPI_STATUS_SIZE)
  n = 1
  call mpi_init(ierr)
  call mpi_comm_rank(MPI_COMM_WORLD, rank, ierr)
  if (rank == 0) then
    call mpi_isend(n, 1, MPI_INTEGER, 1, 0, MPI_COMM_WORLD, request, ierr) ! HERE request.missing-wait
  else if (rank == 1) then
    call mpi_recv(n, 1, MPI_INTEGER, 0, 0, MPI_COMM_WORLD, status, ierr)
  end if
  call mpi_finalize(ierr)
end program
