! solver.f90: a module, its procedures, and one contained in another. The marks are those of calls.c.
module solver
  use iso_c_binding
  implicit none
  interface
    subroutine mark(name) bind(c)
      import c_char
      character(kind=c_char), intent(in) :: name(*)
    end subroutine
    subroutine after() bind(c)
    end subroutine
    subroutine write_maps(name) bind(c)
      import c_char
      character(kind=c_char), intent(in) :: name(*)
    end subroutine
  end interface
contains
  subroutine relax(values, count)
    integer, intent(in) :: count
    real, intent(inout) :: values(count)
    integer :: i
    do i = 1, count
      values(i) = values(i) / 2
    end do
    call mark('module' // c_null_char) ! FRAME module 1 relax
    call smooth(values)                ! FRAME contained 2 relax
    call after()
  contains
    subroutine smooth(part)
      real, intent(inout) :: part(:)
      part = part + 1
      call mark('contained' // c_null_char) ! FRAME contained 1 smooth
      call after()
    end subroutine
  end subroutine
end module

subroutine external_step(count)
  use solver
  integer, intent(in) :: count
  real :: values(count)
  values = 1
  call relax(values, count) ! FRAME module 2 external_step, contained 3 external_step
  print '(a, f0.2)', 'sum ', sum(values)
end subroutine

program heat
  use solver
  implicit none
  external :: external_step
  call external_step(8) ! FRAME module 3 heat, contained 4 heat
  call within()         ! FRAME program 2 heat
  call write_maps('maps' // c_null_char)
contains
  subroutine within()
    call mark('program' // c_null_char) ! FRAME program 1 within
    call after()
  end subroutine
end program
