! A matched probe and a matched receive, in Fortran.
! ranks: 2
! expect: clean
program main
  use mpi
  implicit none
  integer :: rank, code, value, message, request, status(MPI_STATUS_SIZE)
  logical :: flag

  call MPI_Init(code)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, code)
  value = 5
  if (rank == 0) then
    call MPI_Send(value, 1, MPI_INTEGER, 1, 0, MPI_COMM_WORLD, code)
    call MPI_Send(value, 1, MPI_INTEGER, 1, 1, MPI_COMM_WORLD, code)
  else
    value = 0
    call MPI_Mprobe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, message, status, code)
    if (status(MPI_SOURCE) /= 0 .or. message == MPI_MESSAGE_NULL) stop 1
    call MPI_Mrecv(value, 1, MPI_INTEGER, message, status, code)
    if (value /= 5 .or. message /= MPI_MESSAGE_NULL) stop 2
    flag = .false.
    do while (.not. flag)
      call MPI_Improbe(0, 1, MPI_COMM_WORLD, flag, message, status, code)
    end do
    value = 0
    call MPI_Imrecv(value, 1, MPI_INTEGER, message, request, code)
    call MPI_Wait(request, status, code)
    if (value /= 5) stop 3
    call MPI_Mprobe(MPI_PROC_NULL, 0, MPI_COMM_WORLD, message, status, code)
    if (message /= MPI_MESSAGE_NO_PROC) stop 4
    call MPI_Mrecv(value, 1, MPI_INTEGER, message, status, code)
  end if
  call MPI_Finalize(code)
end program main
