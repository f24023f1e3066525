/** Processors for which a filter exists, by Node's name for them. */
export type Architecture = "x64" | "arm64";

/** How the kernel names each architecture in the data it passes to a filter (`AUDIT_ARCH_*`). */
export const auditArchitecture: Readonly<Record<Architecture, number>> = { x64: 0xc000003e, arm64: 0xc00000b7 };

type Numbers = Readonly<Record<Architecture, number>>;

/** System calls that are refused whatever their arguments. Numbers are from the kernel's `unistd.h` files. */
export const refusedCalls: Readonly<Record<string, Numbers>> = {
  // Keys: the session keyring of the user who started the harness is not part of any namespace.
  add_key: { x64: 248, arm64: 217 },
  request_key: { x64: 249, arm64: 218 },
  keyctl: { x64: 250, arm64: 219 },
  // Interfaces with a long history of kernel exploits, which machine learning does not need.
  bpf: { x64: 321, arm64: 280 },
  perf_event_open: { x64: 298, arm64: 241 },
  userfaultfd: { x64: 323, arm64: 282 },
  io_uring_setup: { x64: 425, arm64: 425 },
  io_uring_enter: { x64: 426, arm64: 426 },
  io_uring_register: { x64: 427, arm64: 427 },
  // Mounts and namespaces.
  mount: { x64: 165, arm64: 40 },
  umount2: { x64: 166, arm64: 39 },
  pivot_root: { x64: 155, arm64: 41 },
  chroot: { x64: 161, arm64: 51 },
  open_tree: { x64: 428, arm64: 428 },
  move_mount: { x64: 429, arm64: 429 },
  fsopen: { x64: 430, arm64: 430 },
  fsconfig: { x64: 431, arm64: 431 },
  fsmount: { x64: 432, arm64: 432 },
  fspick: { x64: 433, arm64: 433 },
  mount_setattr: { x64: 442, arm64: 442 },
  unshare: { x64: 272, arm64: 97 },
  setns: { x64: 308, arm64: 268 },
  // Files by handle lead past the mounts.
  open_by_handle_at: { x64: 304, arm64: 265 },
  // The machine itself.
  kexec_load: { x64: 246, arm64: 104 },
  kexec_file_load: { x64: 320, arm64: 294 },
  init_module: { x64: 175, arm64: 105 },
  finit_module: { x64: 313, arm64: 273 },
  delete_module: { x64: 176, arm64: 106 },
  swapon: { x64: 167, arm64: 224 },
  swapoff: { x64: 168, arm64: 225 },
  reboot: { x64: 169, arm64: 142 },
  acct: { x64: 163, arm64: 89 },
  quotactl: { x64: 179, arm64: 60 },
  quotactl_fd: { x64: 443, arm64: 443 },
  syslog: { x64: 103, arm64: 116 },
};

/** System calls whose arguments decide. */
export const inspectedCalls = {
  socket: { x64: 41, arm64: 198 },
  clone: { x64: 56, arm64: 220 },
  clone3: { x64: 435, arm64: 435 },
  ioctl: { x64: 16, arm64: 29 },
} as const satisfies Readonly<Record<string, Numbers>>;

/** Kinds of sockets that may be opened: unix, IPv4, IPv6 and netlink. AF_VSOCK, among others, leads out of a virtual machine. */
export const allowedSocketFamilies: readonly number[] = [1, 2, 10, 16];

/** The flags of `clone` that make a namespace. */
export const namespaceFlags = 0x7e020000;

/** Requests of `ioctl` that put keystrokes into a terminal: TIOCSTI and TIOCLINUX. */
export const refusedTerminalRequests: readonly number[] = [0x5412, 0x541c];
