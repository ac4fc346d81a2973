# The first process of a container, in namespaces of its own: gives it its file system, then becomes its user. Arguments: the image's
# root, the folder to work in, a user's name, `kept` or `discarded` for what it writes, a file for each thing of this machine that it
# shares (or `-` and no more), then the command.
set -eu
root=$1 place=$2 user=$3 writes=$4
shift 4
mount --make-rprivate /
if [ "$writes" = discarded ]; then
  # Memory takes what it writes: nothing is left when the last process is gone.
  mount -t tmpfs container "$root/mnt"
  mkdir "$root/mnt/upper" "$root/mnt/work" "$root/mnt/root"
  mount -t overlay container -o "lowerdir=$root,upperdir=$root/mnt/upper,workdir=$root/mnt/work" "$root/mnt/root"
  root=$root/mnt/root
else
  mount --bind "$root" "$root"
fi
mount -t proc proc "$root/proc"
mount -t tmpfs -o mode=755 container "$root/dev"
mkdir "$root/dev/shm" "$root/dev/pts"
mount -t tmpfs -o mode=1777 container "$root/dev/shm"
mount -t devpts -o newinstance,ptmxmode=0666 devpts "$root/dev/pts"
ln -s pts/ptmx "$root/dev/ptmx"
ln -s /proc/self/fd "$root/dev/fd"
for name in null zero full random urandom tty; do
  touch "$root/dev/$name"
  mount --bind "/dev/$name" "$root/dev/$name"
done
while [ "$1" != - ]; do
  mkdir -p "$root/$(dirname "$1")"
  [ -e "$root/$1" ] || touch "$root/$1"
  mount --bind "$1" "$root/$1"
  shift
done
shift
ip link set lo up 2>/dev/null || true
hostname container
mkdir -p "$root/.outside"
cd "$root"
pivot_root . .outside
umount -l /.outside
rmdir /.outside
cd "$place"
{ echo entered >&3; exec 3>&-; } 2>/dev/null || true
# Docker's --init: passes signals on, and takes the processes that lost their parent.
first='"$@" & child=$!
trap "kill -TERM $child" TERM INT
status=0
wait $child || status=$?
while kill -0 $child 2>/dev/null; do status=0; wait $child || status=$?; done
left=
for process in /proc/[0-9]*; do
  [ $process != /proc/1 ] || continue
  name= state=
  { while read -r key value rest; do
    case $key in Name:) name=$value ;; State:) state=$value; break ;; esac
  done <$process/status; } 2>/dev/null
  # One that is dead and not yet taken does not live on.
  case $state in "" | Z) ;; *) left="$left $name" ;; esac
done
echo "container: the command ended with $status; it left:${left:- nothing}" >&2
exit $status'
# Another user no longer ends with its parent, unless that is said anew.
exec setpriv --pdeathsig KILL --reuid "$user" --regid "$user" --init-groups /bin/sh -c "$first" init "$@"
