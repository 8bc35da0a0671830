import { describeIssue } from './describe-issue.ts'
import { estimateCost } from './estimate-cost.ts'
import { findFaults } from './find-faults.ts'
import { LOOK_LIMITS } from './limits.ts'
import type { LookFault } from './look-fault.ts'
import { type Look, lookSchema } from './look-schema.ts'
import { listSources, type Pictures } from './resolve-layers.ts'

/** The sizes at which costs are bound: FULL, in each shape. */
const COST_SIZES = {
  TALL: { width: 1080, height: 1920 },
  PORTRAIT: { width: 1080, height: 1350 },
  SQUARE: { width: 1080, height: 1080 },
  WIDE: { width: 1920, height: 1080 },
}

const MOST_FAULTS = 20
/** Deeper than any look; and more values than fit in a file of the largest size are none that was read from one. */
const MOST_NESTING = 32
const MOST_VALUES = 100_000

/** Checks a look before anything of it is drawn: all of its faults, or the look. */
export function parseLook(
  json: unknown,
): { look: Look; faults?: undefined } | { faults: LookFault[]; look?: undefined } {
  const shape = checkNesting(json)
  if (shape) return { faults: [shape] }
  const long = checkLength(json)
  if (long) return { faults: [long] }
  const parsed = lookSchema.safeParse(json)
  if (!parsed.success)
    return {
      faults: parsed.error.issues.flatMap((issue) => describeIssue(issue, json)).slice(0, MOST_FAULTS),
    }
  const look = parsed.data
  const faults = findFaults(look)
  if (faults.length > 0) return { faults: faults.slice(0, MOST_FAULTS) }
  const costly = checkCost(look)
  return costly.length > 0 ? { faults: costly } : { look }
}

/** The same for the text of a file. */
export function readLook(text: string): ReturnType<typeof parseLook> {
  const bytes = Buffer.byteLength(text)
  if (bytes > LOOK_LIMITS.fileBytes) {
    const message = `The look has ${bytes} bytes.`
    return { faults: [{ path: '', message, advice: `At most ${LOOK_LIMITS.fileBytes} are taken.` }] }
  }
  try {
    return parseLook(JSON.parse(text.replace(/^\uFEFF/, '')))
  } catch (error) {
    const message = `This is no JSON: ${error instanceof Error ? error.message : error}`
    return { faults: [{ path: '', message, advice: 'Check its commas, quotes and brackets.' }] }
  }
}

/** What is no animation is short; all of it has to fit into a file, however it came here. */
function checkLength(json: unknown): LookFault | undefined {
  const { animations, ...look } = (isObject(json) ? json : {}) as { animations?: unknown }
  const lookBytes = countBytes(look)
  const bytes = lookBytes + countBytes(animations)
  if (lookBytes <= LOOK_LIMITS.bytes && bytes <= LOOK_LIMITS.fileBytes) return undefined
  const isLook = lookBytes > LOOK_LIMITS.bytes
  const message = `${isLook ? 'The look' : 'All of it'} has ${isLook ? lookBytes : bytes} bytes.`
  const advice = `At most ${LOOK_LIMITS.bytes} are taken without its animations, and ${LOOK_LIMITS.fileBytes} with them.`
  return { path: isLook ? '' : 'animations', message, advice }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function countBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value) ?? '')
}

/** One line for each fault. */
export function describeFaults(faults: readonly LookFault[]): string {
  return faults.map(({ path, message, advice }) => `${path || 'look'}: ${message} ${advice}`).join('\n  ')
}

/** Values inside of values are followed without a call for each, so that depth does no harm. */
function checkNesting(json: unknown): LookFault | undefined {
  let level: unknown[] = [json]
  let count = 0
  for (let depth = 0; level.length > 0; depth++) {
    count += level.length
    if (depth > MOST_NESTING || count > MOST_VALUES) {
      const message = depth > MOST_NESTING ? 'It is nested too deep.' : 'It holds too many values.'
      return { path: '', message, advice: `At most ${LOOK_LIMITS.depth} stacks lie inside of each other.` }
    }
    level = level.flatMap((value) =>
      typeof value === 'object' && value !== null ? Object.values(value) : [],
    )
  }
  return undefined
}

/** With and without each picture that a song may lack: what stands beside one that is left out may become larger. */
function listPictures({ layers }: Look): Pictures[] {
  const sources = listSources(layers)
  const photos = sources.has('ARTIST') ? [true, false] : [true]
  const logos = sources.has('LOGO') ? [true, false] : [true]
  return photos.flatMap((photo) => logos.map((logo) => ({ photo, logo })))
}

/** In every shape that the frame may have: what costs too much in one is refused in all. */
function checkCost(look: Look): LookFault[] {
  const cases = Object.entries(COST_SIZES).flatMap(([shape, size]) =>
    listPictures(look).map((pictures) => ({ shape, size, pictures })),
  )
  for (const { shape, size, pictures } of cases) {
    const { costMs, paintedFrames, parts } = estimateCost(look, size, pictures)
    const findDearest = (key: 'costMs' | 'paintedFrames') => parts.toSorted((a, b) => b[key] - a[key])[0]
    if (costMs > LOOK_LIMITS.costMs) {
      const message = `Drawing a frame would take about ${costMs.toFixed(1)} ms (${shape}), most of it here.`
      const dearest = findDearest('costMs')
      const hint =
        dearest?.kind === 'lottie'
          ? 'give the animation a smaller place, or leave out its ground, gradients, blurs, shadows and pictures'
          : 'let fewer large layers move, and turn only small ones'
      const advice = `A look may take ${LOOK_LIMITS.costMs} ms: ${hint}.`
      return [{ path: dearest?.path ?? 'layers', message, advice }]
    }
    if (paintedFrames > LOOK_LIMITS.paintedFrames) {
      const message = `All of it paints ${paintedFrames.toFixed(1)} times the frame (${shape}), most of it here.`
      const advice = `A look may paint ${LOOK_LIMITS.paintedFrames} times the frame: make boxes smaller.`
      return [{ path: findDearest('paintedFrames')?.path ?? 'layers', message, advice }]
    }
  }
  return []
}
