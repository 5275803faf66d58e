# The bug of deadlock.c in Python: both ranks receive before they send.
from mpi4py import MPI

world = MPI.COMM_WORLD
neighbour = world.recv(source=1 - world.rank, tag=7)
world.send(float(world.rank), dest=1 - world.rank, tag=7)
