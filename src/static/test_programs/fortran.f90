! Probes get copies, (x), because what code that is not there does to a variable is unknown.
subroutine work(comm, n, me, all)
  implicit none
  include 'mpif.h'
  integer comm, n, me, all, ierr
  call same_in((comm), (n))
  call differs((me))
  call same((all))
  if (ierr .ne. MPI_SUCCESS) n = 1
end subroutine

subroutine read_input(n)
  implicit none
  include 'mpif.h'
  integer n, rank, ierr
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  if (ierr .ne. MPI_SUCCESS) call never()
  if (rank .eq. 0) read(*,*) n
  call MPI_Bcast(n, 1, MPI_INTEGER, 0, MPI_COMM_WORLD, ierr)
end subroutine

program main
  implicit none
  include 'mpif.h'
  integer rank, size, ierr, n, sub, colour, total, i, m
  logical first
  common /world/ rank, size
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, size, ierr)
  call differs((rank))
  call same((size))
  if (rank .lt. 0) call never()
  if (rank .ge. size) call never()
  if (rank .eq. 0) call maybe()
  m = 0
  if (rank .eq. 0) m = 4
  call differs((m))
  call read_input(n)
  call same((n))
  do i = 1, rank
     m = m + 1
  end do
  call differs((m))
  colour = mod(rank, 2)
  call MPI_Comm_split(MPI_COMM_WORLD, colour, rank, sub, ierr)
  call same_in((sub), (colour))
  call unsure_in((sub), (rank))
  call work(sub, colour, rank, size)
  call MPI_Allreduce(rank, total, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierr)
  call same((total))
  first = rank .eq. 0
  if (first) total = 3
  call differs((total))
  call MPI_Finalize(ierr)
end program
