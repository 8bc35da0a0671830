/** A system call: its number and up to six arguments. */
export type Call = { number: number; words?: readonly number[] }

/** What the kernel does with a call: the outcome of the filter's instructions, as linux/seccomp.h names them. */
export type Verdict = 'ALLOW' | 'KILL' | `ERRNO ${number}`

/** Runs a filter as the kernel would, for a processor that need not be this one. */
export function runFilter(filter: string, auditArch: number, { number, words = [] }: Call): Verdict {
  const program = Buffer.from(filter, 'hex')
  const data = Buffer.alloc(64)
  data.writeUInt32LE(number, 0)
  data.writeUInt32LE(auditArch, 4)
  for (const [index, word] of words.entries()) data.writeBigUInt64LE(BigInt(word), 16 + 8 * index)
  let loaded = 0
  for (let at = 0; at < program.length; at += 8) {
    const code = program.readUInt16LE(at)
    const [ifTrue, ifFalse] = [program.readUInt8(at + 2), program.readUInt8(at + 3)]
    const value = program.readUInt32LE(at + 4)
    if (code === 0x06) return nameVerdict(value)
    if (code === 0x20) loaded = data.readUInt32LE(value)
    else at += 8 * (isTrue(code, loaded, value) ? ifTrue : ifFalse)
  }
  throw new Error('The filter came to no end.')
}

function isTrue(code: number, loaded: number, value: number): boolean {
  if (code === 0x15) return loaded === value
  if (code === 0x25) return loaded > value
  if (code === 0x45) return (loaded & value) !== 0
  throw new Error(`The filter has an instruction that is not known: ${code}`)
}

function nameVerdict(value: number): Verdict {
  if (value === 0x7fff_0000) return 'ALLOW'
  if (value === 0x8000_0000) return 'KILL'
  return `ERRNO ${value & 0xffff}`
}
