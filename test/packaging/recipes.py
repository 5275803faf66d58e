"""recipes.py DIRECTORY VERSION PREFIX CACHE: reads what packaging/recipes wrote as Spack and EasyBuild do, and checks it
against the version, a tree that is installed, and the CMakeCache.txt of a build. Prints what is wrong."""
import glob
import os
import re
import sys
import types

directory, version, prefix, cache = sys.argv[1:]
known = set(re.findall(r"^(\w+):", open(cache).read(), re.M))
wrong = []


def expect(right, what):
    if not right:
        wrong.append(what)


def execute(path, names):
    exec(compile(open(path).read(), path, "exec"), names)
    return names


def options_exist(options, where):
    expect(len(options) >= 4, f"{where}: {len(options)} options of CMake")
    for option in options:
        expect(option in known, f"{where}: CMake knows no {option}")


class Text(str):
    """A path of Spack: prefix.bin is a path too."""

    def __getattr__(self, name):
        return Text(f"{self}/{name}")

    def join(self, name):
        return Text(f"{self}/{name}")


class Spec:
    """Of a package that has everything."""

    prefix, mpicc = Text("/there"), "/there/bin/mpicc"

    def __init__(self, provider):
        self.provider = provider

    def __getitem__(self, name):
        return self

    def satisfies(self, what):
        return self.provider in what if "mpi" in what else True


def spack():
    """With a package `spack` that notes what the class says of itself."""
    said = {}
    names = types.ModuleType("spack.package")
    for word in ("license", "version", "variant", "depends_on", "requires"):
        setattr(names, word, lambda *text, word=word, **more: said.setdefault(word, []).append((text, more)))
    names.join_path = os.path.join
    names.CMakePackage = type("CMakePackage", (), {"define": lambda self, name, value: name})
    sys.modules["spack"] = types.ModuleType("spack")
    sys.modules["spack.package"] = names
    recipe = execute(f"{directory}/spack/packages/tutti/package.py", {})["Tutti"]
    expect(((version,), {"tag": "v" + version}) in said["version"], f"Spack: versions are {said['version']}")
    expect(recipe.__doc__ and recipe.homepage and recipe.git, "Spack: no description or no address")
    expect(((("BSD-3-Clause",), {})) in said["license"], "Spack: another licence")
    needs = {text[0].split("@")[0].split(" ")[0] for text, more in said["depends_on"]}
    expect({"cmake", "llvm", "mpi", "jansson", "elfutils", "z3", "uthash"} <= needs, f"Spack: needs {sorted(needs)}")
    for path in recipe.sanity_check_is_file:
        expect(os.path.exists(f"{prefix}/{path}"), f"Spack: {path} is not installed")
    for provider in ("mpich", "openmpi"):
        package = recipe()
        package.spec = Spec(provider)
        options_exist(package.cmake_args(), "Spack")
    expect(os.path.exists(f"{directory}/spack/repo.yaml"), "Spack: no repo.yaml")


def easybuild():
    path, = glob.glob(f"{directory}/easybuild/*.eb")
    said = execute(path, {"SYSTEM": "system"})
    toolchain = said["toolchain"]
    name = "{name}-{version}-{toolchain[name]}-{toolchain[version]}.eb".format(**said)
    expect(os.path.basename(path) == name, f"EasyBuild: {path} should be {name}")
    expect(said["version"] == version, f"EasyBuild: version {said['version']}")
    expect({"LLVM", "MPICH", "Jansson", "Z3", "elfutils"} <= {need[0] for need in said["dependencies"]}, "EasyBuild: needs")
    for path in said["sanity_check_paths"]["files"] + said["sanity_check_paths"]["dirs"]:
        expect(os.path.exists(f"{prefix}/{path}") or "mpich" in path, f"EasyBuild: {path} is not installed")
    options_exist(re.findall(r"-D(\w+)=", said["configopts"]), "EasyBuild")
    for word in ("homepage", "description", "sources", "easyblock", "moduleclass"):
        expect(said.get(word), f"EasyBuild: no {word}")


spack()
easybuild()
print("\n".join(wrong))
sys.exit(1 if wrong else 0)
