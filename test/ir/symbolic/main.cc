#include "other.h"

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

static int hidden_variable = 4;
static int same_name(int x)
{
    return x * hidden_variable++;
}

struct Shape {
    virtual ~Shape() {}
    virtual double area() const = 0;
};
struct Square : Shape {
    double side;
    Square(double x) : side(x) {}
    double area() const override { return side * side; }
};
struct Circle : Shape {
    double radius;
    Circle(double x) : radius(x) {}
    double area() const override { return 3 * radius * radius; }
};
struct Many : Shape, std::vector<int> {
    double area() const override { return size(); }
};
struct Guard {
    std::string name;
    Guard(const char *text) : name(text) { std::cout << "+" << name << "\n"; }
    ~Guard() { std::cout << "-" << name << "\n"; }
};
Guard global("global");

namespace
{
struct Own {
    int value;
    Own(int x) : value(x) {}
    int get() const { return value * 2; }
};
} // namespace

static int throws(int x)
{
    Guard guard("throws");
    if (x > 3)
        throw std::runtime_error("large");
    if (x < 0)
        throw x;
    return x + next_number();
}

int main(int count, char **words)
{
    int x = count > 1 ? atoi(words[1]) : 2;
    std::vector<std::unique_ptr<Shape>> shapes;
    for (int i = 0; i < x && i < 20; i++)
        if (i & 1)
            shapes.emplace_back(new Square(i));
        else
            shapes.emplace_back(new Circle(x));
    double sum = 0;
    for (auto &shape : shapes)
        sum += shape->area();
    std::cout << sum << "\n";
    try {
        Guard guard("try");
        std::cout << throws(x) << "\n";
    } catch (const std::exception &e) {
        std::cout << e.what() << "\n";
    } catch (int number) {
        std::cout << "int " << number << "\n";
    }
    std::map<std::string, int> map;
    for (int i = 0; i < 5; i++)
        map["k" + std::to_string(i * x % 7)] += i;
    for (auto &pair : map)
        std::cout << pair.first << "=" << pair.second << " ";
    std::function<int(int)> difference = [x](int y) { return x > y ? x - y : y; };
    std::cout << difference(3) << limit(x, 1, 9) << limit(x * 0.5, 1.0, 2.0) << "\n";
    std::vector<int> list{5, 3, x, 1, 9, x * 2};
    std::sort(list.begin(), list.end());
    for (int i : list)
        std::cout << i << ' ';
    std::cout << Own(x).get() << next_number() << same_name(x) << "\n";
    Many many;
    many.resize(x > 0 ? x : 1);
    const Shape *shape = &many;
    std::cout << shape->area() << dynamic_cast<const Many *>(shape)->size() << "\n";
    std::ostringstream stream;
    stream << x << "abc";
    std::string text = stream.str();
    if (text.find("c") != std::string::npos && text.size() > 3)
        std::cout << text << "\n";
    try {
        std::cout << other_file(x) << " " << other_file(7 + x / 100) << " " << next_number() << "\n";
    } catch (const std::runtime_error &e) {
        std::cout << e.what() << "\n";
    }
    return x == 4 ? 3 : 0;
}
