# Parts of the guest without MPI, so that they are tested by themselves. The guest compiles the same files.
tutti_layer(parts SOURCES allocations.c heap.c table.c)
tutti_unit_test(parts test_allocations test_heap test_table)
