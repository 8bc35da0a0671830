import { type CliError, EXIT, type ExitCode, toCliError, usageError } from '../cli-error.ts'
import { cleanText, type Paint, showMark, showTable } from '../print.ts'
import type { CommandContext, Outcome } from '../run-command.ts'
import { type FoundSong, findSongs } from '../songs/find-songs.ts'
import { type RenderOrder, renderSong } from './render-song.ts'

/** One of several songs, and what is to be made of it: found out when its turn comes. */
export type SongEntry = { path: string; plan(): RenderOrder | Promise<RenderOrder> }

/** How one of several songs ended. */
type SongResult = { path: string; outcome: Outcome; error?: CliError }

/** What would end every other song in the same way. */
const HOPELESS: readonly ExitCode[] = [EXIT.usage, EXIT.missingPart, EXIT.stopped]

/** `songreel render` with any number of songs and folders: goes on after failures, and ends with a table. */
export async function renderSongs(
  paths: readonly string[],
  order: RenderOrder,
  context: CommandContext,
): Promise<Outcome> {
  const songs = await findSongs(paths)
  const [first] = songs
  if (songs.length > 1) return renderEach(listEntries(songs, order), context)
  if (first!.error) throw first!.error
  return renderSong({ ...order, files: { ...order.files, song: first!.path } }, context)
}

/** The same order for each of several songs. */
function listEntries(songs: readonly FoundSong[], order: RenderOrder): SongEntry[] {
  if (order.song.names.title !== undefined)
    throw usageError(`--title is the name of one song, but there are ${songs.length}. Leave it out.`)
  return songs.map(({ path, error }) => ({
    path,
    plan() {
      if (error) throw error
      return { ...order, files: { ...order.files, song: path } }
    },
  }))
}

/** Makes the videos of one song after the other. */
export async function renderEach(
  entries: readonly SongEntry[],
  context: CommandContext,
  hopeless: readonly ExitCode[] = HOPELESS,
): Promise<Outcome> {
  const { reporter, signal } = context
  const results: SongResult[] = []
  const taken = new Set<string>()
  for (const [index, entry] of entries.entries()) {
    signal.throwIfAborted()
    reporter.report({ event: 'song', file: entry.path, number: index + 1, of: entries.length })
    const isFirst = results.every(({ outcome }) => outcome.files.length === 0)
    results.push(await renderOne(entry, { taken, isFirst, hopeless }, context))
  }
  reporter.say('', ...showSongs(results, reporter.paint))
  return conclude(results)
}

type Series = { taken: Set<string>; isFirst: boolean; hopeless: readonly ExitCode[] }

async function renderOne(
  { path, plan }: SongEntry,
  { taken, isFirst, hopeless }: Series,
  context: CommandContext,
): Promise<SongResult> {
  try {
    const order = await plan()
    const isOpened = order.isOpened && isFirst
    return { path, outcome: await renderSong({ ...order, isOpened, series: { taken } }, context) }
  } catch (thrown) {
    const error = toCliError(thrown)
    if (hopeless.includes(error.exitCode)) throw error
    const { code, message, exitCode } = error
    context.reporter.close()
    context.reporter.report({ event: 'failed', code, message, song: path })
    return { path, outcome: { exitCode, files: [] }, error }
  }
}

/** One row per song: how many videos it has now, or why it has none. */
function showSongs(results: readonly SongResult[], paint: Paint): string[] {
  const rows = results.map(({ path, outcome: { exitCode, files }, error }) => {
    const mark = showMark(exitCode === EXIT.ok ? 'good' : 'bad', paint)
    const count = files.length === 1 ? '1 video' : `${files.length} videos`
    const made = exitCode === EXIT.ok ? count : `${count}, the others failed`
    const plan = exitCode === EXIT.ok && files.length === 0 ? 'in order' : made
    return [`  ${mark} ${cleanText(path)}`, cleanText(error?.message ?? plan)]
  })
  const good = results.filter(({ outcome }) => outcome.exitCode === EXIT.ok).length
  return [...showTable(rows, 3), '', `  ${good} of ${results.length} songs are done.`]
}

/** 0 when all were made, 2 when some were not, and the first failure's own code when there is no video at all. */
function conclude(results: readonly SongResult[]): Outcome {
  const files = results.flatMap(({ outcome }) => outcome.files)
  const failure = results.find(({ outcome }) => outcome.exitCode !== EXIT.ok)
  const isSomeGood = results.some(({ outcome }) => outcome.exitCode === EXIT.ok) || files.length > 0
  if (!failure) return { exitCode: EXIT.ok, files }
  return { exitCode: isSomeGood ? EXIT.someFailed : failure.outcome.exitCode, files }
}
