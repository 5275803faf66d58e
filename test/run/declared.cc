/* What C++ declares, in the ways that C does not have. A line that says WRONG has a datatype that
 * does not fit. */
#include <array>
#include <complex>
#include <cstdint>
#include <memory>
#include <mpi.h>
#include <vector>

namespace app
{

struct Particle {
    double place[3];
    int kind;
};

class Field
{
  public:
    explicit Field(int count) : values(count), count(count)
    {
    }
    void share_right()
    {
        MPI_Bcast(values.data(), count, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    }
    void share_wrong()
    {
        MPI_Bcast(values.data(), count, MPI_INT, 0, MPI_COMM_WORLD); /* WRONG */
    }

  private:
    std::vector<double> values;
    int count;
};

float table[4];

} // namespace app

template <class T> void share(std::vector<T> &all, MPI_Datatype type)
{
    MPI_Bcast(all.data(), (int)all.size(), type, 0, MPI_COMM_WORLD); /* WRONG: for float */
}

int main()
{
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Init(nullptr, nullptr);
    app::Field field(10);
    field.share_right();
    field.share_wrong();
    std::vector<int> numbers(5);
    std::vector<float> reals(5);
    std::vector<unsigned char> bytes(80);
    share(numbers, MPI_INT);
    share(reals, MPI_INT);
    share(bytes, MPI_BYTE);
    std::vector<std::complex<double>> waves(4);
    MPI_Bcast(waves.data(), 8, MPI_DOUBLE, 0, comm);
    MPI_Bcast(waves.data(), 4, MPI_C_DOUBLE_COMPLEX, 0, comm);
    MPI_Bcast(waves.data(), 4, MPI_C_FLOAT_COMPLEX, 0, comm); /* WRONG */
    std::array<long, 3> longs{};
    MPI_Bcast(longs.data(), 3, MPI_LONG_LONG, 0, comm);
    MPI_Bcast(longs.data(), 3, MPI_DOUBLE, 0, comm); /* WRONG */
    int *raw = new int[7]();
    MPI_Bcast(raw, 7, MPI_INT, 0, comm);
    MPI_Bcast(raw, 7, MPI_FLOAT, 0, comm); /* WRONG */
    app::Particle particles[4] = {};
    MPI_Bcast(&particles[2].place[0], 3, MPI_DOUBLE, 0, comm);
    MPI_Bcast(&particles[2].place[1], 3, MPI_DOUBLE, 0, comm); /* WRONG */
    MPI_Bcast(app::table, 4, MPI_FLOAT, 0, comm);
    MPI_Bcast(app::table, 4, MPI_INT, 0, comm); /* WRONG */
    std::vector<app::Particle> many(3);
    MPI_Bcast(&many[0].place, 3, MPI_DOUBLE, 0, comm);
    MPI_Bcast(many.data(), 1, MPI_DOUBLE_INT, 0, comm); /* WRONG */
    std::vector<std::vector<double>> rows(3, std::vector<double>(4));
    for (auto &row : rows)
        MPI_Bcast(row.data(), 4, MPI_DOUBLE, 0, comm);
    std::int64_t wide = 1;
    bool flag = true;
    MPI_Bcast(&wide, 1, MPI_LONG_LONG, 0, comm);
    MPI_Bcast(&flag, 1, MPI_CXX_BOOL, 0, comm);
    delete[] raw;
    MPI_Finalize();
    return 0;
}
