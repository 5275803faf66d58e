! Fortran programs whose displacements wrapped, through mpif.h's entry points and the modules. The
! buffers are address space that is hardly touched, from room.c.
program fortran
  use iso_c_binding
  implicit none
  include 'mpif.h'
  interface
    function reserve() bind(c)
      import c_ptr
      type(c_ptr) :: reserve
    end function reserve
  end interface
  integer(8), parameter :: slot = 1000000001_8, middle = 8000000000_8
  character(1), pointer :: room(:)
  character(1) :: own(10)
  integer :: rank, ranks, error, i, k, faults, total, request, status(MPI_STATUS_SIZE)
  integer :: counts(0:7), displs(0:7)

  call MPI_Init(error)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, error)
  call c_f_pointer(reserve(), room, [2 * middle])
  faults = 0
  do i = 0, ranks - 1
    counts(i) = 10
    displs(i) = wrapped(i * slot)
  end do
  own = achar(97 + rank)

  call MPI_Gatherv(own, 10, MPI_CHARACTER, room(middle + 1), counts, displs, MPI_CHARACTER, 0, &
                   MPI_COMM_WORLD, error)
  if (rank == 0) call check()
  call MPI_Allgatherv(own, 10, MPI_CHARACTER, room(middle + 1), counts, displs, MPI_CHARACTER, &
                      MPI_COMM_WORLD, error)
  call check()
  call MPI_Iallgatherv(own, 10, MPI_CHARACTER, room(middle + 1), counts, displs, MPI_CHARACTER, &
                       MPI_COMM_WORLD, request, error)
  call MPI_Wait(request, status, error)
  call check()
  if (request /= MPI_REQUEST_NULL) faults = faults + 1
  do k = 1, 10 ! to rank i goes its letter
    do i = 0, ranks - 1
      if (rank == 0) room(middle + i * slot + k) = achar(65 + i)
    end do
  end do
  call MPI_Scatterv(room(middle + 1), counts, displs, MPI_CHARACTER, own, 10, MPI_CHARACTER, 0, &
                    MPI_COMM_WORLD, error)
  if (any(own /= achar(65 + rank))) faults = faults + 1

  call MPI_Allreduce(faults, total, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, error)
  if (rank == 0 .and. total == 0) print '(a)', 'all is well'
  call MPI_Finalize(error)
  if (total > 0) stop 1

contains

  ! What is left of a number that does not fit.
  integer function wrapped(place)
    integer(8), intent(in) :: place
    integer(8) :: low
    low = modulo(place, 4294967296_8)
    if (low > 2147483647_8) low = low - 4294967296_8
    wrapped = int(low)
  end function wrapped

  ! Each block holds its rank's letter; then it is cleared.
  subroutine check()
    integer :: block, place
    do block = 0, ranks - 1
      do place = 1, 10
        if (room(middle + block * slot + place) /= achar(97 + block)) faults = faults + 1
        room(middle + block * slot + place) = achar(0)
      end do
    end do
  end subroutine check
end program fortran
