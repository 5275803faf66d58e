! Fixed form: a goto of all ranks but one leads around the barrier.
! ranks: 2 3
! expect: collective.divergence
      program around
      implicit none
      include 'mpif.h'
      integer rank, ierr
      call MPI_INIT(ierr)
      call MPI_COMM_RANK(MPI_COMM_WORLD, rank, ierr)
      if (rank .ne. 0) goto 10 ! HERE collective.divergence
      print *, 'first'
      call MPI_BARRIER(MPI_COMM_WORLD, ierr)
   10 continue
      call MPI_FINALIZE(ierr)
      end
