! early.f90: reads its words and input before MPI_Init; "crash" writes where nothing is.
program early
    use mpi
    implicit none
    integer :: error, rank, total, value
    integer, pointer :: nothing(:)
    character(len=20) :: word
    call get_command_argument(1, word)
    nullify(nothing)
    if (word == 'crash') nothing(1) = 1
    value = 0
    read (*, *, iostat=error) value
    call MPI_Init(error)
    call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
    call MPI_Allreduce(value, total, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, error)
    print '(a,i0,a,i0,2a)', 'rank ', rank, ': total ', total, ' of ', trim(word)
    call MPI_Finalize(error)
end program early
