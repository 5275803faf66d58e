# Parts of the guest without MPI, so that they are tested by themselves. The guest compiles the same files.
tutti_layer(parts SOURCES heap.c table.c)
tutti_unit_test(parts test_heap test_table)
