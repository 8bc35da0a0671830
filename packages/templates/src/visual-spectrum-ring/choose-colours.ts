import {
  contrast,
  findPapers,
  fromOklch,
  hexToOklch,
  mix,
  mixColours,
  type Palette,
  smoothstep,
  type Theme,
  tameRed,
  toGroundTone,
} from '@songreel/kit'

/** The look's colours: those of its ground as a palette, what shines behind the cover, and for chapters of the song in turns those of the bars. */
export type RingColours = { palette: Palette; glow: string; bars: readonly [string, string] }

/** A ground of full colour: light enough for black type on it and its waves, and strong enough to be seen from far. */
const GROUND = { lightness: 0.765, gain: 1.9, most: 0.2 }
/** Between these hues, in radians, only a lighter tone is a colour: yellow, and the cream of sepia. */
const YELLOW = { from: 1, to: 2, lightness: 0.86 }
/** With hardly any colour it is paper: up to the first chroma, and none of it from the second. */
const PAPER = { lightness: 0.86, from: 0.02, to: 0.06 }
const GLOW = { lightness: 0.92, most: 0.08 }
/** Ink, and what the second chapters' bars are made of. */
const INK = { lightness: 0.17, most: 0.05 }
const DEEP = { lightness: 0.36, most: 0.17 }
const GROUND_CONTRAST = 8.4
const GLOW_CONTRAST = 7.6
/** So much of a cover is this dark where it is nearly black: a bright ground of its one small colour would be candy. */
const NIGHT = { lightness: 0.3, share: 0.55 }
/** A cover no lighter than this, filled by a colour of at least so much chroma, has a deep ground: violet would be lilac in the light. */
const DUSK = { lightness: 0.6, chroma: 0.06, gain: 1.15, most: 0.17, contrast: 12, glow: 7.4, bars: 2.8 }
/** Red that moves must be weak, but is brick then: it turns to wine so far, in radians, and keeps so much of its strength at least. */
const RED = { turn: 0.3, step: 0.05, least: 0.75 }

/**
 * A poster's colours: a ground of what fills the cover, as deep or as bright as the cover is. On a bright one all else is ink: in the dark,
 * orange is brown and yellow is olive, and here both stay what they are. On a deep one the bars shine. A cover that is nearly black has a
 * night of its own, and so has a dark theme that somebody asked for; a brand's ground stays as the palette has it.
 */
export function chooseColours(
  palette: Palette,
  theme: Theme | undefined,
  isOverPicture: boolean,
): RingColours {
  const own = [palette.accent, palette.accent2].map(tameRed) as [string, string]
  if (palette.hasBrandGround || theme === 'DARK' || isOverPicture || (!theme && isNight(palette)))
    return {
      palette,
      glow: tameRed(toGroundTone(chooseGlow(palette), palette.text, GLOW_CONTRAST)),
      bars: [own[0], mixColours(...own, 0.5)],
    }
  return (!theme && shineAtDusk(palette)) || printPoster(palette)
}

/** Waves of charcoal on black aren't seen: the lighter one of two grounds is. */
function chooseGlow({ grounds: [first, second] }: Palette): string {
  const [deep, other] = [first, second].map((ground) => hexToOklch(ground).lightness) as [number, number]
  return deep < NIGHT.lightness && other > deep ? second : first
}

function isNight({ theme, swatches }: Palette): boolean {
  const dark = swatches.filter(({ colour }) => hexToOklch(colour).lightness < NIGHT.lightness)
  return theme === 'DARK' && dark.reduce((sum, { share }) => sum + share, 0) >= NIGHT.share
}

/** Two deep tones of the cover, and its accents as light. */
function shineAtDusk(palette: Palette): RingColours | undefined {
  const { text, theme, grounds, swatches, accent, accent2 } = palette
  const all = swatches.reduce((sum, { share }) => sum + share, 0)
  const light = swatches.reduce((sum, { colour, share }) => sum + share * hexToOklch(colour).lightness, 0)
  const [first] = grounds
  if (theme === 'LIGHT' || light >= DUSK.lightness * all || hexToOklch(first).chroma < DUSK.chroma) return
  const tones = grounds.map((colour, i) => {
    const { chroma, ...rest } = hexToOklch(colour)
    const rich = fromOklch({ ...rest, chroma: Math.max(chroma, Math.min(DUSK.most, DUSK.gain * chroma)) })
    return toGroundTone(rich, text, i === 0 ? DUSK.contrast : DUSK.glow)
  })
  const [ground, glow] = tones.map(turnRed) as [string, string]
  if (hexToOklch(ground).chroma < RED.least * hexToOklch(tones[0]!).chroma) return
  const [bar, other] = [accent, accent2].map((colour) =>
    tameRed(lift(colour, (each) => contrast(each, glow) >= DUSK.bars)),
  ) as [string, string]
  return { palette: { ...palette, background: ground }, glow, bars: [bar, other] }
}

function turnRed(colour: string): string {
  const { hue, ...rest } = hexToOklch(colour)
  for (let turn = 0; turn <= RED.turn; turn += RED.step) {
    const turned = turn === 0 ? colour : fromOklch({ ...rest, hue: hue - turn })
    if (tameRed(turned) === turned) return turned
  }
  return tameRed(fromOklch({ ...rest, hue: hue - RED.turn }))
}

/** Ink on a bright ground. */
function printPoster(palette: Palette): RingColours {
  const [first, second] = findPapers(palette)
  const tint = ({ hue, chroma }: Colour, lightness: number, most: number) =>
    tameRed(fromOklch({ lightness, chroma: Math.min(most, GROUND.gain * chroma), hue }))
  const ink = tint(first, INK.lightness, INK.most)
  const own = tint(first, findLightness(first), GROUND.most)
  const ground = lift(own, (colour) => contrast(ink, colour) >= GROUND_CONTRAST)
  const deep = tint(second, DEEP.lightness, DEEP.most)
  return {
    palette: {
      ...palette,
      theme: 'LIGHT',
      background: ground,
      text: ink,
      muted: ink,
      accent: ink,
      accent2: deep,
    },
    glow: tint(second, GLOW.lightness, GLOW.most),
    bars: [ink, deep],
  }
}

type Colour = ReturnType<typeof hexToOklch>

function findLightness({ hue, chroma }: Colour): number {
  const inside = smoothstep(YELLOW.from, YELLOW.from + 0.3, hue) * smoothstep(YELLOW.to + 0.3, YELLOW.to, hue)
  const colourful = mix(GROUND.lightness, YELLOW.lightness, inside)
  return mix(PAPER.lightness, colourful, smoothstep(PAPER.from, PAPER.to, GROUND.gain * chroma))
}

const STEPS = 20

/** As light as it must be. */
function lift(colour: string, isEnough: (colour: string) => boolean): string {
  const own = hexToOklch(colour)
  for (let step = 0; step <= STEPS; step++) {
    const tried = fromOklch({ ...own, lightness: mix(own.lightness, 1, step / STEPS) })
    if (isEnough(tried)) return tried
  }
  return '#ffffff'
}
