! A subroutine gets the rank and decides about a barrier.
! ranks: 2 3
! expect: collective.divergence
subroutine meet(which)
  implicit none
  include 'mpif.h'
  integer, intent(in) :: which
  integer :: ierr
  if (which == 1) then ! HERE collective.divergence
    call mpi_barrier(MPI_COMM_WORLD, ierr)
  end if
end subroutine

program main
  implicit none
  include 'mpif.h'
  integer :: rank, nprocs, ierr
  call mpi_init(ierr)
  call mpi_comm_rank(MPI_COMM_WORLD, rank, ierr)
  call mpi_comm_size(MPI_COMM_WORLD, nprocs, ierr)
  call meet(rank)
  call mpi_finalize(ierr)
end program
