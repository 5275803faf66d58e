/* Requests in members. */
#include <list>
#include <map>
#include <memory>
#include <mpi.h>
#include <vector>

class Lost
{
  public:
    void start(int *value)
    {
        MPI_Irecv(value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request_); // warn: request.missing-wait
    }

  private:
    MPI_Request request_ = MPI_REQUEST_NULL;
};

class Owned
{
  public:
    explicit Owned(int *value)
    {
        MPI_Irecv(value, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, &request_); // warn: request.missing-wait
    }

  private:
    int before_ = 0;
    MPI_Request request_;
};

class Kept
{
  public:
    explicit Kept(int *value)
    {
        MPI_Irecv(value, 1, MPI_INT, 0, 2, MPI_COMM_WORLD, &request_);
    }
    ~Kept()
    {
        MPI_Wait(&request_, MPI_STATUS_IGNORE);
    }

  private:
    MPI_Request request_;
};

class Given
{
  public:
    void start(int *value)
    {
        MPI_Irecv(value, 1, MPI_INT, 0, 3, MPI_COMM_WORLD, &request_);
    }
    MPI_Request &request()
    {
        return request_;
    }

  private:
    MPI_Request request_;
};

class Moved
{
  public:
    explicit Moved(int *value)
    {
        MPI_Irecv(value, 1, MPI_INT, 0, 4, MPI_COMM_WORLD, &request_);
    }
    Moved(Moved &&other) : request_(other.request_)
    {
        other.request_ = MPI_REQUEST_NULL;
    }
    ~Moved()
    {
        if (request_ != MPI_REQUEST_NULL)
            MPI_Wait(&request_, MPI_STATUS_IGNORE);
    }

  private:
    MPI_Request request_;
};

class Several
{
  public:
    void start(int *value)
    {
        for (MPI_Request &request : requests_)
            MPI_Irecv(value, 1, MPI_INT, 0, 5, MPI_COMM_WORLD, &request);
    }
    void add(int *value)
    {
        requests_.emplace_back();
        MPI_Irecv(value, 1, MPI_INT, 0, 6, MPI_COMM_WORLD, &requests_.back());
    }
    void push(int *value)
    {
        MPI_Request request;
        MPI_Irecv(value, 1, MPI_INT, 0, 7, MPI_COMM_WORLD, &request);
        requests_.push_back(request);
    }
    void finish()
    {
        MPI_Waitall(static_cast<int>(requests_.size()), requests_.data(), MPI_STATUSES_IGNORE);
    }

  private:
    std::vector<MPI_Request> requests_ = std::vector<MPI_Request>(4);
};

class Base
{
  public:
    virtual ~Base() = default;
    virtual void finish() = 0;
    void start(int *value)
    {
        MPI_Irecv(value, 1, MPI_INT, 0, 8, MPI_COMM_WORLD, &request_);
    }

  protected:
    MPI_Request request_;
};

class Derived : public Base
{
  public:
    void finish() override
    {
        MPI_Wait(&request_, MPI_STATUS_IGNORE);
    }
};

template <typename Table> static void start_in(Table &table, int *value)
{
    MPI_Irecv(value, 1, MPI_INT, 0, 9, MPI_COMM_WORLD, &table[3]);
}

static void start_captured(int *value)
{
    MPI_Request request;
    auto start = [&] { MPI_Irecv(value, 1, MPI_INT, 0, 10, MPI_COMM_WORLD, &request); };
    auto finish = [&] { MPI_Wait(&request, MPI_STATUS_IGNORE); };
    start();
    finish();
}

int main(int argc, char **argv)
{
    int value = 0;
    MPI_Init(&argc, &argv);
    {
        Lost lost;
        lost.start(&value);
        std::unique_ptr<Owned> owned(new Owned(&value));
        Kept kept(&value);
        Given given;
        given.start(&value);
        MPI_Wait(&given.request(), MPI_STATUS_IGNORE);
        Moved moved(&value);
        Moved other(std::move(moved));
        Several several;
        several.start(&value);
        several.add(&value);
        several.push(&value);
        several.finish();
        Derived derived;
        Base *base = &derived;
        base->start(&value);
        base->finish();
        std::map<int, MPI_Request> requests;
        start_in(requests, &value);
        for (auto &entry : requests)
            MPI_Wait(&entry.second, MPI_STATUS_IGNORE);
        std::list<MPI_Request> list;
        list.push_back(MPI_REQUEST_NULL);
        MPI_Irecv(&value, 1, MPI_INT, 0, 11, MPI_COMM_WORLD, &list.front());
        MPI_Wait(&list.back(), MPI_STATUS_IGNORE);
        start_captured(&value);
    }
    MPI_Finalize();
    return 0;
}
