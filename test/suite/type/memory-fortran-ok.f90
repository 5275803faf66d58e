! Fortran: kinds, complex numbers, parts of derived types, arguments and common blocks.
! ranks: 2
! expect: clean
module particles
    implicit none
    type particle
        sequence
        real(8) :: place(3)
        integer :: kind
    end type
contains
    subroutine share(numbers, raw)
        use mpi_f08
        real(8) :: numbers(:)
        real(4) :: raw(*)
        integer :: ierror
        call MPI_Bcast(numbers, size(numbers), MPI_DOUBLE_PRECISION, 0, MPI_COMM_WORLD, ierror)
        call MPI_Bcast(raw, 4, MPI_REAL, 0, MPI_COMM_WORLD, ierror)
    end subroutine
end module

program memory
    use mpi_f08
    use particles
    implicit none
    integer :: ierror
    integer(8) :: wide(2)
    real(8), allocatable :: field(:)
    real(8) :: work(4)
    complex :: waves(4)
    logical :: flag
    character(len=8) :: text
    type(particle) :: items(2)
    common /scratch/ work
    real(4) :: raw(4)

    allocate (field(8))
    field = 1
    work = 2
    waves = 3
    wide = 4
    flag = .true.
    text = 'words'
    raw = 5
    items(1)%place = 6
    items(1)%kind = 7
    items(2) = items(1)
    call MPI_Init(ierror)
    call MPI_Bcast(field, 8, MPI_REAL8, 0, MPI_COMM_WORLD, ierror)
    call MPI_Bcast(work, 4, MPI_DOUBLE_PRECISION, 0, MPI_COMM_WORLD, ierror)
    call MPI_Bcast(waves, 4, MPI_COMPLEX, 0, MPI_COMM_WORLD, ierror)
    call MPI_Bcast(waves, 8, MPI_REAL, 0, MPI_COMM_WORLD, ierror)
    call MPI_Bcast(wide, 2, MPI_INTEGER8, 0, MPI_COMM_WORLD, ierror)
    call MPI_Bcast(flag, 1, MPI_LOGICAL, 0, MPI_COMM_WORLD, ierror)
    call MPI_Bcast(text, 8, MPI_CHARACTER, 0, MPI_COMM_WORLD, ierror)
    call MPI_Bcast(items(2)%place, 3, MPI_DOUBLE_PRECISION, 0, MPI_COMM_WORLD, ierror)
    call MPI_Bcast(items(2)%kind, 1, MPI_INTEGER, 0, MPI_COMM_WORLD, ierror)
    call share(field, raw)
    call MPI_Finalize(ierror)
end program
