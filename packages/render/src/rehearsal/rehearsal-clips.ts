import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ClipFile } from '@songreel/kit/input'
import { readClipFile } from '../probe/read-clip-file.ts'
import { makeDemoClips } from './make-demo-clips.ts'

let lent: Promise<ClipFile[]> | undefined

/** Clips for whatever needs some; written once per process, and gone with it. */
export function lendClips(): Promise<ClipFile[]> {
  lent ??= writeClips()
  return lent
}

async function writeClips(): Promise<ClipFile[]> {
  const folder = await mkdtemp(join(tmpdir(), 'songreel-clips-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const paths = await makeDemoClips(folder)
  return Promise.all(paths.map((path) => readClipFile(path, { lookCount: 4 })))
}
