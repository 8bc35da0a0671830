import { spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** What a program and everything it started cost, and the end of what it printed. */
export type ProgramCost = { cpuSecs: number; wallSecs: number; output: string }

/**
 * Runs a program in a process namespace of its own. A browser's processes outlive their parents; there the namespace's
 * first process inherits them, so the kernel adds all of them to our ended children when the namespace ends.
 */
export async function measureProgram([program = '', ...args]: string[], cwd: string): Promise<ProgramCost> {
  const isRoot = process.getuid?.() === 0
  const namespace = [
    ...(isRoot ? [] : ['--user', '--map-root-user']),
    '--pid',
    '--fork',
    '--mount-proc',
    '--kill-child',
  ]
  const cpuBefore = readEndedChildrenCpuSecs()
  const startMs = performance.now()
  // The shell stays as the namespace's first process; without a second command it would be replaced by the program.
  const script = '"$@"; code=$?; exit $code'
  const child = spawn('unshare', [...namespace, 'sh', '-c', script, 'sh', program, ...args], { cwd })
  let output = ''
  const keep = (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-4000)
  }
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', resolve)
  })
  const wallSecs = (performance.now() - startMs) / 1000
  if (code !== 0) throw new Error(`${program} ended with ${code}:\n${output}`)
  return { cpuSecs: readEndedChildrenCpuSecs() - cpuBefore, wallSecs, output }
}

/** Where a program is, installed from Debian's packages if it is missing. */
export function installProgram(name: 'chromium' | 'ffmpeg'): string {
  const find = () => spawnSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).stdout.trim()
  const found = find()
  if (found) return found
  spawnSync('sh', ['-c', `apt-get update -qq && apt-get install -y -qq --no-install-recommends ${name}`])
  const installed = find()
  if (!installed) throw new Error(`${name} is missing. Install it: apt-get install ${name}`)
  return installed
}

/** User and system time of all children that have ended, with theirs: fields 16 and 17 of proc(5), in ticks of 10 ms. */
function readEndedChildrenCpuSecs(): number {
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[13]) + Number(fields[14])) / 100
}
