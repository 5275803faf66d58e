! A buffer begins in one variable of a common block, or of an equivalence, and ends in another.
! ranks: 2
! expect: clean
program common_blocks
    use mpi
    implicit none
    integer :: error, first(1), second(9), small(2), large(10)
    common /shared/ first, second
    equivalence (small(1), large(1))
    call MPI_Init(error)
    first = 1
    second = 2
    large = 3
    call MPI_Bcast(first, 10, MPI_INTEGER, 0, MPI_COMM_WORLD, error)
    call MPI_Bcast(small, 10, MPI_INTEGER, 0, MPI_COMM_WORLD, error)
    call MPI_Finalize(error)
end program common_blocks
