! A grid, its rows and a halo exchange through the Fortran 2008 module.
! ranks: 4
! expect: clean
program grid_halo
    use mpi_f08
    implicit none
    integer :: rank, dims(2), place(2), below, above, row_sum, halo, neighbours(4)
    logical :: periods(2)
    type(MPI_Comm) :: grid, row

    call MPI_Init()
    dims = 0
    periods = [.true., .false.]
    call MPI_Dims_create(4, 2, dims)
    call check(all(dims == 2))
    call MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, .false., grid)
    call MPI_Comm_rank(grid, rank)
    call MPI_Cart_coords(grid, rank, 2, place)
    call check(place(1) == rank / 2 .and. place(2) == mod(rank, 2))
    call MPI_Cart_shift(grid, 0, 1, below, above)
    call MPI_Sendrecv(rank, 1, MPI_INTEGER, above, 1, halo, 1, MPI_INTEGER, below, 1, &
                      grid, MPI_STATUS_IGNORE)
    call check(halo == mod(rank + 2, 4))
    call MPI_Cart_sub(grid, [.false., .true.], row)
    call MPI_Allreduce(rank, row_sum, 1, MPI_INTEGER, MPI_SUM, row)
    call check(row_sum == merge(1, 5, rank < 2))
    neighbours = -1
    call MPI_Neighbor_allgather(rank, 1, MPI_INTEGER, neighbours, 1, MPI_INTEGER, grid)
    call check(all(neighbours(1:2) == mod(rank + 2, 4)))
    call check(neighbours(3) == merge(rank - 1, -1, place(2) == 1))
    call check(neighbours(4) == merge(rank + 1, -1, place(2) == 0))
    call MPI_Comm_free(row)
    call MPI_Comm_free(grid)
    call MPI_Finalize()

contains

    subroutine check(right)
        logical, intent(in) :: right

        if (.not. right) call MPI_Abort(MPI_COMM_WORLD, 1)
    end subroutine check
end program grid_halo
