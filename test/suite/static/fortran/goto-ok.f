! Fixed form: a goto leads around the printing.
! ranks: 2 3
! expect: clean
      program around
      implicit none
      include 'mpif.h'
      integer rank, ierr
      call MPI_INIT(ierr)
      call MPI_COMM_RANK(MPI_COMM_WORLD, rank, ierr)
      if (rank .ne. 0) goto 10
      print *, 'first'
   10 continue
      call MPI_BARRIER(MPI_COMM_WORLD, ierr)
      call MPI_FINALIZE(ierr)
      end
