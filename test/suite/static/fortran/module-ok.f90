! The size in a module decides in a module procedure.
! ranks: 2 3
! expect: clean
module world
  implicit none
  include 'mpif.h'
  integer :: rank, nprocs
contains
  subroutine open_world()
    integer :: ierr
    call mpi_init(ierr)
    call mpi_comm_rank(MPI_COMM_WORLD, rank, ierr)
    call mpi_comm_size(MPI_COMM_WORLD, nprocs, ierr)
  end subroutine

  subroutine meet()
    integer :: ierr
    if (nprocs > 1) then
      call mpi_barrier(MPI_COMM_WORLD, ierr)
    end if
  end subroutine
end module

program main
  use world
  implicit none
  integer :: ierr
  call open_world()
  call meet()
  call mpi_finalize(ierr)
end program
