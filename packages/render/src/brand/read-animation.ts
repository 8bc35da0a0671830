import { readFile, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { RenderError } from '@songreel/kit/core'
import { checkLottie, type Lottie, type LottieReport } from '@songreel/kit/input'
import { cutSting, LOGO_SIDE_PX } from './cut-sting.ts'
import { ArchiveFault, type DotLottie, isArchive, readDotLottie } from './read-dot-lottie.ts'
import type { Logo } from './read-logo.ts'

/** A Lottie animation of a brand that was checked and really drawn. */
export type Animation = {
  lottie: Lottie
  format: 'JSON' | 'LOTTIE'
  report: LottieReport
  /** Milliseconds of one core a picture, with a longer side of 1080 pixels. */
  costMs: number
}

const MAX_BYTES = 2 * 1024 ** 2
const TRIED_SIDES_PX = [90, 360, 1080]
/** A picture takes so long at most; a whole frame of a template takes about 5. */
const MOST_COST_MS = 60

/** Pictures by these names are filled in when it is shown. */
const BOUND_IMAGES = /^\s*(?:cover|logo)\s*$/i

/** Reads an animation, a Lottie JSON or a .lottie archive; what can't be played as it is meant is `ANIMATION_INVALID`. */
export async function readAnimation(path: string): Promise<Omit<Animation, 'costMs'>> {
  const { size } = await stat(path)
  if (size === 0) refuse(path, 'is empty (0 bytes)')
  if (size > MAX_BYTES) refuse(path, `has ${Math.round(size / 1024)} KB; at most 2 MB are read`)
  const bytes = await readFile(path)
  const format = isArchive(bytes) ? 'LOTTIE' : 'JSON'
  const { animation, notes } =
    format === 'LOTTIE' ? openArchive(path, bytes) : { animation: parseJson(path, bytes), notes: [] }
  const { lottie, report, faults } = checkLottie(animation, { isBound: (name) => BOUND_IMAGES.test(name) })
  if (faults) return refuse(path, faults.slice(0, 3).join('; it '))
  return { lottie, format, report: { ...report, notes: [...notes, ...report.notes] } }
}

/** Reads an animation, and draws some of its pictures before anybody relies on it. */
export async function tryAnimation(path: string): Promise<Animation> {
  const read = await readAnimation(path)
  const { measureLottie } = await import('@songreel/kit/drawing')
  let costMs = 0
  // Small ones first: what is dear there already would take minutes at its full size.
  for (const sidePx of TRIED_SIDES_PX) {
    costMs = measureLottie(read.lottie, sidePx, MOST_COST_MS) ?? refuse(path, 'cannot be drawn')
    if (costMs > MOST_COST_MS)
      refuse(
        path,
        `takes ${Math.round(costMs)} ms a picture of ${sidePx} pixels; at most ${MOST_COST_MS} are spent`,
      )
  }
  // None costs nothing.
  return { ...read, costMs: Math.ceil(costMs * 10) / 10 }
}

/** An animation as a logo: what is seen at its end is where it rests. */
export async function readLogoSting(path: string): Promise<Logo> {
  const { lottie } = await readAnimation(path)
  const { drawRest } = await import('@songreel/kit/drawing')
  const rest = drawRest(lottie, LOGO_SIDE_PX) ?? refuse(path, 'cannot be drawn')
  const logo = cutSting(lottie, rest)
  return typeof logo === 'string' ? refuse(path, `${logo} at its end, where a logo rests`) : logo
}

function openArchive(path: string, bytes: Buffer): DotLottie {
  try {
    return readDotLottie(bytes)
  } catch (error) {
    if (error instanceof ArchiveFault) return refuse(path, error.message, error)
    return refuse(path, 'is a damaged archive', error as Error)
  }
}

function parseJson(path: string, bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8').replace(/^\uFEFF/, ''))
  } catch (error) {
    return refuse(path, 'is neither a Lottie JSON nor a .lottie archive', error as Error)
  }
}

function refuse(path: string, seen: string, cause?: Error): never {
  const file = basename(path)
  const advice =
    'Export it as Lottie JSON or .lottie with its pictures inside, without expressions, and with fewer layers.'
  throw new RenderError('ANIMATION_INVALID', `${file} ${seen}.`, { file, seen, advice }, { cause })
}
