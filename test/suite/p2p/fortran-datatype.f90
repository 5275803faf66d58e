! A real is sent and received as an integer, in Fortran.
! ranks: 2
! expect: mismatch.datatype
program main
  use mpi
  implicit none
  integer :: rank, code
  real :: weight
  integer :: in

  call MPI_Init(code)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, code)
  if (rank == 0) then
    weight = 2.5
    call MPI_Send(weight, 1, MPI_REAL, 1, 0, MPI_COMM_WORLD, code) ! HERE mismatch.datatype
  else
    call MPI_Recv(in, 1, MPI_INTEGER, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE, code) ! HERE mismatch.datatype
  end if
  call MPI_Finalize(code)
end program main
