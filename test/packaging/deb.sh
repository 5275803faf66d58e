#!/usr/bin/env bash
# deb.sh BUILD_DIR: makes the Debian package, has lintian look at it, and runs what it unpacks to.
. "$(dirname "$0")/../lib.sh"
build=$1
root=$(cd "$HERE/../.." && pwd)
version=$("$TUTTI" --version | sed 's/tutti //')
if ! command -v dh >/dev/null; then
    echo 'SKIPPED: no debhelper, no Debian package'
    exit 77
fi

# make deb packs a build with the options of the tested one, except those for warnings and tests.
jq -e '[.configurePresets[] | select(.name == "gcc" or .name == "release") | .cacheVariables |
        del(.TUTTI_WERROR, .BUILD_TESTING)] | length == 2 and .[0] == .[1]' "$root/CMakePresets.json" >/dev/null ||
    fail 'the preset "release" differs from the one that is tested'

# As make deb does with its own build, but with less compression, which is quicker.
export DEB_BUILD_OPTIONS=noautodbgsym DPKG_DEB_COMPRESSOR_TYPE=xz DPKG_DEB_COMPRESSOR_LEVEL=1
expect_exit 0 "$root/packaging/deb" "$build" deb
set -- deb/*.deb
[ $# = 1 ] || fail "not one package: $*"
[ "$(basename "$1")" = "tutti_${version}_$(dpkg --print-architecture).deb" ] || fail "its name: $1"
if command -v lintian >/dev/null; then
    # lintian leaves files where it has room.
    expect_exit 0 env TMPDIR="$WORK" lintian --fail-on=error,warning --allow-root "$1"
    [ ! -s out ] || { cat out >&2; fail 'lintian has something to say'; }
else
    echo 'SKIPPED: no lintian'
fi

# Everything under /usr and root's, nothing of this machine in it.
dpkg-deb -c "$1" >contents
while read -r mode owner _ _ _ path _; do
    case $path in ./ | ./usr/*) ;; *) fail "outside /usr: $path" ;; esac
    [ "$owner" = root/root ] || fail "$path belongs to $owner"
    case $mode in l*) ;; ????????w? | ?????w*) fail "$path is writable for others: $mode" ;; esac
done <contents
for path in ./usr/bin/tutti ./usr/share/doc/tutti/copyright ./usr/share/man/man1/tutti.1.gz \
    './usr/share/man/man1/tutti-fc.1.gz -> tutti-cc.1.gz' ./usr/share/zsh/vendor-completions/_tutti; do
    expect_text contents "$path"
done
dpkg-deb -x "$1" unpacked
! grep -rlF -e "$build/" -e "$root/src/" unpacked || fail 'these files name a folder of this machine'

# Its dependencies: the libraries to which it is linked, and one MPI but not both.
dpkg-deb -f "$1" >control
expect_text control 'Package: tutti' "Version: $version" 'Section: devel' 'Maintainer: the Tutti authors' \
    'mpich | openmpi-bin'
grep '^Depends:' control >depends
expect_text depends libjansson4 libc6 libdw1
! grep -qE 'libmpich|libopenmpi' depends || fail 'it needs an MPI that programs may not need'
if [ -f unpacked/usr/lib/tutti/libtutti-analyser.so ]; then
    expect_text depends "libllvm$TUTTI_LLVM"
fi
# Names are those of the one list of dependencies, where Tutti recommends and where it is built.
"$root/packaging/setup" --list run | awk '{print $2}' >run.list
sed -nE 's/^(Recommends|Suggests): //p' control | tr ',|' '\n\n' | tr -d ' ' >optional
[ -s optional ] || fail 'it recommends nothing'
! grep -vxF -f run.list optional || fail 'of no use to the command, says packaging/dependencies.list'
"$root/packaging/setup" --list build | awk '{print $2}' | grep -vxE 'gcc|g\+\+|libc6-dev|make|libnss-myhostname' >build.list
sed -n '/^Build-Depends/,/^Rules/p' "$root/packaging/debian/control" >build-depends
while read -r name; do
    grep -qE "[ :]$name(,|\$)" build-depends || fail "packaging/debian/control does not need $name to build, but the list does"
done <build.list

# Run from where it is unpacked.
PATH=$WORK/unpacked/usr/bin:$PATH
expect_exit 0 tutti doctor
for flavour in $(flavours); do
    mpi_cc "$flavour" "$root/examples/deadlock.c" -o wrong
    expect_exit 1 tutti verify -n 2 --no-out -- ./wrong
    expect_text out '[deadlock]'
done
