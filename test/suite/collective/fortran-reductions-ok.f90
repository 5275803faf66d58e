! Reductions with the types and operations that Fortran alone has, and one of the program's own.
! ranks: 1 2 3 5
! expect: clean
program reductions
    use mpi_f08
    use, intrinsic :: iso_c_binding, only: c_f_pointer, c_ptr
    implicit none
    integer :: rank, ranks, total
    integer :: numbers(2), joined(2)
    type(MPI_Op) :: op
    type(MPI_Datatype) :: digits
    logical :: mine, every, some
    complex(kind(1d0)) :: point, points
    real(kind(1d0)) :: pair(2), best(2)

    call mpi_init()
    call mpi_comm_rank(MPI_COMM_WORLD, rank)
    call mpi_comm_size(MPI_COMM_WORLD, ranks)
    total = ranks * (ranks - 1) / 2

    mine = rank == 0
    call mpi_allreduce(mine, every, 1, MPI_LOGICAL, MPI_LAND, MPI_COMM_WORLD)
    call mpi_allreduce(mine, some, 1, MPI_LOGICAL, MPI_LOR, MPI_COMM_WORLD)
    call check(some .and. (every .eqv. ranks == 1))

    point = cmplx(rank, 2 * rank, kind(1d0))
    call mpi_allreduce(point, points, 1, MPI_DOUBLE_COMPLEX, MPI_SUM, MPI_COMM_WORLD)
    call check(nint(real(points)) == total .and. nint(aimag(points)) == 2 * total)

    pair = [1d0 * mod(rank, 2), 1d0 * rank]
    call mpi_allreduce(pair, best, 1, MPI_2DOUBLE_PRECISION, MPI_MAXLOC, MPI_COMM_WORLD)
    call check(nint(best(2)) == min(1, ranks - 1))

    ! Appends decimal digits, which does not commute: the number, and ten to its number of digits.
    numbers = [rank + 1, 10]
    call mpi_type_contiguous(2, MPI_INTEGER, digits)
    call mpi_type_commit(digits)
    call mpi_op_create(append, .false., op)
    call mpi_allreduce(numbers, joined, 1, digits, op, MPI_COMM_WORLD)
    call check(joined(1) == 12345 / 10**(5 - ranks))
    call mpi_op_free(op)
    call mpi_type_free(digits)
    call mpi_finalize()

contains

    subroutine append(in, inout, length, kind)
        type(c_ptr), value :: in, inout
        integer :: length
        type(MPI_Datatype) :: kind
        integer, pointer :: left(:, :), right(:, :)

        call check(kind /= MPI_DATATYPE_NULL)
        call c_f_pointer(in, left, [2, length])
        call c_f_pointer(inout, right, [2, length])
        right(1, :) = left(1, :) * right(2, :) + right(1, :)
        right(2, :) = left(2, :) * right(2, :)
    end subroutine append

    subroutine check(right)
        logical, intent(in) :: right

        if (.not. right) call MPI_Abort(MPI_COMM_WORLD, 1)
    end subroutine check
end program reductions
