import {
  type Box,
  blendOver,
  type Cover,
  chance,
  contrast,
  type Foreground,
  fromOklch,
  hexToOklch,
  mixColours,
  type Theme,
  toGroundTone,
  toHex,
} from '@songreel/kit'

/** The colours of the type, and the veil between it and the cover. */
export type Ground = {
  type: string
  /** The foot of the title lies in the shade of what stands before it. */
  shaded: string
  veil: string
  /** How much of the veil there is, 0 to 1. */
  amount: number
  /** What beats bring behind the title: a light where it is dark, else a shadow. */
  glow: string
}

/** Type has this contrast to nearly all of its ground. */
const CONTRAST = 5.2
/** The ground is looked at in so many points along each side of a box; this part of them may be worse. */
const POINTS = 24
const WORSE = 0.03
const SHADE = 0.1
const LEAST_VEIL = 0.12
const HEAVY = 0.46

/** Light type, unless that takes a heavy veil and dark type a lighter one, or somebody chose. */
export function chooseGround(
  cover: Cover,
  { foreground, view, boxes }: { foreground: Foreground; view: Box; boxes: readonly Box[] },
  { theme, seed }: { theme: Theme | undefined; seed: number },
): Ground {
  const points = boxes
    .flatMap((box) => readPoints(cover, foreground, view, box))
    .sort((a, b) => toLuma(a) - toLuma(b))
  const lightest = points[Math.floor((1 - WORSE) * (points.length - 1))] ?? '#808080'
  const darkest = points[Math.floor(WORSE * (points.length - 1))] ?? '#808080'
  const light = veil(lightest, tint(cover, 'DARK', seed))
  if (theme === 'DARK') return light
  const dark = veil(darkest, tint(cover, 'LIGHT', seed))
  return theme === 'LIGHT' || (light.amount > HEAVY && dark.amount < light.amount) ? dark : light
}

/** Type and veil in the cover's hue: nearly white or black, or a pale or deep colour of the cover. */
function tint({ palette }: Cover, theme: Theme, seed: number): Pick<Ground, 'type' | 'veil'> {
  if (palette.hasBrandGround) return { type: palette.text, veil: palette.background }
  const { hue, chroma } = hexToOklch(chance(seed, 'tint') < 0.6 ? palette.accent : palette.accent2)
  const isColoured = !palette.isMonochrome && chance(seed, 'colour') < 0.5
  const own = palette.isMonochrome ? 0 : Math.min(chroma, 0.05)
  const colour = isColoured ? Math.min(chroma, 0.11) : 0.4 * own
  return theme === 'DARK'
    ? {
        type: fromOklch({ lightness: isColoured ? 0.93 : 0.98, chroma: colour, hue }),
        veil: fromOklch({ lightness: 0.17, chroma: own, hue }),
      }
    : {
        type: fromOklch({ lightness: isColoured ? 0.27 : 0.19, chroma: colour, hue }),
        veil: fromOklch({ lightness: 0.96, chroma: 0.5 * own, hue }),
      }
}

function veil(worst: string, { type, veil }: Pick<Ground, 'type' | 'veil'>): Ground {
  const shaded = mixColours(type, veil, SHADE)
  let amount = LEAST_VEIL
  while (amount < 1 && contrast(shaded, blendOver(veil, worst, amount)) < CONTRAST) amount += 0.02
  return {
    type,
    shaded,
    veil,
    amount: Math.min(1, amount),
    glow: chooseGlow(worst, { type: shaded, veil, amount }),
  }
}

/** A light must be seen on its ground, and leave type its contrast. */
const GLOW = { lightness: 0.62, contrast: 6.2, seen: 1.22 }

/** In the dark a shadow cannot be seen, so there it is the veil's colour as light. */
function chooseGlow(worst: string, { type, veil, amount }: Pick<Ground, 'type' | 'veil' | 'amount'>): string {
  const { chroma, hue, lightness } = hexToOklch(veil)
  const bright = fromOklch({ lightness: GLOW.lightness, chroma: 2.2 * chroma, hue })
  const light = toGroundTone(bright, type, GLOW.contrast)
  const ground = blendOver(veil, worst, amount)
  return lightness < 0.5 && contrast(light, ground) > GLOW.seen && toLuma(light) > toLuma(ground)
    ? light
    : veil
}

/** The cover's colours behind a box, where nothing stands in front; above the cover its edge goes on. */
function readPoints({ picture }: Cover, { matte }: Foreground, view: Box, box: Box): string[] {
  const found: string[] = []
  for (let i = 0; i < POINTS * POINTS; i++) {
    const across = (box.x + ((i % POINTS) / (POINTS - 1)) * box.width - view.x) / view.width
    const down = (box.y + (Math.floor(i / POINTS) / (POINTS - 1)) * box.height - view.y) / view.height
    const at = (share: number, count: number) => Math.max(0, Math.min(count - 1, Math.floor(share * count)))
    if (matte.values[at(down, matte.rows) * matte.columns + at(across, matte.columns)]! > 0.5 && down > 0)
      continue
    const pixel = 4 * (at(down, picture.height) * picture.width + at(across, picture.width))
    const [red, green, blue] = [
      picture.pixels[pixel]!,
      picture.pixels[pixel + 1]!,
      picture.pixels[pixel + 2]!,
    ]
    found.push(toHex([red, green, blue]))
  }
  return found
}

function toLuma(hex: string): number {
  return contrast(hex, '#000000')
}
