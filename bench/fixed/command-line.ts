import { execFile } from 'node:child_process'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { DemoFiles } from '@songreel/render'
import { measureProgram } from '../peers/measure-program.ts'
import type { MakeVideo, VideoCost } from './fixed-part.ts'

const REPOSITORY = fileURLToPath(new URL('../../', import.meta.url))
const SONGREEL = path.join(REPOSITORY, 'packages/cli/bin/songreel.cjs')

/** What the first render on a computer leaves behind for later ones is made in the background. */
const SETTLE_MS = 10_000

/** Videos by `songreel render`, each in processes of its own. */
export async function openCommandLine({ song, cover }: DemoFiles, folder: string): Promise<MakeVideo> {
  const compose = (secs: number, isKnown: boolean) => {
    const cache = isKnown ? path.join(folder, 'cache') : ''
    const part = ['--start', '0', '--end', String(secs), '--aspect', '9x16', '--quality', 'FULL']
    const out = ['--out', path.join(folder, 'video.mp4'), '--quiet']
    const words = ['render', song, '--art', cover, ...part, ...out]
    return ['env', `SONGREEL_CACHE_DIR=${cache}`, process.execPath, SONGREEL, ...words]
  }
  // Not measured, because what is measured ends with all that it started.
  const [program = '', ...words] = compose(1, true)
  await promisify(execFile)(program, words, { cwd: folder })
  await sleep(SETTLE_MS)
  return (secs, isKnown) => measureProgram(compose(secs, isKnown), folder)
}

/** What npx costs around a command that does nothing. */
export async function measureNpx(): Promise<VideoCost> {
  const bare = await measureProgram([process.execPath, SONGREEL, '--version'], REPOSITORY)
  const wrapped = await measureProgram(['npx', 'songreel', '--version'], REPOSITORY)
  return { cpuSecs: wrapped.cpuSecs - bare.cpuSecs, wallSecs: wrapped.wallSecs - bare.wallSecs }
}
