import { stat } from 'node:fs/promises'
import { RenderError } from '@songreel/kit/core'
import { hasMp4Box, listMp4Boxes } from '../container/mp4-boxes.ts'
import { SAFE_FLASHES_PER_SEC } from '../encode/flash-meter.ts'
import type { FrameSource } from '../encode/frame-source.ts'
import type { FormatSpec } from '../encode/get-format.ts'
import { MAX_TRUE_PEAK_DBTP } from '../encode/sound/encode-sound.ts'
import type { OutputFormat } from '../formats/catalogue.ts'
import type { FrameFacts } from '../look/look-at-frames.ts'
import type { LoudnessTarget, OutputCheck, OutputChecks } from '../plan/render-plan.ts'
import { judgePlatforms } from './judge-platforms.ts'
import { type OutputFacts, readOutput } from './read-output.ts'
import { createSoundCheck, type SongReader, type SoundFacts } from './sound-check.ts'

/** A target counts as met this close to it. */
const CLOSE_LU = 1

const SILENT_LUFS = -60

/** WCAG 2.2, 1.4.3. */
const LEAST_CONTRAST = 4.5

/** Darker than this at its brightest, and the first frame is black. */
const BLACK_PEAK = 0.13

/** What the file was meant to be. */
export type ExpectedOutput = {
  spec: FormatSpec
  size: FrameSource['size']
  fps: number
  frameCount: number
  /** Null for a silent video; otherwise reads the song's mono mix from this second of the excerpt on. */
  readSong: SongReader | null
  loudness: LoudnessTarget
  flashesPerSec: number
  format: OutputFormat
  /** Found in another thread meanwhile. */
  frames: Promise<FrameFacts>
}

/** Opens the finished file again and compares it with what was wanted; throws where it would not play as it should. */
export async function checkOutput(
  file: string,
  expected: ExpectedOutput,
  { signal }: { signal?: AbortSignal } = {},
): Promise<OutputChecks> {
  const durationSecs = expected.frameCount / expected.fps
  const sound = createSoundCheck(durationSecs, expected.readSong)
  const facts = await readOutput(file, expected.spec.container, {
    onSound: sound.push,
    ...(signal && { signal }),
  })
  const measured = await sound.finish()
  const frames = await expected.frames
  const items = [
    ...checkPictures(facts, expected),
    ...checkSound(facts, measured, expected),
    ...(await checkLayout(file, expected.spec)),
    checkFlashing(expected.flashesPerSec),
    ...checkType(frames),
  ]
  const failed = items.find(({ status }) => status === 'FAILED')
  if (failed) {
    const { name, seen, expected: wanted } = failed
    const message = `The finished file did not pass its check: ${name} is ${seen}, expected ${wanted}.`
    throw new RenderError('OUTPUT_CHECK_FAILED', message, { check: name, seen, expected: wanted })
  }
  const { flashesPerSec, format, size, fps } = expected
  const platforms = judgePlatforms({
    ...frames,
    ...size,
    format,
    videoTag: facts.videoTag,
    fps,
    durationSecs,
    bitsPerSec: ((await stat(file)).size * 8) / durationSecs,
    hasAudio: facts.audioCodec !== null,
    flashesPerSec,
  })
  return { isPassed: true, items, loudness: measured.loudness, flashesPerSec, platforms }
}

function checkPictures(facts: OutputFacts, { spec, size, fps, frameCount }: ExpectedOutput): OutputCheck[] {
  const frameSecs = 1 / fps
  const durationSecs = frameCount * frameSecs
  const seenSecs = Math.max(facts.videoSecs, facts.audioSecs)
  return [
    compare('codec', nameCodec(facts, spec), spec.video.name),
    compare('size', `${facts.width}x${facts.height}`, `${size.width}x${size.height}`),
    compare('fps', `${round(facts.fps)}`, `${fps}`),
    compare('frames', `${facts.frames}`, `${frameCount}`),
    judge(
      'duration',
      Math.abs(seenSecs - durationSecs) <= frameSecs,
      `${round(seenSecs)} s`,
      `${round(durationSecs)} s`,
    ),
    advise(
      'firstFrame',
      facts.firstFramePeak > BLACK_PEAK,
      `brightest part ${round(facts.firstFramePeak * 100)} %`,
      'not black',
    ),
  ]
}

/** A codec of several kinds is the one that was wanted only if its kind is, too. */
function nameCodec({ videoCodec, videoTag }: OutputFacts, { video }: FormatSpec): string {
  return video.tag === undefined || video.tag === videoTag ? videoCodec : `${videoCodec} (${videoTag})`
}

function checkSound(
  facts: OutputFacts,
  measured: SoundFacts,
  { spec, fps, readSong, loudness }: ExpectedOutput,
): OutputCheck[] {
  const wanted = readSong && spec.audio ? spec.audio.name : 'none'
  const audio = compare('audio', facts.audioCodec ?? 'none', wanted)
  if (!measured.loudness) return [audio]
  const { integratedLufs, truePeakDbtp } = measured.loudness
  const lagSecs = Math.max(Math.abs(measured.lagSecs ?? 0), Math.abs(facts.firstFrameSecs))
  return [
    audio,
    judge('sync', lagSecs <= 0.5 / fps, `${round(lagSecs * 1000)} ms`, `at most ${round(500 / fps)} ms`),
    checkLoudness(integratedLufs, loudness),
    advise(
      'truePeak',
      truePeakDbtp <= MAX_TRUE_PEAK_DBTP,
      `${round(truePeakDbtp)} dBTP`,
      `at most ${MAX_TRUE_PEAK_DBTP} dBTP`,
    ),
  ]
}

/** A song whose peaks stand far above the rest cannot be brought to every target without harm. */
function checkLoudness(seenLufs: number, wanted: LoudnessTarget): OutputCheck {
  const seen = `${round(seenLufs)} LUFS`
  if (wanted === 'ORIGINAL' || seenLufs <= SILENT_LUFS)
    return advise('loudness', seenLufs > SILENT_LUFS, seen, 'not silent')
  return advise('loudness', Math.abs(seenLufs - wanted) <= CLOSE_LU, seen, `${wanted} LUFS`)
}

/** Players start before the whole file is there only if its index comes first; platforms stumble over edit lists. */
async function checkLayout(file: string, { container, omitsPriming }: FormatSpec): Promise<OutputCheck[]> {
  if (container !== 'mov') return []
  const { boxes } = await listMp4Boxes(file)
  const index = boxes.find(({ kind }) => kind === 'moov' || kind === 'mdat')
  const isFirst = index?.kind === 'moov' && boxes.some(({ kind }) => kind === 'mdat')
  const fastStart = judge('fastStart', isFirst, boxes.map(({ kind }) => kind).join(' '), 'moov before mdat')
  if (!omitsPriming || !isFirst) return [fastStart]
  const hasEdits = await hasMp4Box(file, index, 'elst')
  return [fastStart, judge('editLists', !hasEdits, hasEdits ? 'present' : 'none', 'none')]
}

function checkFlashing(flashesPerSec: number): OutputCheck {
  const isSafe = flashesPerSec <= SAFE_FLASHES_PER_SEC
  return advise('flashing', isSafe, `${flashesPerSec} a second`, `at most ${SAFE_FLASHES_PER_SEC} a second`)
}

/** Type is judged by a template's examination; here it is seen with this cover and these words. */
function checkType({ hasText, stray, weakest }: FrameFacts): OutputCheck[] {
  if (!hasText) return []
  const safeArea = advise(
    'safeArea',
    stray === null,
    stray === null ? 'all text inside' : `"${stray}" outside`,
    'all text inside',
  )
  if (!weakest) return [safeArea]
  const { text, ratio } = weakest
  const seen = `${ratio.toFixed(1)}:1 ("${text}")`
  return [safeArea, advise('contrast', ratio >= LEAST_CONTRAST - 0.1, seen, `at least ${LEAST_CONTRAST}:1`)]
}

function compare(name: OutputCheck['name'], seen: string, expected: string): OutputCheck {
  return judge(name, seen === expected, seen, expected)
}

/** A bug of ours: such a file is never delivered. */
function judge(name: OutputCheck['name'], isGood: boolean, seen: string, expected: string): OutputCheck {
  return { name, status: isGood ? 'PASSED' : 'FAILED', seen, expected }
}

/** May be due to the song or the cover, so it is a warning and the file is kept. */
function advise(name: OutputCheck['name'], isGood: boolean, seen: string, expected: string): OutputCheck {
  return { name, status: isGood ? 'PASSED' : 'WARNING', seen, expected }
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
