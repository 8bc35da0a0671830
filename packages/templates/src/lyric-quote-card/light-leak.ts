import {
  type AudioTrack,
  accumulate,
  type Box,
  chanceBetween,
  createSteps,
  cubicOut,
  type FieldCells,
  type Frame,
  field,
  findChapter,
  followStep,
  fromOklch,
  hexToOklch,
  type Layer,
  listChapters,
  type Motion,
  measureOpenness,
  mix,
  mixColours,
  type Palette,
  parseHex,
  type Size,
  smoothstep,
  tameRed,
  toGroundTone,
  turnTo,
} from '@songreel/kit'

/** Behind type the light stays below what the type needs, and words at rest with it. */
export const LEAK_CONTRAST = 9.8
const RAMP_STEPS = 96
/** How fast the light wanders along the edges, in radians a second: always, with the loudness, and with each beat. */
const DRIFT = { always: 0.5, loudness: 0.9, beat: 5 }
/** How far the light reaches into the frame, of the way from its edge to the middle: a square one must not be filled by it. */
const REACH = { least: 0.62, loudness: 0.4, beat: 0.28, drop: 0.4 }
const TURN_SECS = 1.1
/** Light follows the loudness of so many seconds around: what follows every hit flickers. */
const SOFTENED = [-0.4, -0.3, -0.2, -0.1, 0, 0.1, 0.2, 0.3, 0.4]

/** What a leak of light is made from. */
export type LeakPlan = {
  size: Size
  palette: Palette
  audio: AudioTrack
  seed: number
  type: readonly Box[]
  motion: Motion
}

/** Light that falls into a camera through its back: it burns in from the edges, the further the louder the song is. */
export function leakLight({ size, palette, audio, seed, type, motion }: LeakPlan): Layer {
  const ramps = createRamps(palette)
  const { phaseAt, turnAt, reachAt } = planLight(audio, seed, motion)
  const offset = chanceBetween(0, 2 * Math.PI, seed, 'offset')
  const short = Math.min(size.width, size.height)
  const [halfX, halfY] = [size.width / short / 2, size.height / short / 2]
  let openness: Float32Array | undefined

  const shade = (cells: FieldCells, frame: Frame) => {
    openness ??= measureOpenness(cells, size, type)
    const [phase, turn] = [phaseAt(frame), turnAt(frame)]
    const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
    const { columns, rows, rgb } = cells
    const edge = Math.abs(cos) * halfX + Math.abs(sin) * halfY
    const reach = edge * reachAt(frame)
    for (let cell = 0; cell < columns * rows; cell++) {
      const x = (((cell % columns) + 0.5) / columns - 0.5) * 2 * halfX
      const y = ((Math.floor(cell / columns) + 0.5) / rows - 0.5) * 2 * halfY
      const along = y * cos - x * sin
      const depth = edge - (x * cos + y * sin)
      const wave =
        0.5 * Math.sin(2.3 * along + phase) +
        0.3 * Math.sin(5.1 * along - 1.6 * phase + offset) +
        0.2 * Math.sin(3.7 * depth + 4 * along + 0.8 * phase)
      const first = Math.exp(-Math.max(0, depth) / (reach * (0.62 + 0.5 * wave)))
      // A second, fainter leak across, never in step with the first.
      const across = edge + (x * cos + y * sin) + 0.5 * Math.sin(1.7 * along - 0.7 * phase)
      const second = 0.62 * Math.exp(-Math.max(0, across) / (0.62 * reach))
      const level = Math.min(1, first + second * (1 - first))
      paintCell(rgb, cell, ramps, { level, open: openness[cell] ?? 0 })
    }
  }
  return field({ shade, cells: 44 })
}

/** Where the light comes from, how far it has wandered along the edges, and how far it reaches. */
function planLight(audio: AudioTrack, seed: number, motion: Motion) {
  const isFull = motion === 'FULL'
  const chapters = listChapters(audio)
  const later = chapters.slice(1).map(({ startSecs }) => startSecs)
  const starts = createSteps([...later, Number.POSITIVE_INFINITY])
  const bars = createSteps(audio.downbeatSecs, { minGapSecs: 1.2, freeSecs: 2.4 })
  const firstTurn = chanceBetween(0, 2 * Math.PI, seed, 'turn')
  const dropAt = (frame: Frame) => {
    const { isDrop, startSecs } = findChapter(chapters, frame)
    return isDrop && isFull ? Math.exp(-(frame.secs - startSecs) / 0.9) : 0
  }
  const loudnessAt = ({ index }: Frame) =>
    SOFTENED.reduce((sum, secs) => sum + audio.loudness({ index: index + secs * audio.fps }), 0) /
    SOFTENED.length
  return {
    phaseAt: accumulate(
      audio,
      (frame) => DRIFT.always + DRIFT.loudness * loudnessAt(frame) + DRIFT.beat * audio.beat(frame) ** 1.5,
    ),
    // Every chapter of the song has its light from another side, and every bar leans it a little further.
    turnAt: (frame: Frame) =>
      firstTurn +
      2.1 * followStep(starts(frame), (count) => count, TURN_SECS, cubicOut) +
      (isFull ? 0.34 : 0.1) * followStep(bars(frame), (count) => count, TURN_SECS, cubicOut),
    reachAt: (frame: Frame) =>
      REACH.least +
      REACH.loudness * loudnessAt(frame) +
      REACH.beat * audio.beat(frame) +
      REACH.drop * dropAt(frame),
  }
}

type Ramps = { held: Float32Array; open: Float32Array }

function paintCell(
  rgb: Float32Array,
  cell: number,
  { held, open }: Ramps,
  look: { level: number; open: number },
): void {
  const at = look.level * (RAMP_STEPS - 1)
  const low = Math.min(RAMP_STEPS - 2, Math.floor(at))
  const share = at - low
  for (let channel = 0; channel < 3; channel++) {
    const i = 3 * low + channel
    const dim = mix(held[i] ?? 0, held[i + 3] ?? 0, share)
    const free = mix(open[i] ?? 0, open[i + 3] ?? 0, share)
    rgb[3 * cell + channel] = mix(dim, free, look.open)
  }
}

/** From the ground through the cover's colours to light itself; `held` is the same light where type stands on it. */
function createRamps(palette: Palette): Ramps {
  const stops = listStops(palette)
  const strongest = stops.slice(0, -1)
  const hold = (colour: string) => {
    const held = toGroundTone(colour, palette.text, LEAK_CONTRAST)
    const dust = palette.hasBrandGround ? 0 : 1 - smoothstep(0.03, GREY_CHROMA, hexToOklch(held).chroma)
    return toGroundTone(held, palette.text, LEAK_CONTRAST + DEEPER * dust)
  }
  return {
    open: spread(stops),
    // Pale light that is held down would be brown: here the strongest colour is the last.
    held: spread([...strongest, strongest.at(-1) ?? palette.accent], hold),
  }
}

function spread(stops: readonly string[], change = (colour: string) => colour): Float32Array {
  const colours = Array.from({ length: RAMP_STEPS }, (_, step) => {
    const at = smoothstep(0, 1, step / (RAMP_STEPS - 1)) * (stops.length - 1)
    const low = Math.min(stops.length - 2, Math.floor(at))
    return change(mixColours(stops[low] ?? '#000000', stops[low + 1] ?? '#000000', at - low))
  })
  return Float32Array.from(colours.flatMap((colour) => [...parseHex(colour)]))
}

function listStops({ background, accent, grounds, theme, isMonochrome, hasBrandGround }: Palette): string[] {
  if (hasBrandGround) return [background, ...grounds.toReversed(), grounds[0]]
  const tone = (colour: string, lightness: number, strength: number) => {
    const { chroma, hue } = hexToOklch(colour)
    const kept = isMonochrome ? 0 : Math.min(0.19, chroma * strength)
    return tameRed(fromOklch({ lightness, chroma: kept, hue }))
  }
  const between = leanHue(...grounds)
  const light = findLight(accent, between)
  return theme === 'DARK'
    ? [
        // In the dark one still sees a ground: black on black is a screen that is off.
        tone(between, FLOOR, 0.9),
        tone(between, isGrey(between) ? 0.3 : 0.35, 1.2),
        tone(between, isGrey(between) ? 0.36 : 0.45, 1.3),
        tone(light, 0.62, 1.3),
        tone(light, 0.74, 1.1),
      ]
    : [
        background,
        tone(between, 0.93, 0.4),
        tone(between, 0.87, 0.8),
        tone(light, 0.8, 1.1),
        tone(light, 0.7, 1.3),
      ]
}

/** Between a ground and a light from across the circle of hues lies mud: such a light has the ground's own colour. */
function findLight(accent: string, ground: string): string {
  const [light, dark] = [hexToOklch(accent), hexToOklch(ground)]
  return isGrey(ground) || Math.cos(light.hue - dark.hue) > NEAR_HUE ? accent : ground
}

function isGrey(colour: string): boolean {
  return hexToOklch(colour).chroma < GREY_CHROMA
}

const GREY_CHROMA = 0.06
const FLOOR = 0.215
const DEEPER = 2
const NEAR_HUE = 0.5

/** Two hues far from each other would part the light into stripes, so the second one is only leant to. */
const MOST_LEAN = 0.6

function leanHue(from: string, to: string): string {
  const [a, b] = [hexToOklch(from), hexToOklch(to)]
  const distance = turnTo(a.hue, b.hue)
  const lean = Math.max(-MOST_LEAN, Math.min(MOST_LEAN, distance))
  return fromOklch({ ...a, chroma: Math.max(a.chroma, b.chroma), hue: a.hue + lean })
}
