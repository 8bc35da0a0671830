import {
  AUDIT_ARCHES,
  EXAMINED_CALLS,
  FORBIDDEN_CALLS,
  type KnownArch,
  NEWEST_CALL,
  numberOn,
} from './syscall-table.ts'

/** asm-generic/errno.h */
const EPERM = 1
const ENOSYS = 38

/** linux/seccomp.h: what becomes of a call. */
const ALLOW = 0x7fff_0000
const KILL_PROCESS = 0x8000_0000
const ERRNO = 0x0005_0000

/** linux/bpf_common.h: load a word, compare with a constant, return a constant. */
const LOAD = 0x20
const JUMP_EQUAL = 0x15
const JUMP_GREATER = 0x25
const JUMP_ANY_BIT = 0x45
const RETURN = 0x06

/** Where the call's number, its convention and the lower half of its arguments lie (struct seccomp_data, little-endian). */
const NUMBER_OFFSET = 0
const ARCH_OFFSET = 4
const argumentOffset = (index: number) => 16 + 8 * index

const CLONE_THREAD = 0x0001_0000
/** NEWTIME, NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET. */
const CLONE_NEW_NAMESPACES = 0x7e02_0080

/** Give the signals of a file to another process: F_SETOWN, F_SETSIG, F_SETOWN_EX. */
const FCNTL_SIGNALS = [8, 10, 15]
/** Type into a terminal (TIOCSTI, TIOCLINUX), and the same as above (FIOSETOWN, SIOCSPGRP). */
const IOCTL_FOREIGN = [0x5412, 0x541c, 0x8901, 0x8902]

/** Stands in the filter for the child's own process id, which is known only when it runs. */
export const OWN_PID = 'PPPPPPPP'

/** One instruction of the kernel's filter machine (struct sock_filter). */
type Instruction = { code: number; ifTrue?: number; ifFalse?: number; value: number | typeof OWN_PID }

/**
 * The filter of children as the kernel takes it, in hexadecimal digits: a list of 8-byte instructions. Refused calls
 * answer EPERM, as they do for users that lack a right, so whoever tries one goes on without it.
 */
export function composeFilter(arch: KnownArch): string {
  const forbidden = Object.values(FORBIDDEN_CALLS).flatMap((calls) => Object.values(calls))
  const numbers = forbidden.flatMap((call) => numberOn(arch, call) ?? [])
  return encode([
    load(ARCH_OFFSET),
    { code: JUMP_EQUAL, ifTrue: 1, value: AUDIT_ARCHES[arch] },
    { code: RETURN, value: KILL_PROCESS },
    load(NUMBER_OFFSET),
    ...unless(JUMP_GREATER, NEWEST_CALL, refuse(ENOSYS)),
    ...numbers.flatMap((number) => unless(JUMP_EQUAL, number, refuse(EPERM))),
    ...examineArguments(arch),
    { code: RETURN, value: ALLOW },
  ])
}

/** Each part ends by itself, so no other one sees what it has loaded. */
function examineArguments(arch: KnownArch): Instruction[] {
  const { clone, clone3, kill, tgkill, prlimit64, fcntl, ioctl } = EXAMINED_CALLS
  const oneOf = (...values: Instruction['value'][]) => [
    ...values.flatMap((value) => unless(JUMP_EQUAL, value, { code: RETURN, value: ALLOW })),
    refuse(EPERM),
  ]
  const noneOf = (...values: Instruction['value'][]) => [
    ...values.flatMap((value) => unless(JUMP_EQUAL, value, refuse(EPERM))),
    { code: RETURN, value: ALLOW },
  ]
  const rules: [number, Instruction[]][] = [
    // Threads, and nothing else.
    [
      numberOn(arch, clone)!,
      [
        load(argumentOffset(0)),
        ...unless(JUMP_ANY_BIT, CLONE_NEW_NAMESPACES, refuse(EPERM)),
        ...unless(JUMP_ANY_BIT, CLONE_THREAD, { code: RETURN, value: ALLOW }),
        refuse(EPERM),
      ],
    ],
    // Its flags lie in memory, which a filter does not see. Without it the C library takes clone.
    [clone3, [refuse(ENOSYS)]],
    [numberOn(arch, kill)!, [load(argumentOffset(0)), ...oneOf(OWN_PID)]],
    [numberOn(arch, tgkill)!, [load(argumentOffset(0)), ...oneOf(OWN_PID)]],
    [numberOn(arch, prlimit64)!, [load(argumentOffset(0)), ...oneOf(0, OWN_PID)]],
    [numberOn(arch, fcntl)!, [load(argumentOffset(1)), ...noneOf(...FCNTL_SIGNALS)]],
    [numberOn(arch, ioctl)!, [load(argumentOffset(1)), ...noneOf(...IOCTL_FOREIGN)]],
  ]
  return rules.flatMap(([number, body]) => [
    { code: JUMP_EQUAL, ifFalse: body.length, value: number },
    ...body,
  ])
}

function load(offset: number): Instruction {
  return { code: LOAD, value: offset }
}

function refuse(errno: number): Instruction {
  return { code: RETURN, value: ERRNO | errno }
}

/** Goes past the end if the condition does not hold. */
function unless(code: number, value: Instruction['value'], end: Instruction): Instruction[] {
  return [{ code, ifFalse: 1, value }, end]
}

function encode(program: readonly Instruction[]): string {
  return program
    .map(({ code, ifTrue = 0, ifFalse = 0, value }) => {
      const bytes = Buffer.alloc(8)
      bytes.writeUInt16LE(code, 0)
      bytes.writeUInt8(ifTrue, 2)
      bytes.writeUInt8(ifFalse, 3)
      if (value === OWN_PID) return bytes.toString('hex', 0, 4) + OWN_PID
      bytes.writeUInt32LE(value >>> 0, 4)
      return bytes.toString('hex')
    })
    .join('')
}
