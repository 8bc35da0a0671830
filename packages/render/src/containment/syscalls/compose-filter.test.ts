import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { type Call, runFilter } from '../../../testing/run-filter.ts'
import { findTools } from '../find-tools.ts'
import { composeFilter, OWN_PID } from './compose-filter.ts'
import { composeFilterWords } from './compose-filter-words.ts'
import {
  AUDIT_ARCHES,
  EXAMINED_CALLS,
  FORBIDDEN_CALLS,
  isKnownArch,
  type KnownArch,
  NEWEST_CALL,
  numberOn,
} from './syscall-table.ts'

const OWN = 4711
const EPERM = 'ERRNO 1'
const ENOSYS = 'ERRNO 38'
const forbidden = Object.values(FORBIDDEN_CALLS).flatMap((calls) => Object.entries(calls))

/** Calls without which no program runs: read, write, mmap, futex, openat, exit_group, execve, getpid. */
const NEEDED: Record<KnownArch, number[]> = {
  x64: [0, 1, 9, 202, 257, 231, 59, 39],
  arm64: [63, 64, 222, 98, 56, 94, 221, 172],
}

for (const arch of ['x64', 'arm64'] as const) {
  const ask = (call: Call, auditArch = AUDIT_ARCHES[arch]) => {
    const pid = Buffer.alloc(4)
    pid.writeUInt32LE(OWN)
    return runFilter(composeFilter(arch).replaceAll(OWN_PID, pid.toString('hex')), auditArch, call)
  }
  const examined = (name: keyof typeof EXAMINED_CALLS, ...words: number[]) =>
    ask({ number: numberOn(arch, EXAMINED_CALLS[name])!, words })

  test(`on ${arch} forbidden calls are refused, whatever they are given, and all others go on`, () => {
    const refused = new Set<number>()
    for (const [name, call] of forbidden) {
      const number = numberOn(arch, call)
      if (number === undefined) continue
      refused.add(number)
      assert.equal(ask({ number, words: [OWN, 1, 2] }), EPERM, name)
    }
    const { clone3, ...others } = EXAMINED_CALLS
    const skipped = new Set([clone3, ...Object.values(others).map((call) => numberOn(arch, call))])
    for (let number = 0; number <= NEWEST_CALL; number++) {
      if (refused.has(number) || skipped.has(number)) continue
      assert.equal(ask({ number, words: [OWN, 1, 2] }), 'ALLOW', `call ${number}`)
    }
    for (const number of NEEDED[arch]) assert.equal(ask({ number }), 'ALLOW', `call ${number}`)
  })

  test(`on ${arch} calls of other conventions and of newer kernels do not exist`, () => {
    const [read = 0] = NEEDED[arch]
    for (const other of [0x4000_0003, 0x4000_0028, AUDIT_ARCHES[arch === 'x64' ? 'arm64' : 'x64']])
      assert.equal(ask({ number: read }, other), 'KILL')
    for (const number of [NEWEST_CALL + 1, 0x4000_0000 + read, 0xffff_ffff])
      assert.equal(ask({ number }), ENOSYS, `call ${number}`)
  })

  test(`on ${arch} threads can be made, but neither processes nor namespaces`, () => {
    // What glibc and musl give: VM, FS, FILES, SIGHAND, THREAD, SYSVSEM, SETTLS, PARENT_SETTID, CHILD_CLEARTID.
    const thread = 0x003d_0f00
    assert.equal(examined('clone', thread), 'ALLOW')
    assert.equal(examined('clone', 17), EPERM, 'fork')
    assert.equal(examined('clone', 0x4111), EPERM, 'vfork')
    for (const flag of [0x80, 0x20000, 0x2000000, 0x4000000, 0x8000000, 0x10000000, 0x20000000, 0x40000000])
      assert.equal(examined('clone', thread | flag), EPERM, `namespace ${flag.toString(16)}`)
    assert.equal(examined('clone3'), ENOSYS)
  })

  test(`on ${arch} signals and limits reach the process itself alone`, () => {
    for (const name of ['kill', 'tgkill'] as const) {
      assert.equal(examined(name, OWN, 9), 'ALLOW')
      for (const pid of [0, 1, OWN + 1, 2 ** 32 - 1, 2 ** 32 - OWN])
        assert.equal(examined(name, pid, 9), EPERM)
    }
    for (const [pid, verdict] of [
      [0, 'ALLOW'],
      [OWN, 'ALLOW'],
      [1, EPERM],
    ] as const)
      assert.equal(examined('prlimit64', pid), verdict)
    for (const command of [8, 10, 15]) assert.equal(examined('fcntl', 3, command), EPERM)
    for (const command of [0, 1, 2, 3, 4, 1030]) assert.equal(examined('fcntl', 3, command), 'ALLOW')
    for (const request of [0x5412, 0x541c, 0x8901, 0x8902]) assert.equal(examined('ioctl', 3, request), EPERM)
    for (const request of [0x5401, 0x541b, 0x5421]) assert.equal(examined('ioctl', 3, request), 'ALLOW')
  })
}

const { perl } = findTools()
const { arch } = process
const skip = (!perl || !isKnownArch(arch)) && 'no perl, or another processor'

/** Tries calls and prints how each ended: what it returned if that is no error, or the number of the error. */
const TRY_CALLS = `for (split /;/, shift) {
  my ($number, @words) = map { $_ eq 'ppid' ? getppid : $_ + 0 } split / /;
  my $value = syscall $number, @words;
  my $error = $! + 0;
  exit 0 if $value == 0 && fork_call($number);
  print $value == -1 ? "error $error" : 'done', "\\n";
}
sub fork_call { $_[0] == ${isKnownArch(arch) ? numberOn(arch, EXAMINED_CALLS.clone) : 0} }`

/** Harmless without a filter, for anybody, and each of another group; by its words in the order of the kernel's table. */
const HARMLESS: Record<string, string> = {
  ptrace: '16 -1 0 0',
  process_vm_readv: '-1 0 0 0 0 0',
  unshare: '0',
  setns: '-1 0',
  socket: '2 1 0',
  shmget: '1 0 0',
  keyctl: '0 -4 0',
  userfaultfd: '1',
  io_uring_setup: '0 0',
  personality: '4294967295',
  perf_event_open: '0 0 0 0 0',
  name_to_handle_at: '-1 0 0 0 0',
  rt_sigqueueinfo: 'ppid 0 0',
  fsopen: '0 0',
}

test('real calls are refused behind the filter that go on without it', { skip }, () => {
  const named = Object.fromEntries(forbidden)
  const calls = Object.entries(HARMLESS).map(([name, words]) => ({
    name,
    text: `${numberOn(arch as KnownArch, named[name]!)} ${words}`,
  }))
  const { clone, kill } = EXAMINED_CALLS
  calls.push(
    { name: 'clone', text: `${numberOn(arch as KnownArch, clone)} 17 0 0 0 0` },
    { name: 'kill', text: `${numberOn(arch as KnownArch, kill)} ppid 0` },
  )
  const list = calls.map(({ text }) => text).join(';')
  const freely = tryCalls([perl!, '-e', TRY_CALLS, list])
  const behind = tryCalls([...composeFilterWords(perl!)!, perl!, '-e', TRY_CALLS, list])
  for (const [index, { name }] of calls.entries()) {
    assert.equal(behind[index], 'error 1', name)
    // A container's own filter may have refused it before.
    if (freely[index] !== 'error 1') assert.notEqual(freely[index], behind[index], name)
  }
  assert.ok(freely.filter((outcome) => outcome !== 'error 1').length >= 8, freely.join(', '))
})

test('all threads of Node are behind the filter, and Node works there', { skip }, () => {
  const program = `
    const { Worker } = require('node:worker_threads')
    const fs = require('node:fs')
    const { gzip } = require('node:zlib')
    // A thread may end in between.
    const read = (id) => { try { return fs.readFileSync('/proc/self/task/' + id + '/status', 'latin1') } catch { return '' } }
    const look = () => fs.readdirSync('/proc/self/task').flatMap((id) => /^Seccomp:\\s*(\\d)/m.exec(read(id))?.[1] ?? [])
    const worker = new Worker('require("node:worker_threads").parentPort.postMessage(1)', { eval: true })
    worker.on('message', () => gzip('x', () => process.stdout.write(JSON.stringify(look()))))`
  const [file, ...words] = [...composeFilterWords(perl!)!, process.execPath, '-e', program]
  const { stdout, stderr } = spawnSync(file!, words, { encoding: 'utf8', timeout: 60_000 })
  const modes = JSON.parse(stdout || assert.fail(stderr)) as string[]
  assert.ok(modes.length >= 5, stdout)
  assert.deepEqual([...new Set(modes)], ['2'])
})

const HEADERS: Record<KnownArch, string[]> = {
  x64: ['/usr/include/x86_64-linux-gnu/asm/unistd_64.h', '/usr/x86_64-linux-gnu/include/asm/unistd_64.h'],
  arm64: ['/usr/include/asm-generic/unistd.h'],
}

for (const arch of ['x64', 'arm64'] as const) {
  const header = HEADERS[arch].find((file) => existsSync(file))
  test(`the numbers are those of the kernel's headers for ${arch}`, {
    skip: !header && 'there are no headers',
  }, () => {
    const lines = readFileSync(header!, 'utf8').matchAll(/#define __NR(?:3264)?_(\w+)\s+(\d+)/g)
    const numbers = new Map([...lines].map(([, name, number]) => [name!, Number(number)]))
    const newest = Math.max(...[...numbers.values()].filter((number) => number < 1000))
    for (const [name, call] of [...forbidden, ...Object.entries(EXAMINED_CALLS)]) {
      const number = numberOn(arch, call)
      // Newer than the headers.
      if (number !== undefined && number > newest) continue
      assert.equal(number, numbers.get(name), name)
    }
  })
}

function tryCalls([file, ...words]: string[]): string[] {
  return execFileSync(file!, words, { encoding: 'utf8', timeout: 60_000 }).trim().split('\n')
}
