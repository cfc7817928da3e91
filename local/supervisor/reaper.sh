# Survives a killed supervisor and ends its remaining process groups. Reads lines from the supervisor:
#   + GROUP SIGNAL   a process group was started; ends on SIGNAL
#   - GROUP          it has ended
# The supervisor's end closes the pipe. $1 is the lock file, $2 the supervisor's process id.
groups=''
while read -r sign group signal; do
  kept=''
  for entry in $groups; do
    [ "${entry%:*}" = "$group" ] || kept="$kept $entry"
  done
  groups=$kept
  [ "$sign" = '+' ] && groups="$groups $group:$signal"
done
[ -z "$groups" ] && exit 0
for entry in $groups; do kill -s "${entry#*:}" -- "-${entry%:*}" 2>/dev/null; done
tries=0
while [ "$tries" -lt 50 ]; do
  left=''
  for entry in $groups; do kill -0 -- "-${entry%:*}" 2>/dev/null && left="$left $entry"; done
  [ -z "$left" ] && break
  groups=$left
  tries=$((tries + 1))
  sleep 0.1
done
for entry in $left; do kill -KILL -- "-${entry%:*}" 2>/dev/null; done
[ "$(cat "$1" 2>/dev/null)" = "$2" ] && rm -f "$1"
exit 0
