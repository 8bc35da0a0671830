import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { nameRemedy } from '../missing-part.ts'
import type { Check } from './check.ts'

/** The bundled FFmpeg and the two encoders behind every MP4. */
export const encoderCheck: Check = {
  name: 'Encoder',
  fix: nameRemedy(),
  async run() {
    const { tryEncoder } = await import('@songreel/render')
    const { ffmpegVersion, encoders } = await tryEncoder()
    const shown = Object.entries(encoders).map(([name, isThere]) => `${name} ${isThere ? '✓' : '✗'}`)
    const system = await findSystemFfmpeg()
    const text = `bundled FFmpeg ${ffmpegVersion} · ${shown.join(' ')}${system}`
    return { status: encoders.libx264 && encoders.aac ? 'GOOD' : 'PROBLEM', text }
  },
}

/** Said so that nobody wonders which one was at work. */
async function findSystemFfmpeg(): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)('ffmpeg', ['-version'], { timeout: 5000 })
    const version = /^ffmpeg version (\S+)/.exec(stdout)?.[1] ?? ''
    return `        (system ffmpeg ${version} found, not used)`
  } catch {
    return ''
  }
}
