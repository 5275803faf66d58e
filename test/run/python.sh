#!/usr/bin/env bash
# A Python program is run as it is: its MPI is found through its interpreter, or chosen.
. "$(dirname "$0")/../lib.sh"
python=/usr/bin/python3 # Debian's mpi4py is for Debian's Python

cat >ring.py <<'END_OF_PYTHON'
from mpi4py import MPI
import sys
world = MPI.COMM_WORLD
rank, size = world.rank, world.size
value = world.sendrecv(rank, dest=(rank + 1) % size, source=(rank - 1) % size)
assert value == (rank - 1) % size
print("sum", world.allreduce(value))
if "deadlock" in sys.argv:
    world.recv(source=MPI.ANY_SOURCE)
END_OF_PYTHON
expect_exit 0 "$TUTTI" run --no-out --output=plain -n 3 -- "$python" ring.py
expect_text out 'sum 3' '3 ranks, Open MPI'
expect_exit 1 "$TUTTI" run --no-out -n 3 -- "$python" ring.py deadlock
expect_text out '[deadlock]'
expect_exit 0 "$TUTTI" verify --no-out --mpi=openmpi -n 3 -- "$python" ring.py

# A program that is no Python, and a Python without mpi4py.
cp "$python" snake
expect_exit 2 "$TUTTI" run --no-out -n 3 -- ./snake ring.py
expect_text err 'is not linked to MPI'
printf '#!/bin/sh\nexit 1\n' >python-none
chmod +x python-none
expect_exit 2 "$TUTTI" run --no-out -n 3 -- ./python-none ring.py

# A folder mpi4py where the command is given is not asked, as the program does not import from there either.
mkdir -p elsewhere mpi4py
mv ring.py elsewhere
echo 'open("executed", "w")' >mpi4py/__init__.py
expect_exit 0 "$TUTTI" run --no-out -n 3 -- "$python" elsewhere/ring.py
[ ! -e executed ] || fail 'the mpi4py of the working directory was executed'
