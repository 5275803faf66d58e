! All ranks meet the barrier.
! ranks: 2 3
! expect: clean
program one_rank
  implicit none
  include 'mpif.h'
  integer :: rank, ierr
  call mpi_init(ierr)
  call mpi_comm_rank(MPI_COMM_WORLD, rank, ierr)
  if (rank == 0) then
    print *, 'rank 0'
  end if
  call mpi_barrier(MPI_COMM_WORLD, ierr)
  call mpi_finalize(ierr)
end program
