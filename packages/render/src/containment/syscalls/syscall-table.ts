/** The processors whose system calls are known here, by Node's names for them. */
export type KnownArch = 'x64' | 'arm64'

/** Whether calls of this processor are known. */
export function isKnownArch(arch: string): arch is KnownArch {
  return arch in AUDIT_ARCHES
}

/** linux/audit.h: how the kernel tells a filter by which convention a call came. */
export const AUDIT_ARCHES: Record<KnownArch, number> = { x64: 0xc000003e, arm64: 0xc00000b7 }

/**
 * The newest call that was looked at (file_setattr, Linux 6.17). What comes after it does not exist for a child: libraries
 * fall back to what it replaces. x64 counts its 32-bit calls (x32) from 0x40000000, so they do not exist either.
 */
export const NEWEST_CALL = 469

/**
 * What no decoder and no drawing needs, by what it would be good for: the call's number on x64 and on arm64, one number
 * where both have the same, null where there is none. From the kernel's arch/x86/entry/syscalls/syscall_64.tbl and
 * scripts/syscall.tbl; a test compares them with the headers of the system, where it has some.
 */
export const FORBIDDEN_CALLS: Record<string, Record<string, CallNumber>> = {
  'other processes': {
    ...{ ptrace: [101, 117], process_vm_readv: [310, 270], process_vm_writev: [311, 271], kcmp: [312, 272] },
    ...{ pidfd_open: 434, pidfd_getfd: 438, pidfd_send_signal: 424, process_madvise: 440 },
    ...{ process_mrelease: 448, move_pages: [279, 239], migrate_pages: [256, 238] },
    ...{ tkill: [200, 130], rt_sigqueueinfo: [129, 138], rt_tgsigqueueinfo: [297, 240] },
    ...{ perf_event_open: [298, 241] },
  },
  // Not execve, by which the program behind the filter is started: another one in its place has no more rights than it.
  'new processes': { fork: [57, null], vfork: [58, null], setsid: [112, 157], setpgid: [109, 154] },
  namespaces: { unshare: [272, 97], setns: [308, 268] },
  mounts: {
    ...{ mount: [165, 40], umount2: [166, 39], pivot_root: [155, 41], chroot: [161, 51] },
    ...{ open_tree: 428, move_mount: 429, fsopen: 430, fsconfig: 431, fsmount: 432, fspick: 433 },
    ...{ mount_setattr: 442, statmount: 457, listmount: 458, open_tree_attr: 467 },
    ...{ name_to_handle_at: [303, 264], open_by_handle_at: [304, 265], mknod: [133, null] },
    ...{ mknodat: [259, 33], quotactl: [179, 60], quotactl_fd: 443 },
    ...{ fanotify_init: [300, 262], fanotify_mark: [301, 263] },
  },
  'other users': {
    ...{ setuid: [105, 146], setgid: [106, 144], setreuid: [113, 145], setregid: [114, 143] },
    ...{ setgroups: [116, 159], setresuid: [117, 147], setresgid: [119, 149] },
    ...{ setfsuid: [122, 151], setfsgid: [123, 152], capset: [126, 91] },
  },
  'the network and other sockets': { socket: [41, 198] },
  'memory and messages of others': {
    ...{ shmget: [29, 194], shmat: [30, 196], shmctl: [31, 195], semget: [64, 190], semop: [65, 193] },
    ...{ semctl: [66, 191], semtimedop: [220, 192], msgget: [68, 186], msgsnd: [69, 189] },
    ...{ msgrcv: [70, 188], msgctl: [71, 187], mq_open: [240, 180], mq_unlink: [241, 181] },
  },
  keys: { add_key: [248, 217], request_key: [249, 218], keyctl: [250, 219] },
  'parts of the kernel that had many holes': {
    ...{ io_uring_setup: 425, io_uring_enter: 426, io_uring_register: 427 },
    ...{ bpf: [321, 280], userfaultfd: [323, 282], personality: [135, 92], modify_ldt: [154, null] },
    ...{ uselib: [134, null], ustat: [136, null], _sysctl: [156, null], nfsservctl: [180, 42] },
    ...{ lookup_dcookie: [212, 18], vhangup: [153, 58] },
  },
  'the machine': {
    ...{ kexec_load: [246, 104], kexec_file_load: [320, 294], init_module: [175, 105] },
    ...{ finit_module: [313, 273], delete_module: [176, 106], create_module: [174, null] },
    ...{ get_kernel_syms: [177, null], query_module: [178, null], reboot: [169, 142] },
    ...{ swapon: [167, 224], swapoff: [168, 225], acct: [163, 89], syslog: [103, 116] },
    ...{ iopl: [172, null], ioperm: [173, null], settimeofday: [164, 170], clock_settime: [227, 112] },
    ...{ clock_adjtime: [305, 266], adjtimex: [159, 171], sethostname: [170, 161] },
    ...{ setdomainname: [171, 162] },
  },
}

/** Calls that depend on what they are given. */
export const EXAMINED_CALLS = {
  clone: [56, 220],
  clone3: 435,
  kill: [62, 129],
  tgkill: [234, 131],
  prlimit64: [302, 261],
  fcntl: [72, 25],
  ioctl: [16, 29],
} satisfies Record<string, CallNumber>

/** A call's number on x64 and on arm64, or the one for both. */
export type CallNumber = number | readonly [x64: number, arm64: number | null]

/** A call's number on this processor; undefined where there is no such call. */
export function numberOn(arch: KnownArch, call: CallNumber): number | undefined {
  if (typeof call === 'number') return call
  return (arch === 'x64' ? call[0] : call[1]) ?? undefined
}
