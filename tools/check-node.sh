#!/bin/sh
# Runs before `npm start`, `npm test` and whatever else runs our sources: does the project's own Node start on this machine?
# It stands in POSIX sh because everything behind it needs that Node. npm puts node_modules/.bin first in PATH for the scripts it runs.
cd "$(dirname "$0")/.." || exit 1

if [ ! -d node_modules ]; then
  echo "The dependencies are not installed. Run: npm ci" >&2
  exit 1
fi

node=node_modules/.bin/node
if [ ! -e "$node" ]; then
  echo "node_modules has no Node for $(uname -s) $(uname -m); the project runs on Linux and macOS, x64 and arm64." >&2
  echo "If this machine is one of them, optional dependencies were left out. Run: npm ci --include=optional" >&2
  exit 1
fi

said=$("$node" -e 'process.exit(Number(process.versions.node.split(".")[0]) >= 26 ? 0 : 3)' 2>&1)
code=$?
[ "$code" -eq 0 ] && exit 0

if [ "$code" -eq 3 ]; then
  echo "node_modules holds an older Node than the project needs. Run: npm ci" >&2
  exit 1
fi
echo "The project's own Node ($node) does not start on this machine:" >&2
echo "  $said" >&2
# The loader names the library it misses; Debian's minimal images lack one of these two.
package=
case "$said" in
  *libatomic.so.1*) package=libatomic1 ;;
  *libstdc++.so.6*) package=libstdc++6 ;;
esac
if [ -n "$package" ]; then
  sudo=
  [ "$(id -u)" -eq 0 ] || sudo='sudo '
  echo "The Debian package $package is missing. Run: ${sudo}apt-get install -y $package" >&2
  echo "(Fedora and its kin call it ${package%[0-9]}, Arch has it in gcc-libs.)" >&2
else
  echo "Node 26 needs glibc 2.28 or newer; Alpine and other musl systems are not supported." >&2
fi
exit 1
