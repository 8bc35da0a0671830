import { SAFE_FLASHES_PER_SEC } from '../encode/flash-meter.ts'
import type { OutputFormat } from '../formats/catalogue.ts'
import type { FrameFacts } from '../look/look-at-frames.ts'
import { isSameRatio, nameAspectRatio } from '../plan/aspect-ratio.ts'
import type { Platform, PlatformVerdict } from '../plan/render-plan.ts'

/** What decides whether a platform accepts a video. */
export type DeliveryFacts = FrameFacts & {
  format: OutputFormat
  /** The container's four letters for the video's codec. */
  videoTag: string | null
  width: number
  height: number
  fps: number
  durationSecs: number
  /** Of the whole file. */
  bitsPerSec: number
  hasAudio: boolean
  flashesPerSec: number
}

/** A rule, and what to say where it is broken. */
type Rule = (facts: DeliveryFacts) => string | false

/** Checks a finished video against the rules of the platforms it may be meant for. */
export function judgePlatforms(facts: DeliveryFacts): Record<Platform, PlatformVerdict> {
  const judge = (platform: Platform): PlatformVerdict => {
    const reasons = RULES[platform].map((rule) => rule(facts)).filter((reason) => reason !== false)
    return { status: reasons.length === 0 ? 'PASS' : 'FAIL', reasons }
  }
  return {
    STREAMER_CANVAS: judge('STREAMER_CANVAS'),
    STORE_MOTION: judge('STORE_MOTION'),
    VERTICAL_FEED: judge('VERTICAL_FEED'),
    VIDEOSITE: judge('VIDEOSITE'),
  }
}

const isFormat =
  (...formats: OutputFormat[]): Rule =>
  ({ format }) =>
    !formats.includes(format) && `It is ${format}; ${formats.join(' or ')} is taken.`

const hasRatio =
  (...ratios: string[]): Rule =>
  ({ width, height }) => {
    const seen = nameAspectRatio(width, height)
    return !ratios.some((ratio) => isSameRatio(ratio, seen)) && `It is ${seen}, not ${ratios.join(' or ')}.`
  }

const lasts =
  (leastSecs: number, mostSecs: number): Rule =>
  ({ durationSecs }) =>
    (durationSecs < leastSecs - 0.05 || durationSecs > mostSecs + 0.05) &&
    `It lasts ${round(durationSecs)} s; ${leastSecs} to ${mostSecs} s are taken.`

const isSilent: Rule = ({ hasAudio }) => hasAudio && 'It has sound, and must be silent.'
const hasNoText: Rule = ({ hasText }) => hasText && 'It shows text, and must show none.'
const isSafe: Rule = ({ flashesPerSec }) =>
  flashesPerSec > SAFE_FLASHES_PER_SEC &&
  `It flashes ${flashesPerSec} times a second; ${SAFE_FLASHES_PER_SEC} are safe.`
const isSmooth: Rule = ({ fps }) =>
  (fps < 23 || fps > 60) && `It has ${fps} frames a second; 23 to 60 are taken.`
const keepsTextClear: Rule = ({ stray }) =>
  stray !== null && `"${stray}" stands where the platform puts its own signs.`

const isLarge =
  (shortSidePx: number): Rule =>
  ({ width, height }) =>
    Math.min(width, height) < shortSidePx &&
    `It is ${width}x${height}; the shorter side must have ${shortSidePx} pixels.`

const PRORES_4444 = 'ap4h'
const isStoreCodec: Rule = ({ format, videoTag }) =>
  format === 'MOV' &&
  videoTag !== PRORES_4444 &&
  'It is ProRes 422; MP4 or ProRes 4444 (MOV at ULTRA) is taken.'

const STORE_SIZES = ['3840x3840', '2048x2732']
const isStoreSize: Rule = ({ width, height }) =>
  !STORE_SIZES.includes(`${width}x${height}`) && `It is ${width}x${height}, not ${STORE_SIZES.join(' or ')}.`
const STORE_MBITS = 45
const isRich: Rule = ({ bitsPerSec }) =>
  bitsPerSec < STORE_MBITS * 1e6 &&
  `It has ${round(bitsPerSec / 1e6)} Mbit/s; at least ${STORE_MBITS} are wanted.`
// A 3x4 file extends the picture, so only a square one is the cover itself.
const beginsWithCover: Rule = ({ width, height, startsWithCover }) =>
  width === height && !startsWithCover && 'Its first frame is not the cover.'

const RULES: Record<Platform, Rule[]> = {
  STREAMER_CANVAS: [
    isFormat('MP4'),
    hasRatio('9x16'),
    isLarge(720),
    lasts(3, 8),
    isSilent,
    hasNoText,
    isSafe,
  ],
  STORE_MOTION: [
    isFormat('MP4', 'MOV'),
    isStoreCodec,
    isStoreSize,
    lasts(8, 20),
    isRich,
    isSilent,
    hasNoText,
    beginsWithCover,
    isSafe,
  ],
  VERTICAL_FEED: [
    isFormat('MP4'),
    hasRatio('9x16'),
    isLarge(540),
    lasts(3, 180),
    isSmooth,
    keepsTextClear,
    isSafe,
  ],
  VIDEOSITE: [isFormat('MP4', 'MOV', 'WEBM'), isLarge(720), isSmooth, isSafe],
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
