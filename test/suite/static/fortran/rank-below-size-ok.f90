! A test that no rank fails.
! ranks: 2 3
! expect: clean
program below
  implicit none
  include 'mpif.h'
  integer :: rank, nprocs, ierr
  call mpi_init(ierr)
  call mpi_comm_rank(MPI_COMM_WORLD, rank, ierr)
  call mpi_comm_size(MPI_COMM_WORLD, nprocs, ierr)
  if (rank < nprocs) then
    call mpi_barrier(MPI_COMM_WORLD, ierr)
  end if
  call mpi_finalize(ierr)
end program
