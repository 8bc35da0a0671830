import { readFileSync } from 'node:fs'
import type { MountPoint } from './compose-wrapper.ts'

/** Kinds in which nobody stores files; nor does anybody directly in /dev or in /sys. */
const NOT_FOR_FILES =
  /^(proc|sysfs|devpts|cgroup2?|mqueue|debugfs|tracefs|securityfs|bpf|pstore|binfmt_misc|autofs|nsfs)$/
/** Inside a user namespace a mount must keep what it forbids. */
const KEPT_OPTIONS = new Set(['nosuid', 'nodev', 'noexec', 'noatime', 'nodiratime', 'relatime'])

/** The mounts in which something can be written, each with the options that make it read-only. */
export function listWritableMounts(): MountPoint[] {
  const found = new Map<string, string>()
  for (const line of readMounts()) {
    // man 5 proc: id, parent, device, root, mount point, options, optional fields, "-", kind, source, super options
    const [left = '', right = ''] = line.split(' - ')
    const [, , , , path = '', options = ''] = left.split(' ')
    const names = options.split(',')
    if (!names.includes('rw') || NOT_FOR_FILES.test(right.split(' ')[0] ?? '')) continue
    if (path === '/dev' || path.startsWith('/sys')) continue
    const kept = names.filter((name) => KEPT_OPTIONS.has(name))
    found.set(decode(path), ['ro', ...kept].join(','))
  }
  return [...found].map(([path, options]) => ({ path, options }))
}

function readMounts(): string[] {
  try {
    return readFileSync('/proc/self/mountinfo', 'utf8').split('\n').filter(Boolean)
  } catch {
    return []
  }
}

/** Spaces and the like are written as three octal digits. */
function decode(path: string): string {
  return path.replace(/\\([0-7]{3})/g, (_, digits) => String.fromCharCode(Number.parseInt(digits, 8)))
}
