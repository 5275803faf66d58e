program hello
  use mpi
  implicit none
  integer :: code, rank
  call mpi_init(code)
  call mpi_comm_rank(mpi_comm_world, rank, code)
  print *, 'rank', rank
  call mpi_finalize(code)
end program
