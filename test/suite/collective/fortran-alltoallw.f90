! One of the datatypes of MPI_Alltoallw is none.
! ranks: 3
! expect: arg.datatype
program alltoallw
  use mpi
  implicit none
  integer :: i, ierror
  integer :: counts(3), places(3), types(3), sent(3), received(3)

  call MPI_Init(ierror)
  counts = 1
  places = [(4 * i, i = 0, 2)]
  types = MPI_INTEGER
  types(3) = MPI_DATATYPE_NULL
  sent = 0
  call MPI_Alltoallw(sent, counts, places, types, received, counts, places, types, MPI_COMM_WORLD, ierror) ! HERE arg.datatype
  call MPI_Finalize(ierror)
end program
