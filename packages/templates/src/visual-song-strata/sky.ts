import {
  type Box,
  type Cover,
  clamp01,
  cropToFill,
  drawCard,
  type Frame,
  field,
  fromOklch,
  hexToOklch,
  keepsSubject,
  type Layer,
  type Palette,
  paint,
  parseHex,
  type Size,
  sprite,
  tameRed,
} from '@songreel/kit'
import type { LandPlan } from './land.ts'

/** The sun rises by this part of the frame's height, from somewhat below its place to somewhat above. */
const RISE = 0.035
/** It is so much larger on a beat. */
const SWELL = 0.022

/** The sun's box in the frame, and the part of the cover that it shows; without one it is no disc, but the whole cover. */
export type Sun = { box: Box; crop?: Box }

/** A disc, unless that and the land would cut the cover's subject: then the whole cover stands on the horizon. */
function planSun({ cover, layout, size }: Pick<LandPlan, 'cover' | 'layout' | 'size'>): Sun {
  const { x, y, radius } = layout.sun
  const box = { x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius }
  const lowest = Math.min(1, (layout.horizon - box.y) / box.height)
  const crop = chooseCrop(cover, lowest, box.width)
  const seen = { x: 0, y: 0, width: 1, height: lowest }
  if (keepsSubject(cover, crop, { seen, isRound: true })) return { box, crop }
  return { box: standWhole(cover, layout, size) }
}

/** Of the frame's shorter side: how wide the whole cover may be. Of its height: what is free above it, and how deep it stands in the land. */
const WHOLE = { width: 0.86, above: 0.045, sunk: 0.02 }

function standWhole(cover: Size, { sun, horizon }: LandPlan['layout'], size: Size): Box {
  const foot = horizon + WHOLE.sunk * size.height
  const most = {
    width: WHOLE.width * Math.min(size.width, size.height),
    height: foot - WHOLE.above * size.height,
  }
  const scale = Math.min(most.width / cover.width, most.height / cover.height)
  const [width, height] = [cover.width * scale, cover.height * scale]
  return { x: sun.x - width / 2, y: foot - height, width, height }
}

/** The cover as the sun, which rises all along. */
export function sun({ cover, layout, size, audio, isReduced }: LandPlan): Layer {
  const { box, crop } = planSun({ cover, layout, size })
  const disc = paint(box, (ctx, { width, height }) => {
    if (!crop) return drawCard(ctx, cover, { x: 0, y: 0, width, height }, 0)
    ctx.beginPath()
    ctx.arc(width / 2, height / 2, width / 2, 0, 2 * Math.PI)
    ctx.clip()
    ctx.imageSmoothingQuality = 'high'
    ctx.drawImage(cover.image, crop.x, crop.y, crop.width, crop.height, 0, 0, width, height)
  })
  const beat = (frame: Frame) => (isReduced ? 0 : audio.beat(frame))
  return sprite(disc, {
    y: ({ position }) => RISE * size.height * (0.5 - position),
    scale: (frame) => 1 - SWELL + SWELL * beat(frame),
  })
}

/** Around the sun the sky is bright, and swells with the bass; far from it the cover's own dusk, or on a light ground its day. */
export function sky({ size, layout, cover, audio }: LandPlan): Layer {
  const { far, near } = chooseSky(cover.palette)
  const [dusk, light] = [parseHex(far), parseHex(near)]
  const { box } = planSun({ cover, layout, size })
  const [sunX, sunY, radius] = [box.x + box.width / 2, box.y + box.height / 2, box.width / 2]
  return field({
    cells: 48,
    bottom: layout.horizon + 0.06 * size.height,
    shade: ({ columns, rows, rgb }, frame) => {
      const reach = radius * (0.55 + 0.3 * audio.glow(frame) + 0.05 * Math.sin(0.8 * frame.secs))
      const middle = sunY + RISE * size.height * (0.5 - frame.position)
      for (let i = 0; i < columns * rows; i++) {
        const x = (((i % columns) + 0.5) * size.width) / columns
        const y = ((Math.floor(i / columns) + 0.5) * size.height) / rows
        const beyond = Math.max(0, Math.hypot(x - sunX, y - middle) - radius)
        const low = clamp01(y / layout.horizon) ** 2
        const bright = clamp01(0.95 * Math.exp(-beyond / reach) + 0.35 * low)
        for (let axis = 0; axis < 3; axis++) {
          const from = dusk[axis] ?? 0
          rgb[3 * i + axis] = from + ((light[axis] ?? 0) - from) * bright
        }
      }
    },
  })
}

/** Two tones of the cover's colours, far enough apart for a disc of any brightness to stand out. */
function chooseSky({ theme, accent, accent2, background, isMonochrome, hasBrandGround }: Palette): {
  far: string
  near: string
} {
  const tint = (colour: string, lightness: number, most: number) => {
    const { chroma, hue } = hexToOklch(colour)
    return tameRed(fromOklch({ lightness, chroma: isMonochrome ? 0 : Math.min(most, chroma), hue }))
  }
  if (theme === 'LIGHT') return { far: background, near: tint(accent, 0.8, 0.1) }
  return { far: hasBrandGround ? background : tint(accent2, 0.2, 0.06), near: tint(accent, 0.66, 0.12) }
}

/** How much larger than needed the cover may be in the sun; each step must show so much more of what matters. */
const ZOOMS = [1, 1.12, 1.25]
const WORTH = 0.04

/** The part of the cover that the sun shows: more of it than the land and the round edge leave, if that keeps what matters. */
function chooseCrop(cover: Cover, lowest: number, sidePx: number): Box {
  const size = { width: sidePx, height: sidePx }
  const seen = { x: 0, y: 0, width: 1, height: lowest }
  const crops = ZOOMS.map((zoom) => cropToFill(cover, size, { zoom, seen }))
  return crops.reduce((best, crop) =>
    measureShown(cover, crop, seen.height) > measureShown(cover, best, seen.height) + WORTH ? crop : best,
  )
}

/** How much of what matters lies in the circle inside of a crop, above its lowest part that is seen. */
function measureShown({ salience, width, height }: Cover, crop: Box, lowest: number): number {
  const { columns, rows, weights } = salience
  let shown = 0
  for (const [i, weight] of weights.entries()) {
    const x = ((((i % columns) + 0.5) / columns) * width - crop.x) / crop.width
    const y = (((Math.floor(i / columns) + 0.5) / rows) * height - crop.y) / crop.height
    if (Math.hypot(x - 0.5, y - 0.5) < 0.48 && y < lowest) shown += weight
  }
  return shown
}
