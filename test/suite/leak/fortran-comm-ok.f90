! The module mpi_f08: a communicator made in a contained procedure is freed.
! ranks: 2
! expect: clean
program fortran_comm
    use mpi_f08
    implicit none
    type(MPI_Comm) :: half
    call MPI_Init()
    call make(half)
    call MPI_Barrier(half)
    call MPI_Comm_free(half)
    call MPI_Finalize()

contains

    subroutine make(comm)
        type(MPI_Comm), intent(out) :: comm
        integer :: rank
        call MPI_Comm_rank(MPI_COMM_WORLD, rank)
        call MPI_Comm_split(MPI_COMM_WORLD, rank, 0, comm)
    end subroutine
end program
