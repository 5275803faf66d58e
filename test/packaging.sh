#!/usr/bin/env bash
# packaging.sh BUILD_DIR: installs the build into a folder, runs it there and from where it was moved
# to, and looks into the Debian package.
. "$(dirname "$0")/lib.sh"
build=$1

expect_exit 0 cmake --install "$build" --prefix "$WORK/first"
mv first second
for file in bin/tutti lib/tutti share/tutti/findings.schema.json \
    share/bash-completion/completions/tutti share/zsh/site-functions/_tutti share/man/man1/tutti.1; do
    [ -e "second/$file" ] || fail "not installed: $file"
done
for flavour in $TUTTI_MPIS; do
    [ -f "second/lib/tutti/libtutti-trace-$flavour.so" ] || fail "no guest for $flavour is installed"
done

# Relocatable: nothing is left where it was installed first.
expect_exit 0 second/bin/tutti --version
grep -qE '^tutti [0-9]+\.[0-9]+\.[0-9]+$' out || fail "not a version: $(cat out)"
version=$(sed 's/tutti //' out)
expect_exit 0 second/bin/tutti doctor
for flavour in $TUTTI_MPIS; do
    grep -qE "^pass  libtutti-trace-$flavour.so +loads" out || fail "the moved guest of $flavour does not load"
done

expect_exit 0 bash -n second/share/bash-completion/completions/tutti
expect_text second/share/bash-completion/completions/tutti doctor
if command -v zsh >/dev/null; then
    expect_exit 0 zsh -n second/share/zsh/site-functions/_tutti
fi
expect_text second/share/zsh/site-functions/_tutti '#compdef tutti' doctor

# The package: everything under /usr and root's, nothing of this machine in it.
if ! command -v dpkg-deb >/dev/null; then
    exit 0
fi
expect_exit 0 cpack -G DEB --config "$build/CPackConfig.cmake" -B "$WORK/deb"
set -- deb/*.deb
[ $# = 1 ] || fail "not one package: $*"
[ "$(basename "$1")" = "tutti_${version}_$(dpkg --print-architecture).deb" ] || fail "its name: $1"
dpkg-deb -c "$1" >contents
while read -r mode owner _ _ _ path _; do
    case $path in ./ | ./usr/*) ;; *) fail "outside /usr: $path" ;; esac
    [ "$owner" = root/root ] || fail "$path belongs to $owner"
    case $mode in l*) ;; ????????w? | ?????w*) fail "$path is writable for others: $mode" ;; esac
done <contents
for path in ./usr/bin/tutti ./usr/share/doc/tutti/copyright ./usr/share/man/man1/tutti.1 \
    ./usr/share/zsh/vendor-completions/_tutti; do
    expect_text contents "$path"
done
dpkg-deb -f "$1" >control
expect_text control 'Package: tutti' "Version: $version" 'Section: devel' 'Maintainer: the Tutti authors' \
    'libjansson4' 'libc6' 'Recommends: mpich'
dpkg-deb -x "$1" unpacked
expect_exit 0 unpacked/usr/bin/tutti doctor
! grep -rlF -e "$build/" -e "$(cd "$HERE/.." && pwd)/src/" unpacked || fail 'these files name a folder of this machine'
