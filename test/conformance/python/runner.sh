#!/usr/bin/env bash
# The runner of mpi4py's tests counts each test, and one that ends its run hides no other.
. "$(dirname "$0")/../../lib.sh"
export INTO=$WORK/into RANKS=2

mkdir suite
touch suite/mpiunittest.py
cat >suite/test_plain.py <<'END_OF_PYTHON'
from mpi4py import MPI
import unittest
rank = MPI.COMM_WORLD.Get_rank()
class Plain(unittest.TestCase):
    def test_right(self):
        self.assertEqual(MPI.COMM_WORLD.allreduce(1), 2)
    @unittest.skipIf(rank == 0, "some ranks only")
    def test_right_in_one(self):
        pass
    @unittest.skip("not today")
    def test_skipped(self):
        pass
    def test_unequal(self):
        self.assertEqual(rank, 0)
    def test_unequal_part(self):
        with self.subTest():
            raise RuntimeError("in a part")
END_OF_PYTHON
cat >suite/test_ended.py <<'END_OF_PYTHON'
from mpi4py import MPI
import unittest
world = MPI.COMM_WORLD
class Ended(unittest.TestCase):
    def test_hang(self):
        world.recv(source=1 - world.rank)
    def test_right(self):
        world.barrier()
    def test_types(self):
        world.Sendrecv([bytearray(4), 1, MPI.INT], 1 - world.rank, recvbuf=[bytearray(4), 1, MPI.FLOAT])
class Leaks(unittest.TestCase):
    def test_right(self):
        world.Dup()
END_OF_PYTHON
echo 'raise RuntimeError("not to be loaded")' | tee suite/test_spawn.py >suite/test_dynproc.py
echo 'test_ended.*.test_types | mismatch.datatype | integers as floats' >known

KNOWN=$WORK/known expect_exit 1 "$HERE/run.sh" suite
expect_text out '| ranks | tests | passed | failed | wrong | not built | skipped |' '| 2 | 9 | 4 | 3 | 1 | 0 | 1 |' \
    'FAILED    test_ended/Ended.test_hang, 2 ranks: deadlock: ' \
    'wrong     test_ended/Ended.test_types, 2 ranks: mismatch.datatype: integers as floats' \
    'FAILED    test_plain/Plain.test_unequal, 2 ranks: AssertionError: 1 != 0' \
    'FAILED    test_plain/Plain.test_unequal_part, 2 ranks: RuntimeError: in a part' \
    'skipped: not today (1)' '4 of 8 passed (50.0 %)' 'left out, for dynamic processes: test_dynproc test_spawn'

# The runner reports findings that occur only in all tests together, and a module that cannot be loaded.
cat >suite/test_later.py <<'END_OF_PYTHON'
from mpi4py import MPI
import unittest
class Later(unittest.TestCase):
    sent = []
    def test_first(self):
        self.sent.append(1)
    def test_second(self):
        if self.sent:
            MPI.COMM_SELF.isend(1, 0)
END_OF_PYTHON
echo 'import nothing_at_all' >suite/test_unloaded.py
RANKS=1 expect_exit 1 "$HERE/run.sh" suite 'later|unloaded'
expect_text out '| 1 | 4 | 2 | 2 | 0 | 0 | 0 |' 'FAILED    test_later/Later.test_first to test_later.Later.test_second, 1 ranks: ' \
    "FAILED    test_unloaded/unittest.loader._FailedTest.test_unloaded, 1 ranks: ImportError: "

expect_exit 2 "$HERE/run.sh" suite nothing
expect_exit 2 "$HERE/run.sh" "$HERE"
PYTHON=/bin/false expect_exit 2 "$HERE/run.sh" suite
