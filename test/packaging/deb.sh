#!/usr/bin/env bash
# deb.sh BUILD_DIR: makes the Debian package, looks into it, and runs what it unpacks to.
. "$(dirname "$0")/../lib.sh"
build=$1
version=$("$TUTTI" --version | sed 's/tutti //')

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
