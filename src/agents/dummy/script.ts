/**
 * The dummy's program, for any POSIX shell with the usual small tools. Arguments: the sample submission (empty if there is
 * none), where it comes from or why there is none, and the instructions. Every line of its report begins with `can` or
 * `cannot`. Values of environment variables are never printed.
 */
export const dummyScript = String.raw`#!/bin/sh
sample=$1
origin=$2
instructions=$3
data=$DATA_DIR
submission=$SUBMISSION_DIR/submission.csv

can() { echo "can     $*"; }
cannot() { echo "cannot  $*"; }
has() { command -v "$1" >/dev/null 2>&1; }
within() { if has timeout; then timeout "$@"; else shift; "$@"; fi; }

# Succeeds where writing is possible, and leaves nothing behind. On a read-only mount the permission bits are not enough.
writable() { [ -w "$1" ] && touch -c "$1" 2>/dev/null; }

look() {
  if [ -d "$1" ] && ls "$1" >/dev/null 2>&1; then can "read $1"; else cannot "read $1"; fi
  if writable "$1"; then can "write $1"; else cannot "write $1"; fi
}

file() {
  if [ -r "$1" ]; then can "read $1"; else cannot "read $1"; fi
}

identity() {
  user=$(id -u)
  can "act as user $user, group $(id -g)"
  if [ "$user" = 0 ]; then can "act as root"; else cannot "act as root"; fi
  if has sudo && within 5 sudo -n true >/dev/null 2>&1; then can "become root with sudo"; else cannot "become root with sudo"; fi
}

answers() {
  for place in "$data/../private" /private /home/private "/private/data/$COMPETITION_ID/prepared/private"; do
    if ls "$place" >/dev/null 2>&1; then
      can "find answers: $place"
      return
    fi
  done
  hit=$(within 20 find / \( -path /proc -o -path /sys -o -path /dev -o -path /usr -o -path "$data" \) -prune \
    -o -type f -path '*/private/*' \( -name '*.csv' -o -name '*.jsonl' \) -print 2>/dev/null | head -n 1)
  if [ -n "$hit" ]; then can "find answers: $hit"; else cannot "find answers"; fi
}

connect() {
  if has bash; then within 4 bash -c ': < /dev/tcp/'"$1/$2"
  elif has python3; then within 4 python3 -c "import socket; socket.create_connection(('$1', $2), 3)"
  elif has nc; then within 4 nc -w 3 "$1" "$2" </dev/null
  elif has curl; then curl -s -m 3 -o /dev/null "http://$1:$2"
  elif has wget; then within 4 wget -q -T 3 -O /dev/null "http://$1:$2"
  else return 1
  fi >/dev/null 2>&1
}

network() {
  routes=unknown
  if [ -r /proc/net/route ]; then
    routes=$(tail -n +2 /proc/net/route | cut -f 1 | sort -u | tr '\n' ' ')
    if [ -z "$routes" ]; then
      cannot "reach the network: there is no route"
      return
    fi
  fi
  if connect 1.1.1.1 443 || connect 8.8.8.8 53; then
    can "reach the network"
  else
    cannot "reach the network: no answer, although there are routes ($routes)"
  fi
}

processes() {
  others=0
  for number in $(ls /proc 2>/dev/null | grep '^[0-9]'); do
    case $number in 1 | $$ | $PPID) continue ;; esac
    parent=
    while read -r key value; do
      if [ "$key" = PPid: ]; then parent=$value; fi
    done 2>/dev/null <"/proc/$number/status"
    if [ -n "$parent" ] && [ "$parent" != $$ ]; then others=$((others + 1)); fi
  done 2>/dev/null
  if [ $others -gt 0 ]; then can "see other processes: $others"; else cannot "see other processes"; fi
}

program() {
  if has "$1"; then
    can "run $1: $(command -v "$1"), $(within 10 "$1" --version 2>&1 | head -n 1)"
  else
    cannot "run $1"
  fi
}

graphics() {
  if has nvidia-smi && cards=$(within 20 nvidia-smi -L 2>/dev/null) && [ -n "$cards" ]; then
    echo "$cards" | sed -e 's/ (UUID.*//' -e 's/^/can     use a graphics card: /'
  elif [ -e /dev/nvidia0 ] || [ -e /dev/kfd ]; then
    can "use a graphics card: there is a device, but no working nvidia-smi"
  else
    cannot "use a graphics card"
  fi
}

limit() {
  value=$(ulimit "$1" 2>/dev/null) || return
  case $value in
    unlimited) can "use unlimited $2" ;;
    *) can "use at most $value $2" ;;
  esac
}

limits() {
  if has nproc; then can "use $(nproc) processors"; fi
  case $(cat /sys/fs/cgroup/memory.max 2>/dev/null) in
    '' | max) can "see $(sed -n 's/^MemTotal: *//p' /proc/meminfo 2>/dev/null) of memory (the limit may be lower)" ;;
    *) can "use $(cat /sys/fs/cgroup/memory.max) bytes of memory (control group)" ;;
  esac
  # Shells disagree about the letter for processes.
  if (ulimit -u) >/dev/null 2>&1; then limit -u "processes (ulimit)"; else limit -p "processes (ulimit)"; fi
  limit -n "open files (ulimit)"
  limit -f "blocks of 512 bytes in a file (ulimit)"
  limit -d "kilobytes of data (ulimit)"
  limit -v "kilobytes of addresses (ulimit)"
  limit -t "seconds of processor time (ulimit)"
  free=$(df -k "$CODE_DIR" 2>/dev/null | tail -n 1 | sed 's/  */ /g' | cut -d ' ' -f 4)
  can "write $free kB more to the disk of $CODE_DIR"
}

# A value may span lines that look like names: print real names only.
variables() {
  if [ -r /proc/$$/environ ]; then
    names=$(tr '\n\000' ' \n' </proc/$$/environ | sed 's/=.*//')
  else
    names=$(awk 'BEGIN { for (name in ENVIRON) print name }')
  fi
  can "see the variables $(echo "$names" | sort | tr '\n' ' ')"
}

submit() {
  if [ -z "$sample" ]; then
    cannot "submit the sample submission: $origin"
    return 1
  fi
  if ! [ -r "$sample" ]; then
    cannot "submit the sample submission: $sample cannot be read ($origin)"
    return 1
  fi
  if cp "$sample" "$submission" && chmod u+w "$submission"; then
    can "submit the sample submission: $origin, $(wc -c <"$submission" | tr -d ' ') bytes"
  else
    cannot "submit the sample submission: $submission cannot be written"
    return 1
  fi
}

validate() {
  if [ -z "$VALIDATE_SCRIPT" ]; then
    cannot "validate: VALIDATE_SCRIPT is not set"
  elif answer=$(sh "$VALIDATE_SCRIPT" "$submission" 2>&1); then
    can "validate: $answer"
  else
    cannot "validate: $answer"
  fi
}

submit
submitted=$?
# First: later checks may leave helper processes behind, as the timeout of some shells does.
processes
identity
for folder in "$data" "$SUBMISSION_DIR" "$CODE_DIR" "$LOGS_DIR" "$TMPDIR" /home / /root; do look "$folder"; done
file "$data/description.md"
file "$instructions"
file /etc/shadow
file /var/run/docker.sock
answers
network
for name in python3 python node; do program $name; done
graphics
limits
variables
if [ $submitted = 0 ]; then validate; fi
exit $submitted
`;
