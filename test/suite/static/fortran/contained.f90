! Internal procedures hold the collectives of the two arms, one of them none.
! ranks: 2 3
! expect: collective.divergence
program contained
  implicit none
  include 'mpif.h'
  integer :: rank, n, ierr
  n = 0
  call mpi_init(ierr)
  call mpi_comm_rank(MPI_COMM_WORLD, rank, ierr)
  if (rank == 0) then ! HERE collective.divergence
    call master()
  else
    call worker()
  end if
  call mpi_finalize(ierr)
contains
  subroutine master()
    n = 10
    call mpi_bcast(n, 1, MPI_INTEGER, 0, MPI_COMM_WORLD, ierr)
  end subroutine

  subroutine worker()
    n = rank
  end subroutine
end program
