import { chmod, copyFile, mkdir, rename, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { hashFile, locateAnalysis } from '@songreel/audio'
import { RenderError } from '@songreel/kit/core'
import type { SandboxFolder } from '../containment/sandbox-folder.ts'
import type { RenderedVideo, RenderFiles, RenderPlan } from '../plan/render-plan.ts'
import { namePosterFile } from '../video/output-files.ts'
import type { ChildJob } from './messages.ts'

const CACHE = 'cache'
const OUT = 'out'

/** A job as the child sees it, and what the parent does with the result. */
export type StagedJob = {
  job: ChildJob
  /** Takes the results out of the child's folder. Call it only after the child has exited. */
  settle(result: unknown): Promise<unknown>
  /**
   * Another job with some of the same files, as the child sees it; undefined where it needs others, and where the child has to end
   * because something is to be taken from it. Its folder is not touched: by now it may have run what a file made it run.
   */
  again?(next: StillsJob): Promise<ChildJob | undefined>
}

/** A job after which a child may be given another one. */
export type StillsJob = Extract<ChildJob, { kind: 'STILLS' | 'SKETCH' }>

/** Puts a job's files into the child's folder and rewrites its paths as the child sees them. */
export async function stageJob(job: ChildJob, sandbox: SandboxFolder): Promise<StagedJob> {
  if (job.kind === 'PROBE') {
    const { analysisFolder, ...options } = job.options
    const cache = await shareCache(sandbox, analysisFolder, job.path)
    const path = await sandbox.shareFile(job.path)
    const cached = cache && { analysisFolder: cache.folder, sha256: cache.sha256 }
    return { job: { ...job, path, options: { ...options, ...cached } }, settle: keeping(cache) }
  }
  if (job.kind === 'ANALYSIS') {
    const cache = await shareCache(sandbox, job.options.cacheFolder, job.path)
    const path = await sandbox.shareFile(job.path)
    const options = cache ? { cacheFolder: cache.folder, sha256: cache.sha256 } : {}
    return { job: { ...job, path, options }, settle: keeping(cache) }
  }
  if (job.kind === 'TASK') return { job, settle: async (result) => result }
  const cache = await shareCaches(sandbox, job.plan)
  await sandbox.addFolder(OUT)
  const plan = await stagePlan(job.plan, sandbox, cache)
  if (job.kind === 'STILLS' || job.kind === 'SKETCH') {
    const again = (next: StillsJob) => stageAgain(next, sandbox, cache)
    return { job: { ...job, plan }, settle: keeping(cache), ...(!cache?.brings && { again }) }
  }
  if (job.kind !== 'VIDEO') return { job: { ...job, plan }, settle: keeping(cache) }
  const { outFile } = job.plan
  return {
    job: { ...job, plan },
    async settle(result) {
      await cache?.keep()
      const video = { ...(result as RenderedVideo), file: outFile, poster: namePosterFile(outFile) }
      for (const file of [video.poster, video.file]) {
        if (!(await sandbox.take(join(OUT, basename(file)), file))) throw withoutOutput(file)
      }
      return video
    },
  }
}

async function stageAgain(
  job: StillsJob,
  sandbox: SandboxFolder,
  cache: LentCaches | undefined,
): Promise<ChildJob | undefined> {
  const known = new Map<string, string>()
  for (const file of listFiles(job.plan)) {
    const path = await sandbox.findLent(file)
    if (path === undefined) return undefined
    known.set(file, path)
  }
  const shareFile = async (file: string) => known.get(file) ?? file
  return { ...job, plan: await stagePlan(job.plan, { ...sandbox, shareFile }, cache) }
}

function listFiles({ files, chapters = [] }: RenderPlan): string[] {
  return [files, ...chapters.map((chapter) => chapter.files)].flatMap(
    ({ audio, cover, photo, clips, lyrics, brand }) =>
      [audio, cover, photo, lyrics, ...clips, ...Object.values(brand ?? {})].filter(
        (file) => file !== undefined,
      ),
  )
}

async function stagePlan(
  plan: RenderPlan,
  sandbox: Pick<SandboxFolder, 'shareFile' | 'childPath'>,
  cache: LentCaches | undefined,
): Promise<RenderPlan> {
  const { cacheFolder: _, files, chapters, ...rest } = plan
  const songSha256 = cache?.hashes.get(files.audio ?? '')
  return {
    ...rest,
    files: await shareFiles(sandbox, files),
    ...(chapters && {
      chapters: await Promise.all(
        chapters.map(async ({ song, files: own }) => {
          const sha256 = cache?.hashes.get(own.audio ?? '')
          return { song, files: await shareFiles(sandbox, own), ...(sha256 && { songSha256: sha256 }) }
        }),
      ),
    }),
    folder: sandbox.childPath,
    outFile: join(sandbox.childPath, OUT, basename(plan.outFile)),
    ...(cache && { cacheFolder: cache.folder, ...(songSha256 && { songSha256 }) }),
  }
}

async function shareFiles(
  { shareFile }: Pick<SandboxFolder, 'shareFile'>,
  { audio, cover, photo, clips, lyrics, brand }: RenderFiles,
): Promise<RenderFiles> {
  const shareNamed = async ([name, path]: [string, string]) => [name, await shareFile(path)]
  return {
    ...(audio !== undefined && { audio: await shareFile(audio) }),
    ...(cover !== undefined && { cover: await shareFile(cover) }),
    ...(photo !== undefined && { photo: await shareFile(photo) }),
    ...(lyrics !== undefined && { lyrics: await shareFile(lyrics) }),
    clips: await Promise.all(clips.map(shareFile)),
    ...(brand && { brand: Object.fromEntries(await Promise.all(Object.entries(brand).map(shareNamed))) }),
  }
}

type LentCaches = {
  folder: string
  hashes: Map<string, string>
  /** Whether the child brings forth an analysis that is to be kept. */
  brings: boolean
  keep(): Promise<void>
}

/** Those of all songs of a plan. */
async function shareCaches(sandbox: SandboxFolder, plan: RenderPlan): Promise<LentCaches | undefined> {
  const songs = [plan, ...(plan.chapters ?? [])].flatMap(({ files }) => files.audio ?? [])
  const hashes = new Map<string, string>()
  const lent: LentCache[] = []
  for (const song of new Set(songs)) {
    const cache = await shareCache(sandbox, plan.cacheFolder, song)
    if (!cache) continue
    hashes.set(song, cache.sha256)
    lent.push(cache)
  }
  const [first] = lent
  return (
    first && {
      folder: first.folder,
      hashes,
      brings: lent.some(({ isKnown }) => !isKnown),
      keep: async () => {
        for (const cache of lent) await cache.keep()
      },
    }
  )
}

type LentCache = { folder: string; sha256: string; isKnown: boolean; keep(): Promise<void> }

/**
 * Analyses are shared by all who have the same song, so a child sees and leaves only that of its own: the parent, who
 * hashes the song itself, brings it and takes it.
 */
async function shareCache(
  sandbox: SandboxFolder,
  folder: string | undefined,
  song: string | undefined,
): Promise<LentCache | undefined> {
  if (folder === undefined || song === undefined) return undefined
  const sha256 = await hashFile(song).catch(() => undefined)
  // The child reports what is wrong with the file.
  if (sha256 === undefined) return undefined
  const known = locateAnalysis(folder, sha256)
  const inside = join(CACHE, basename(known))
  await sandbox.addFolder(CACHE)
  const isKnown = await bringKnown(known, join(sandbox.path, inside))
  const keep = async () => {
    if (!isKnown) await keepAnalysis(sandbox, inside, known, folder)
  }
  return { folder: join(sandbox.childPath, CACHE), sha256, isKnown, keep }
}

async function bringKnown(known: string, target: string): Promise<boolean> {
  try {
    await copyFile(known, target)
    await chmod(target, 0o644)
    return true
  } catch {
    return false
  }
}

/** In one step, as others may be reading. A full or read-only disk costs time later, but does not fail a render now. */
async function keepAnalysis(
  sandbox: SandboxFolder,
  inside: string,
  target: string,
  folder: string,
): Promise<void> {
  const draft = `${target}.${basename(sandbox.path)}.draft`
  try {
    await mkdir(folder, { recursive: true })
    if (await sandbox.take(inside, draft)) await rename(draft, target)
  } catch {
    await rm(draft, { force: true }).catch(() => undefined)
  }
}

function keeping(cache: Pick<LentCache, 'keep'> | undefined): StagedJob['settle'] {
  return async (result) => {
    await cache?.keep()
    return result
  }
}

function withoutOutput(file: string): RenderError {
  return new RenderError('RENDER_CRASHED', `The render process left no usable ${basename(file)}.`, {})
}
