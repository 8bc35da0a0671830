import {
  type AudioTrack,
  accumulate,
  chanceBetween,
  chanceOf,
  chooseInk,
  cleanGround,
  createSteps,
  cubicOut,
  type Frame,
  findChapter,
  flow,
  followStep,
  fromOklch,
  hexToOklch,
  type Layer,
  listChapters,
  type Motion,
  mix,
  mixColours,
  type Palette,
  type Size,
  smoothstep,
  tameRed,
  toGroundTone,
} from '@songreel/kit'

/** Type on the brightest ray has at least this contrast, so that words can wait in a weaker ink and be read; on grey ones more. */
const RAY_CONTRAST = { coloured: 10.4, grey: 10.5 }

/** The contrast that type has on the brightest ray of a palette. */
export function findRayContrast(palette: Palette): number {
  const groundContrast = RAY_CONTRAST.coloured
  return chooseInk(palette, { groundContrast }).isColourful ? groundContrast : RAY_CONTRAST.grey
}

/** Rays around the whole circle: few and broad, as from a stage's lamps. */
const RAYS = { least: 9, most: 11 }
/** How bright a ray and the gap beside it are: the same in the whole frame, where brighter ones beside type would end beside it. */
const TONES = { DARK: { lit: 0.48, deep: 0.25 }, LIGHT: { lit: 0.965, deep: 0.9 } }
/** In the dark a gap is a close neighbour of its ray. */
const CLOSE = 0.095
/** Stops of each tone: so few that the edge between them is that of light, not of paper. */
const STOPS = 3
/** Along the frame's longer side: few enough for every frame, and enough for straight rays. */
const CELLS = 88
/** How far the rays turn on a beat, in rays; and all the time, a second. */
const BEAT_TURN = 0.42
const TURN_SECS = 0.26
const CHANGE_SECS = 0.7

/** What the rays are made from. */
export type RaysPlan = {
  size: Size
  palette: Palette
  audio: AudioTrack
  seed: number
  /** Where they come from. */
  centre: { x: number; y: number }
  motion: Motion
}

/** A sunburst from behind the cover, in two close tones of what fills it: it turns on every beat and changes its colour with the music's sections. */
export function drawRays({ size, palette, audio, seed, centre, motion }: RaysPlan): Layer {
  const isFull = motion === 'FULL'
  const rays = Math.round(chanceBetween(RAYS.least, RAYS.most, seed, 'rays'))
  const way = chanceOf([-1, 1], seed, 'way')
  const steps = createSteps(audio.beatSecs)
  const hasBeat = audio.beatSecs.length > 0
  // Where no beat turns them, loudness does.
  const pace = hasBeat ? { least: 0.24, most: 0.74 } : { least: 0.5, most: 1.9 }
  const wander = accumulate(audio, (frame) =>
    isFull ? mix(pace.least, pace.most, audio.loudness(frame)) : 0.08,
  )
  const turnAt = (frame: Frame) => {
    const beats = hasBeat ? followStep(steps(frame), (count) => count, TURN_SECS, cubicOut) : 0
    return way * (wander(frame) + (isFull ? BEAT_TURN : 0.1) * beats) + chanceBetween(0, 1, seed, 'start')
  }
  const rampAt = planRamp(palette, audio)
  // Cells never move, only the rays do.
  let angles: Float64Array | undefined
  return flow({
    ramp: rampAt,
    cells: CELLS,
    shade: ({ columns, rows, levels }, frame) => {
      const turn = 2 * Math.PI * turnAt(frame)
      angles ??= Float64Array.from(levels, (_, cell) => {
        const x = (((cell % columns) + 0.5) / columns) * size.width - centre.x
        const y = ((Math.floor(cell / columns) + 0.5) / rows) * size.height - centre.y
        return rays * Math.atan2(y, x)
      })
      for (let cell = 0; cell < levels.length; cell++)
        levels[cell] = 0.5 + 0.5 * Math.sin(angles[cell]! + turn)
    },
  })
}

/** The two tones of every moment: each section has one of the cover's two grounds. */
function planRamp(palette: Palette, audio: AudioTrack): (frame: Frame) => string[] {
  const dyes = palette.grounds.map((colour) => dye(colour, palette)) as [Dye, Dye]
  const chapters = listChapters(audio)
  const labels = [...new Set(chapters.map(({ label }) => label))]
  const choose = (index: number) => {
    const at = labels.indexOf(chapters[Math.max(0, index)]?.label ?? '')
    return dyes[at % 2 === 1 ? 1 : 0]
  }
  return (frame) => {
    const { index, startSecs } = findChapter(chapters, frame)
    const [from, to] = [choose(index - 1), choose(index)]
    const share = from === to ? 1 : smoothstep(0, CHANGE_SECS, frame.secs - startSecs)
    const tone = (which: keyof Dye) =>
      share >= 1 ? to[which] : share <= 0 ? from[which] : mixColours(from[which], to[which], share)
    return [...Array<string>(STOPS).fill(tone('deep')), ...Array<string>(STOPS).fill(tone('lit'))]
  }
}

/** A ray and the gap beside it. */
type Dye = { lit: string; deep: string }

/** A ground and its neighbour in light, as bright as type allows. */
function dye(colour: string, palette: Palette): Dye {
  const { text, theme, background, hasBrandGround } = palette
  const rayContrast = findRayContrast(palette)
  if (hasBrandGround) {
    const other = toGroundTone(colour, text, rayContrast)
    return theme === 'DARK' ? { lit: other, deep: background } : { lit: background, deep: other }
  }
  const own = hexToOklch(colour)
  const { lit, deep } = TONES[theme]
  const tone = (lightness: number) =>
    toGroundTone(tameRed(cleanGround(fromOklch({ ...own, lightness }))), text, rayContrast)
  const bright = tone(theme === 'DARK' ? Math.min(lit, own.lightness) : lit)
  const { lightness } = hexToOklch(bright)
  return theme === 'DARK' ? { lit: bright, deep: tone(lightness - CLOSE) } : { lit: bright, deep: tone(deep) }
}
