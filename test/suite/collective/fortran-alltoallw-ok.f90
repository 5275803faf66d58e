! The datatypes of MPI_Alltoallw and MPI_Neighbor_alltoallw are those of Fortran, for all ranks.
! ranks: 3
! expect: clean
program alltoallw
  use mpi
  implicit none
  integer :: rank, size, i, ierror, request, ring
  integer :: counts(3), places(3), types(3), sent(3), received(3)
  integer(kind=MPI_ADDRESS_KIND) :: far(2)

  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  call MPI_Comm_size(MPI_COMM_WORLD, size, ierror)
  counts = 1
  types = MPI_INTEGER
  do i = 1, size
    places(i) = 4 * (i - 1)
    sent(i) = 10 * rank + i - 1
  end do
  received = -1
  call MPI_Alltoallw(sent, counts, places, types, received, counts, places, types, MPI_COMM_WORLD, ierror)
  call check([(10 * (i - 1) + rank, i = 1, 3)])
  call MPI_Ialltoallw(sent, counts, places, types, received, counts, places, types, MPI_COMM_WORLD, request, ierror)
  call MPI_Wait(request, MPI_STATUS_IGNORE, ierror)
  call check([(10 * (i - 1) + rank, i = 1, 3)])

  call MPI_Cart_create(MPI_COMM_WORLD, 1, [size], [.true.], .false., ring, ierror)
  far = [0, 4]
  call MPI_Neighbor_alltoallw(sent, counts, far, types, received, counts, far, types, ring, ierror)
  call check([10 * mod(rank + 2, 3) + 1, 10 * mod(rank + 1, 3), received(3)])
  call MPI_Comm_free(ring, ierror)
  call MPI_Finalize(ierror)

contains
  subroutine check(expected)
    integer, intent(in) :: expected(3)
    if (any(received /= expected)) then
      print *, 'wrong: ', received, ' and not ', expected
      call MPI_Abort(MPI_COMM_WORLD, 1, ierror)
    end if
    received = -1
  end subroutine
end program
