! A value that only rank 0 has read decides about the next round.
! ranks: 2
! expect: collective.divergence
program rounds
  implicit none
  include 'mpif.h'
  integer :: rank, left, ierr
  call mpi_init(ierr)
  call mpi_comm_rank(MPI_COMM_WORLD, rank, ierr)
  left = 1
  if (rank == 0) left = 3
  do while (left > 0) ! HERE collective.divergence
    call mpi_barrier(MPI_COMM_WORLD, ierr)
    left = left - 1
  end do ! HERE collective.divergence
  call mpi_finalize(ierr)
end program
