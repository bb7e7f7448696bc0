# Runs PostgreSQL as its child and outlives whoever started it: the end of its standard input (stop() or the death of the
# starter, kill -9 included) shuts PostgreSQL down, then removes the folders named before "--". Arguments: SIGNAL FOLDER… -- COMMAND…
trap "" INT TERM HUP
signal=$1
shift
count=0
for argument in "$@"; do
  [ "$argument" = -- ] && break
  count=$((count + 1))
done
exec 3<&0
(
  shift $((count + 1))
  exec "$@" </dev/null 3<&-
) &
postgres=$!
echo "$postgres"
exec >&-
{
  cat <&3 >/dev/null
  kill "-$signal" "$postgres"
} 2>/dev/null &
waiter=$!
exec 3<&-
wait "$postgres"
code=$?
kill -KILL "$waiter" 2>/dev/null
while [ "$count" -gt 0 ]; do
  rm -rf "$1"
  shift
  count=$((count - 1))
done
exit "$code"
