! A number of the command line, by an internal READ, and one of standard input.
! ranks: 2
! expect: crash.abort
! seed: 5 <numbers
! fails: 1234 <numbers
! file: numbers
! content: 1\n2 3\n
! failing: 1\n2 1236\n
program main
    implicit none
    include 'mpif.h'
    integer :: n, a, b, c, ierr
    character(len=20) :: word
    call MPI_Init(ierr)
    call get_command_argument(1, word)
    read (word, *) n
    a = 0
    c = 0
    read (*, *, end=10) a
    read (*, *) b, c
10  continue
    if (n > 1000 .and. n + 2 == c) call MPI_Abort(MPI_COMM_WORLD, 3, ierr) ! HERE crash.abort
    call MPI_Finalize(ierr)
end program main
