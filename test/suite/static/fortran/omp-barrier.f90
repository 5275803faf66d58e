! Thread 0 alone meets the OpenMP barrier.
! ranks: 1
! expect: omp.barrier
program threads
  implicit none
  integer :: thread, omp_get_thread_num
  external :: omp_get_thread_num
  !$omp parallel private(thread)
  thread = omp_get_thread_num()
  if (thread == 0) then ! HERE omp.barrier
    print *, 'first'
    !$omp barrier
  end if
  !$omp end parallel
end program
