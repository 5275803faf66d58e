! A rank that finds bad input aborts the job.
! ranks: 2
! expect: clean
program input
  implicit none
  include 'mpif.h'
  integer :: rank, n, ierr
  n = 4
  call mpi_init(ierr)
  call mpi_comm_rank(MPI_COMM_WORLD, rank, ierr)
  if (rank > 0) then
    call mpi_abort(MPI_COMM_WORLD, 1, ierr)
  end if
  call mpi_bcast(n, 1, MPI_INTEGER, 0, MPI_COMM_WORLD, ierr)
  call mpi_finalize(ierr)
end program
