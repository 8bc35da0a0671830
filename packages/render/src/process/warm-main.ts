import { chmodSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { flushCompileCache, getCompileCacheDir } from 'node:module'
import os from 'node:os'
import { basename, dirname, join } from 'node:path'
import { loadAnalyser, loadSampler, loadTagReader } from '@songreel/audio'
import { importTemplate } from '@songreel/kit/core'
import { FIRST_CHILD_ID, LAST_CHILD_ID } from '../containment/user-ids.ts'

// A program: loads what children load, so that Node keeps it compiled, and ends. It sees no file from outside.
const [marker, lock, state, templateUrl] = process.argv.slice(2) as [string, string, string, string?]
os.setPriority(19)
await import('./preload.ts')
// Of a template nothing else is loaded: the engine is there already.
if (templateUrl) await importTemplate(templateUrl).catch(() => undefined)
else await loadEngine()
flushCompileCache()
openForChildren(getCompileCacheDir()!)
writeFileSync(marker, state)
rmSync(lock, { force: true })
// An orderly exit would write the entries once more, closed to others.
process.kill(process.pid, 'SIGKILL')

async function loadEngine(): Promise<void> {
  await import('./child-main.ts')
  await import('../probe/probe-media.ts')
  await import('../probe/probe-image.ts')
  await import('../probe/probe-video.ts')
  await import('../probe/probe-audio.ts')
  await loadAnalyser()
  await loadTagReader()
  await loadSampler()
  await import('@songreel/audio/engine')
  await import('../stills/draw-stills.ts')
  await import('../video/render-video.ts')
  await import('@songreel/kit')
  await import('@songreel/kit/lyrics')
  await import('../look/look-at-frames.ts')
  // These modules fail outside of a render, but only after they have been compiled, which is all we need.
  await import('../encode/segments/segment-worker.ts').catch(() => undefined)
}

/** Node ends the folder's name with the user id and closes the files to others; children have other ids, or 0 in a user namespace. */
function openForChildren(folder: string): void {
  for (const name of readdirSync(folder)) chmodSync(join(folder, name), 0o644)
  const childIds = Array.from(
    { length: LAST_CHILD_ID - FIRST_CHILD_ID + 1 },
    (_, index) => FIRST_CHILD_ID + index,
  )
  for (const id of [0, ...childIds]) {
    const name = basename(folder).replace(/\d+$/, String(id))
    try {
      symlinkSync(basename(folder), join(dirname(folder), name))
    } catch {
      // The link exists already.
    }
  }
}
