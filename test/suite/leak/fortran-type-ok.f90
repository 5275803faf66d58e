! A derived type is freed.
! ranks: 2
! expect: clean
program type_leak
    use mpi_f08
    implicit none
    integer :: rank, matrix(3, 3)
    type(MPI_Datatype) :: row

    call MPI_Init()
    call MPI_Comm_rank(MPI_COMM_WORLD, rank)
    matrix = rank
    call MPI_Type_vector(3, 1, 3, MPI_INTEGER, row)
    call MPI_Type_commit(row)
    call MPI_Bcast(matrix(2, 1), 1, row, 1, MPI_COMM_WORLD)
    if (any(matrix(2, :) /= 1) .or. any(matrix(1, :) /= rank)) call MPI_Abort(MPI_COMM_WORLD, 1)
    call MPI_Type_free(row)
    call MPI_Finalize()
end program type_leak
