! Fortran asks for the predefined attributes of a window and of the world.
! ranks: 2
! expect: clean
program fortran_attributes
    use mpi
    implicit none
    integer :: ierror, unit
    integer :: win
    integer(kind=MPI_ADDRESS_KIND) :: bytes, value, address
    logical :: found
    integer :: memory(4)

    call MPI_Init(ierror)
    bytes = 16
    unit = 4
    call MPI_Win_create(memory, bytes, unit, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierror)
    call MPI_Get_address(memory, address, ierror)
    call MPI_Win_get_attr(win, MPI_WIN_BASE, value, found, ierror)
    if (.not. found .or. value /= address) call MPI_Abort(MPI_COMM_WORLD, 3, ierror)
    call MPI_Win_get_attr(win, MPI_WIN_SIZE, value, found, ierror)
    if (.not. found .or. value /= bytes) call MPI_Abort(MPI_COMM_WORLD, 4, ierror)
    call MPI_Win_get_attr(win, MPI_WIN_DISP_UNIT, value, found, ierror)
    if (.not. found .or. value /= unit) call MPI_Abort(MPI_COMM_WORLD, 5, ierror)
    call MPI_Win_get_attr(win, MPI_WIN_CREATE_FLAVOR, value, found, ierror)
    if (.not. found .or. value /= MPI_WIN_FLAVOR_CREATE) call MPI_Abort(MPI_COMM_WORLD, 6, ierror)
    call MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_UNIVERSE_SIZE, value, found, ierror)
    if (.not. found .or. value /= 2) call MPI_Abort(MPI_COMM_WORLD, 7, ierror)
    call MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, value, found, ierror)
    if (.not. found .or. value < 32767) call MPI_Abort(MPI_COMM_WORLD, 8, ierror)
    call MPI_Win_free(win, ierror)
    call MPI_Finalize(ierror)
end program fortran_attributes
