! The loop goes over the rows of this rank.
! ranks: 2 3
! expect: collective.divergence
program do_rank
  implicit none
  include 'mpif.h'
  integer :: rank, nprocs, i, ierr
  call mpi_init(ierr)
  call mpi_comm_rank(MPI_COMM_WORLD, rank, ierr)
  call mpi_comm_size(MPI_COMM_WORLD, nprocs, ierr)
  do i = rank, nprocs ! HERE collective.divergence
    call mpi_barrier(MPI_COMM_WORLD, ierr)
  end do ! HERE collective.divergence
  call mpi_finalize(ierr)
end program
