#!/usr/bin/env bash
# recipes.sh BUILD_DIR: the recipes for Spack and EasyBuild are right, and Lmod loads the modulefile.
. "$(dirname "$0")/../lib.sh"
build=$1
root=$(cd "$HERE/../.." && pwd)
version=$("$TUTTI" --version | sed 's/tutti //')
[ "$("$root/packaging/version")" = "$version" ] || fail "packaging/version is not $version"
expect_exit 0 "$root/packaging/install" "$build" "$WORK/first"
mv first prefix

python=/usr/bin/python3
expect_exit 0 "$root/packaging/recipes" recipes
expect_exit 0 "$python" -m py_compile recipes/spack/packages/tutti/package.py recipes/easybuild/*.eb
expect_exit 0 "$python" "$HERE/recipes.py" recipes "$version" prefix "$build/CMakeCache.txt"
! grep -r '@[A-Z]*@' recipes || fail 'not filled in'
expect_exit 0 "$root/packaging/recipes" other /somewhere/else/name
expect_text other/spack/packages/tutti/package.py 'git = "/somewhere/else/name"'
expect_text "$(echo other/easybuild/*.eb)" "'url': '/somewhere/else', 'repo_name': 'name'"
# The check finds what is wrong.
sed -i "s/$version/99.0/" other/spack/packages/tutti/package.py
sed -i 's/-DTUTTI_WERROR/-DTUTTI_WERR/' other/easybuild/*.eb
expect_exit 1 "$python" "$HERE/recipes.py" other "$version" prefix "$build/CMakeCache.txt"
expect_text out 'Spack: versions are' 'EasyBuild: CMake knows no TUTTI_WERR'

lmod=/usr/share/lmod/lmod/init/bash
if [ ! -f "$lmod" ]; then
    echo 'SKIPPED: no Lmod, the modulefile is not loaded'
    exit 77
fi
cat >load <<'END'
. "$1"
module use "$2/share/modulefiles"
module load tutti || exit 1
tutti --version
command -v tutti-cc
pkg-config --modversion tutti
man -w tutti
module unload tutti
command -v tutti || echo unloaded
export MANPATH=/elsewhere:
module load tutti
echo "pages in $MANPATH"
END
env -i HOME="$WORK" PATH=/usr/bin:/bin MODULEPATH= bash --norc --noprofile ./load "$lmod" "$WORK/prefix" >out 2>err ||
    { cat out err >&2; fail 'the modulefile'; }
[ ! -s err ] || { cat err >&2; fail 'Lmod has something to say'; }
expect_text out "tutti $version" "$WORK/prefix/bin/tutti-cc" "$WORK/prefix/share/man/man1/tutti.1" unloaded \
    "pages in $WORK/prefix/share/man:/elsewhere"
grep -qxF "$version" out || fail 'pkg-config does not find it'
