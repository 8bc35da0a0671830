import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { openFolderStore, type RenderPlan, renderVideo, type SegmentCount } from '@songreel/render'
import { makeLyricVideo } from './rebuild/lyric-video.ts'

const MAX_BYTES = 20e9

/** What one version of the video cost, in this process and in the one that made it. */
type Cost = { what: string; segments: SegmentCount; cpuSecs: number; wallSecs: number; sha256: string }

type Figures = { contentId: string; secs: number; storedMb: number; costs: Cost[] }

/**
 * What a corrected video costs beside the first one: a lyric video of 3 minutes, FULL, made without a store, into an empty one, and
 * once more from it, unchanged and with changes. `--secs 40` and `--template` for a smaller try.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      secs: { type: 'string', default: '180' },
      template: { type: 'string', default: 'LYRIC_KARAOKE_FILL' },
      all: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
  })
  const folder = await mkdtemp(path.join(tmpdir(), 'songreel-rebuild-'))
  try {
    const figures = await measure(folder, values.template, Number(values.secs), values.all)
    console.log(values.json ? JSON.stringify(figures) : describe(figures))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function measure(folder: string, contentId: string, secs: number, all: boolean): Promise<Figures> {
  const video = await makeLyricVideo(folder, { contentId, secs, threads: availableParallelism() })
  const kept = path.join(folder, 'kept')
  const make = async (what: string, plan: RenderPlan, store?: string): Promise<Cost> => {
    const before = process.cpuUsage()
    const startedMs = performance.now()
    const segments = store ? openFolderStore(store, { maxBytes: MAX_BYTES }) : undefined
    const made = await renderVideo(plan, { ...(segments && { segments }), timeoutMs: 24 * 3_600_000 })
    const { user, system } = process.cpuUsage(before)
    const wallSecs = (performance.now() - startedMs) / 1000
    await rm(made.file)
    return {
      what,
      segments: made.segments,
      cpuSecs: made.cpuSecs + (user + system) / 1e6,
      wallSecs,
      sha256: made.sha256,
    }
  }
  // The song is analysed before anything is measured.
  await make('', { ...(await video.plan('first')), clip: { startSecs: 0, secs: 0.2 } })
  const costs = [await make('without a store', await video.plan('first'))]
  costs.push(await make('into an empty store', await video.plan('first'), kept))
  const storedMb = await measureFolder(kept)
  costs.push(await make('unchanged', await video.plan('first'), kept))
  costs.push(await make('one word', await video.plan('word', { word: 'humming' }), kept))
  costs.push(await make('8 s longer', await video.plan('longer', { secs: secs + 8 }), kept))
  if (all) {
    costs.push(await make('one word, all anew', await video.plan('word', { word: 'humming' })))
    costs.push(await make('another title', await video.plan('title', { title: 'Tin Lantern' }), kept))
    costs.push(await make('another cover', await video.plan('cover', { hasOtherCover: true }), kept))
  }
  return { contentId, secs, storedMb, costs }
}

async function measureFolder(folder: string): Promise<number> {
  const names = await readdir(folder, { recursive: true })
  const sizes = await Promise.all(names.map(async (name) => (await stat(path.join(folder, name))).size))
  return sizes.reduce((sum, size) => sum + size, 0) / 1e6
}

function describe({ contentId, secs, storedMb, costs }: Figures): string {
  const [whole] = costs
  const share = (value: number, of: number) => `${((100 * value) / of).toFixed(1)} %`.padStart(8)
  const rows = costs.map(
    ({ what, segments, cpuSecs, wallSecs }) =>
      `${what.padEnd(20)} ${String(segments.total - segments.kept).padStart(3)} of ${segments.total}` +
      `  ${cpuSecs.toFixed(1).padStart(7)} s ${share(cpuSecs, whole!.cpuSecs)}` +
      `  ${wallSecs.toFixed(1).padStart(7)} s ${share(wallSecs, whole!.wallSecs)}`,
  )
  return [
    `${contentId}, ${secs} s, 1080x1920; ${Math.round(storedMb)} MB of kept segments`,
    '                    encoded       CPU                wall time',
    ...rows,
  ].join('\n')
}
