! A real is sent and received as a real, in Fortran.
! ranks: 2
! expect: clean
program main
  use mpi
  implicit none
  integer :: rank, code
  real :: weight
  real :: in

  call MPI_Init(code)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, code)
  if (rank == 0) then
    weight = 2.5
    call MPI_Send(weight, 1, MPI_REAL, 1, 0, MPI_COMM_WORLD, code)
  else
    call MPI_Recv(in, 1, MPI_REAL, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE, code)
  end if
  call MPI_Finalize(code)
end program main
