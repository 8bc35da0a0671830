import {
  type AudioTrack,
  accumulate,
  chanceBetween,
  chanceOf,
  chooseInk,
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
const TONES = { DARK: { lit: 0.48, deep: 0.25 }, LIGHT: { lit: 0.965, deep: 0.87 } }
const CHROMA = { least: 0.04, most: 0.15 }
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

/** A sunburst from behind the cover, in two tones of a colour of it: it turns on every beat and changes its colour with the music's sections. */
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

/** The two tones of every moment: each section has one of the cover's two colours. */
function planRamp(palette: Palette, audio: AudioTrack): (frame: Frame) => string[] {
  const dyes = chooseColours(palette).map((colour) => dye(colour, palette)) as [Dye, Dye]
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

/** As dark as rays are, these hues are mud, in radians: from orange over yellow to olive. */
const MUD = { from: 0.85, to: 2.05 }
/** What would be mud leans to terracotta, the cleanest neighbour of sand and wood, and stays pale enough to be brown: red would be a colour that the cover does not have. */
const BROWN = { hue: 0.76, own: 0.3, chroma: 0.075, paler: 0.045 }

/** Without a second clean colour the first one's neighbour takes its turn, in radians away from mud: orange is soon pink. */
const NEIGHBOUR = { warm: -0.22, cool: 0.34 }
/** A colour that leads where the accents are mud: no grey, on so much of the cover, and then so strong. */
const LEADING = { chroma: 0.035, share: 0.06, least: 0.075 }

/** The cover's two colours, none of which turns to mud in the dark: a clean one takes the place of one that would. */
function chooseColours(palette: Palette): [string, string] {
  const { grounds, theme, hasBrandGround, isMonochrome, swatches } = palette
  const [accent, accent2] = grounds
  if (theme === 'LIGHT' || hasBrandGround) return [grounds[1], grounds[0]]
  const isClean = (colour: string) => !isMud(hexToOklch(colour).hue)
  const leading = swatches
    .filter(({ colour, share }) => share >= LEADING.share && hexToOklch(colour).chroma >= LEADING.chroma)
    .map(({ colour }) => strengthen(colour))
  const [first, second] = [...[accent2, accent].filter(isClean), ...leading.filter(isClean)]
  if (!first || isMonochrome) return dampen(accent2, accent)
  if (second && isClean(accent) && isClean(accent2)) return [first, second]
  const own = hexToOklch(first)
  const isWarm = own.hue > 0 && own.hue < MUD.from
  const away = isWarm ? NEIGHBOUR.warm : Math.sign(own.hue) * NEIGHBOUR.cool
  return [first, fromOklch({ ...own, hue: own.hue + away })]
}

function strengthen(colour: string): string {
  const own = hexToOklch(colour)
  return fromOklch({ ...own, chroma: Math.max(LEADING.least, own.chroma) })
}

function isMud(hue: number): boolean {
  return hue >= MUD.from && hue <= MUD.to
}

/** All of the cover is sand or wood: its colours stay, as clean as they can be. */
function dampen(accent2: string, accent: string): [string, string] {
  const clean = (colour: string, chroma: number) => {
    const own = hexToOklch(colour)
    if (!isMud(own.hue)) return colour
    return fromOklch({
      ...own,
      hue: mix(BROWN.hue, own.hue, BROWN.own),
      chroma: Math.min(chroma, own.chroma),
    })
  }
  return [clean(accent2, BROWN.chroma), clean(accent, BROWN.paler)]
}

/** As bright and strong as type allows. */
function dye(colour: string, palette: Palette): Dye {
  const { text, theme, isMonochrome, background, hasBrandGround } = palette
  const rayContrast = findRayContrast(palette)
  if (hasBrandGround) {
    const other = toGroundTone(colour, text, rayContrast)
    return theme === 'DARK' ? { lit: other, deep: background } : { lit: background, deep: other }
  }
  const { chroma, hue } = hexToOklch(colour)
  const strength = isMonochrome ? 0 : Math.min(CHROMA.most, Math.max(CHROMA.least, chroma))
  const tones = TONES[theme]
  const strong = { hue, chroma: theme === 'DARK' ? strength : 0.5 * strength }
  const lit = fromOklch({ ...strong, lightness: tones.lit })
  const deep = fromOklch({ ...strong, lightness: tones.deep })
  return theme === 'DARK'
    ? { lit: toGroundTone(lit, text, rayContrast), deep }
    : { lit, deep: toGroundTone(deep, text, rayContrast) }
}
