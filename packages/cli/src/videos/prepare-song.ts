import {
  type AudioAnalysis,
  analyseAudio,
  type Background,
  chooseExcerptDefault,
  findSungLines,
  type Template,
  type TemplateData,
} from '@songreel/render'
import type { LoadedTemplate } from '@songreel/templates'
import { formatClock } from '../clock.ts'
import type { CoverFacts, SongFacts } from '../events.ts'
import type { Reporter } from '../reporter.ts'
import { type ChosenPart, choosePart, findLoudest, type WantedPart } from '../songs/choose-part.ts'
import { type FoundFiles, readSong } from '../songs/read-song.ts'
import type { SomeNames } from '../songs/song-names.ts'
import { checkBackground, checkClips } from './check-clips.ts'
import { chooseTemplate } from './choose-template.ts'
import { type GivenData, readTemplateData } from './template-data.ts'

/** Below this nothing should follow the beat, and no tempo should be shown. */
const CLEAR_BEAT = 0.3

/** What a person says about the song and its template. */
export type SongOrder = {
  names: SomeNames
  template: string | undefined
  /** What lies behind the look; unset: the cover. */
  background?: Background | undefined
  data: GivenData
  wanted: WantedPart
  /** How many different parts are needed. */
  count: number
}

/** A song that is ready to be shown. */
export type PreparedSong = {
  loaded: LoadedTemplate
  data: TemplateData
  song: SongFacts
  cover: CoverFacts
  /** The cover's file: given, or found beside the song. */
  art: string | undefined
  lyrics: string | undefined
  clips: readonly string[]
  background: Background | undefined
  /** The artist's photograph. */
  photo: string | undefined
  part: ChosenPart
}

/** Where to work and who gets the reports. */
export type PrepareContext = {
  reporter: Reporter
  signal: AbortSignal
  /** Where the analysis is left for the renders. */
  cacheFolder: string
  /** Refuses what does not go with the template, before anybody waits for the song. */
  checkTemplate: (template: Template) => Promise<unknown>
}

/** Reads and analyses the song while the template is loaded; reports what was found, in this order, as it is found. */
export async function prepareSong(
  files: FoundFiles,
  order: SongOrder,
  { reporter, signal, cacheFolder, checkTemplate }: PrepareContext,
): Promise<PreparedSong> {
  const failure = new AbortController()
  const either = AbortSignal.any([signal, failure.signal])
  const startedMs = performance.now()
  const { lyrics, clips = [], photo } = files
  const { background } = order
  // All start at once; an error in one ends the others, and errors in the command line are reported first.
  const template = chooseTemplate(order.template)
  const reading = readSong(files, order.names, { signal: either, cacheFolder })
  // The song was analysed when it was read, which takes all of it anyway.
  const analysing = reading.then(() => analyseAudio(files.song, { cacheFolder, signal: either }))
  const all = [template, reading, analysing]
  reporter.wait('Listening')
  try {
    const loaded = await orFirstError(template, all)
    await checkTemplate(loaded.template)
    checkBackground(loaded.template, background, { photo, reporter })
    checkClips(loaded.template, background, { clips, reporter })
    const { parsed: data } = await readTemplateData(loaded.template, order.data)
    const { song, cover, warnings } = await orFirstError(reading, all)
    reporter.report({ event: 'read', song, cover })
    for (const warning of warnings) reporter.report(warning)
    const analysis = await analysing
    reporter.wait()
    const { needs } = loaded.template
    const sungLines = await findSungLines({ needs, data, files: { lyrics } }, analysis)
    const part = choosePart(analysis, chooseExcerptDefault(loaded.template, data), { ...order, sungLines })
    reportAnalysis(reporter, analysis, part, performance.now() - startedMs)
    warnAboutLength(reporter, order.wanted.lengthSecs, analysis.durationSecs)
    if (lyrics && !loaded.template.needs.lyrics) warnAboutLyrics(reporter, loaded.template)
    return { loaded, data, song, cover, art: files.art ?? cover.file, lyrics, clips, background, photo, part }
  } finally {
    failure.abort()
    await Promise.allSettled(all)
  }
}

/** Waits for one of several tasks without overlooking that another has failed meanwhile. */
async function orFirstError<Result>(task: Promise<Result>, all: Promise<unknown>[]): Promise<Result> {
  const failed = new Promise<never>((_, reject) => {
    for (const each of all) each.catch(reject)
  })
  return Promise.race([task, failed])
}

function warnAboutLength(reporter: Reporter, lengthSecs: number | undefined, durationSecs: number): void {
  if (lengthSecs === undefined || lengthSecs <= durationSecs) return
  const message = `--length ${formatClock(lengthSecs)} is more than the song has; all of it is used, ${formatClock(durationSecs)}.`
  reporter.report({ event: 'warning', code: 'LENGTH_SHORTENED', message })
}

function warnAboutLyrics(reporter: Reporter, { contentId }: Template): void {
  const message = `${contentId} shows no lyrics, so --lyrics is not used.`
  reporter.report({ event: 'warning', code: 'LYRICS_UNUSED', message })
}

function reportAnalysis(reporter: Reporter, analysis: AudioAnalysis, part: ChosenPart, tookMs: number): void {
  const { tempo, key } = analysis
  const [range] = part.ranges
  reporter.report({
    event: 'listened',
    bpm: tempo.confidence >= CLEAR_BEAT ? Math.round(tempo.bpm) : null,
    key: key?.name ?? null,
    loudestSecs: findLoudest(analysis),
    hookSecs: part.kind === 'HOOK' ? range!.startSecs : null,
    tookMs: Math.round(tookMs),
  })
  reporter.report({ event: 'excerpt', kind: part.kind, ...range!, other: part.other })
  if (part.kind === 'START') {
    const message = 'The song is silent, so it has no hook: its start is used. Other part: --start and --end'
    reporter.report({ event: 'warning', code: 'SONG_SILENT', message })
  }
}
