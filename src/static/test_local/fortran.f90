! Cases in Fortran: arguments by reference, requests are integers; see requests/requests.c.
subroutine never(values)
  implicit none
  include 'mpif.h'
  integer :: values(10), request, ierr
  call mpi_isend(values, 10, MPI_INTEGER, 1, 0, MPI_COMM_WORLD, request, ierr) ! warn: request.missing-wait
end subroutine

subroutine never_ok(values)
  implicit none
  include 'mpif.h'
  integer :: values(10), request, ierr
  call mpi_isend(values, 10, MPI_INTEGER, 1, 0, MPI_COMM_WORLD, request, ierr)
  call mpi_wait(request, MPI_STATUS_IGNORE, ierr)
end subroutine

subroutine condition_ok(values, rank)
  implicit none
  include 'mpif.h'
  integer :: values(10), rank, request, ierr
  if (rank == 0) then
    call mpi_isend(values, 10, MPI_INTEGER, 1, 0, MPI_COMM_WORLD, request, ierr)
    if (ierr /= MPI_SUCCESS) return
  end if
  print *, rank
  if (rank == 0) call mpi_wait(request, MPI_STATUS_IGNORE, ierr)
end subroutine

subroutine array_ok(values)
  implicit none
  include 'mpif.h'
  integer :: values(10), requests(2), ierr
  call mpi_irecv(values(1), 1, MPI_INTEGER, 1, 0, MPI_COMM_WORLD, requests(1), ierr)
  call mpi_isend(values(2), 1, MPI_INTEGER, 1, 0, MPI_COMM_WORLD, requests(2), ierr)
  call mpi_waitall(2, requests, MPI_STATUSES_IGNORE, ierr)
end subroutine

subroutine overwritten(values)
  implicit none
  include 'mpif.h'
  integer :: values(10), request, ierr
  call mpi_irecv(values(1), 1, MPI_INTEGER, 1, 0, MPI_COMM_WORLD, request, ierr) ! warn: request.missing-wait
  call mpi_isend(values(2), 1, MPI_INTEGER, 1, 0, MPI_COMM_WORLD, request, ierr)
  call mpi_wait(request, MPI_STATUS_IGNORE, ierr)
end subroutine

subroutine raced()
  implicit none
  include 'mpif.h'
  integer :: number, request, ierr
  number = 1
  call mpi_isend(number, 1, MPI_INTEGER, 1, 0, MPI_COMM_WORLD, request, ierr)
  number = 2 ! warn: race.buffer
  call mpi_wait(request, MPI_STATUS_IGNORE, ierr)
end subroutine

subroutine arguments(values)
  implicit none
  include 'mpif.h'
  integer :: values(10), ierr
  double precision :: numbers(4)
  numbers = 0
  call mpi_send(values, -1, MPI_INTEGER, 1, 0, MPI_COMM_WORLD, ierr) ! warn: arg.count
  call mpi_send(values, 1, MPI_INTEGER, 1, MPI_ANY_TAG, MPI_COMM_WORLD, ierr) ! warn: arg.tag
  call mpi_send(numbers, 4, MPI_INTEGER, 1, 0, MPI_COMM_WORLD, ierr) ! warn: mismatch.datatype
  call mpi_send(numbers, 4, MPI_DOUBLE_PRECISION, 1, 0, MPI_COMM_WORLD, ierr)
end subroutine

subroutine leaked()
  implicit none
  include 'mpif.h'
  integer :: comm, ierr
  call mpi_comm_dup(MPI_COMM_WORLD, comm, ierr) ! warn: leak.comm
  call mpi_barrier(comm, ierr)
end subroutine

subroutine leaked_ok()
  implicit none
  include 'mpif.h'
  integer :: comm, ierr
  call mpi_comm_dup(MPI_COMM_WORLD, comm, ierr)
  call mpi_barrier(comm, ierr)
  call mpi_comm_free(comm, ierr)
end subroutine
