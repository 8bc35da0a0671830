import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** The vector instructions that libraries choose between. All give the same pictures, but x264's rate control differs (decision 0004). */
const DECISIVE =
  /^(ssse3|sse4\w*|avx\w*|fma\w*|f16c|bmi[12]|xop|asimd\w*|sve\w*|i8mm|bf16|fphp|neon|vfpv[34]|crc32)$/

let known: string | undefined

/**
 * Names the kind of this machine: videos have the same bytes on machines of one kind. It counts the processor's vector
 * instructions, Node, the C library (its powers and logarithms) and the two native libraries that draw and encode.
 */
export function nameMachineKind(): string {
  known ??= `${process.platform}-${process.arch}-${hashParts().slice(0, 12)}`
  return known
}

function hashParts(): string {
  const parts = [listInstructions(), process.versions.node, readLibc(), ...LIBRARIES.map(readVersion)]
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}

function listInstructions(): string[] {
  try {
    const facts = readFileSync('/proc/cpuinfo', 'latin1')
    // x64 says "flags", arm64 "Features". Cores of different kinds: what some lack none may use.
    const cores = [...facts.matchAll(/^(?:flags|Features)\s*:(.*)$/gm)].map(([, names = '']) =>
      names.trim().split(/\s+/),
    )
    const [first = [], ...others] = cores
    return first.filter((name) => DECISIVE.test(name) && others.every((each) => each.includes(name))).sort()
  } catch {
    return []
  }
}

function readLibc(): string {
  const header = process.report?.getReport() as { header?: { glibcVersionRuntime?: string } } | undefined
  return header?.header?.glibcVersionRuntime ?? 'unknown'
}

const LIBRARIES = ['node-av', '@napi-rs/canvas']
const require = createRequire(import.meta.url)

/** Packages that do not open their package.json are found by the folder of their entry. */
function readVersion(name: string): string {
  const entry = require.resolve(name)
  const at = entry.lastIndexOf(`node_modules/${name}/`)
  if (at < 0) return 'unknown'
  const facts = readFileSync(`${entry.slice(0, at)}node_modules/${name}/package.json`, 'utf8')
  return (JSON.parse(facts) as { version: string }).version
}
