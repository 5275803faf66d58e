! The loop goes over the rows of all ranks.
! ranks: 2 3
! expect: clean
program do_rank
  implicit none
  include 'mpif.h'
  integer :: rank, nprocs, i, ierr
  call mpi_init(ierr)
  call mpi_comm_rank(MPI_COMM_WORLD, rank, ierr)
  call mpi_comm_size(MPI_COMM_WORLD, nprocs, ierr)
  do i = 1, nprocs
    call mpi_barrier(MPI_COMM_WORLD, ierr)
  end do
  call mpi_finalize(ierr)
end program
