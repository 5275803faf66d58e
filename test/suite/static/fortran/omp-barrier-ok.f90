! All threads meet the OpenMP barrier.
! ranks: 1
! expect: clean
program threads
  implicit none
  integer :: thread, omp_get_thread_num
  external :: omp_get_thread_num
  !$omp parallel private(thread)
  thread = omp_get_thread_num()
  if (thread == 0) then
    print *, 'first'
  end if
  !$omp barrier
  !$omp end parallel
end program
