! Rank 0 puts between two fences, in Fortran.
! ranks: 2
! expect: clean
program fortran_put
    use mpi
    implicit none
    integer :: rank, ierror, win, mine, unit
    integer(kind=MPI_ADDRESS_KIND) :: bytes, displacement
    integer, volatile :: memory(4) ! another rank changes it

    call MPI_Init(ierror)
    call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
    memory = 0
    bytes = 16
    unit = 4
    call MPI_Win_create(memory, bytes, unit, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierror)
    call MPI_Win_fence(0, win, ierror)
    mine = 42
    displacement = 2
    if (rank == 0) call MPI_Put(mine, 1, MPI_INTEGER, 1, displacement, 1, MPI_INTEGER, win, ierror)
    call MPI_Win_fence(0, win, ierror)
    if (rank == 1 .and. memory(3) /= 42) call MPI_Abort(MPI_COMM_WORLD, 3, ierror)
    call MPI_Win_free(win, ierror)
    call MPI_Finalize(ierror)
end program fortran_put
