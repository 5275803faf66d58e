! Only rank 0 meets the barrier.
! ranks: 2 3
! expect: collective.divergence
program one_rank
  implicit none
  include 'mpif.h'
  integer :: rank, ierr
  call mpi_init(ierr)
  call mpi_comm_rank(MPI_COMM_WORLD, rank, ierr)
  if (rank == 0) then ! HERE collective.divergence
    call mpi_barrier(MPI_COMM_WORLD, ierr)
  end if
  call mpi_finalize(ierr)
end program
