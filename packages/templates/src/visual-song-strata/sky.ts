import {
  type Box,
  type Cover,
  clamp01,
  drawCard,
  type Frame,
  field,
  findKeepingCrop,
  findSubject,
  fromOklch,
  hexToOklch,
  type Layer,
  type Palette,
  paint,
  parseHex,
  placeInside,
  sprite,
  tameRed,
} from '@songreel/kit'
import type { LandPlan } from './land.ts'

/** The sun rises by this part of the frame's height, from somewhat below its place to somewhat above. */
const RISE = 0.025
/** It is so much larger on a beat. */
const SWELL = 0.022

/** The cover stands in the land like a sun that rises: as large as the sky allows, and no ridge comes before its subject; where there is air below it, before none of it. */
export function planSun({ cover, layout }: Pick<LandPlan, 'cover' | 'layout'>): Box {
  const { middle, skyTop, ridgeTop, horizon, widest, airPx } = layout
  const shown = chooseCrop(cover)
  if (airPx !== undefined) {
    const room = { x: middle - widest / 2, y: skyTop, width: widest, height: ridgeTop - airPx - skyTop }
    // At the edge that the room shares with the frame's margin.
    return placeInside(room, shown.width / shown.height, layout.align === 'LEFT' ? 1 : 0, 1)
  }
  const kept = findLowest(cover, shown)
  const most = Math.min((ridgeTop - skyTop) / kept, horizon - skyTop)
  const height = Math.min(most, (widest * shown.height) / shown.width)
  const width = (height * shown.width) / shown.height
  // Its foot is as far below the ridges as it goes on below its subject, and at most as deep as the land is there.
  const foot = Math.min(horizon, ridgeTop + (1 - kept) * height)
  return { x: middle - width / 2, y: foot - height, width, height }
}

/** A square, as covers are; another shape only where a square would cut the subject. */
function chooseCrop(cover: Cover): Box {
  const whole = { x: 0, y: 0, width: cover.width, height: cover.height }
  return findKeepingCrop(cover, { width: 1, height: 1 }) ?? whole
}

/** Of the height that is shown: down to here nothing may be hidden. A little of the foot always stands in the land. */
const MOST_KEPT = 0.93

function findLowest({ salience, height: whole }: Cover, shown: Box): number {
  const { box, faces } = findSubject(salience)
  const bottoms = [...faces, ...(box && faces.length === 0 ? [box] : [])].map(({ y, height }) => y + height)
  const inShown = bottoms.map((bottom) => (bottom * whole - shown.y) / shown.height)
  return Math.min(MOST_KEPT, Math.max(0.6, ...inShown))
}

/** The cover as the sun, which rises all along. */
export function sun({ cover, layout, size, audio, isReduced }: LandPlan): Layer {
  const plate = paint(planSun({ cover, layout }), (ctx, { width, height }) =>
    drawCard(ctx, cover, { x: 0, y: 0, width, height }, 0),
  )
  const beat = (frame: Frame) => (isReduced ? 0 : audio.beat(frame))
  return sprite(plate, {
    y: ({ position }) => RISE * size.height * (0.5 - position),
    scale: (frame) => 1 - SWELL + SWELL * beat(frame),
  })
}

/** Around the sun the sky is bright, and swells with the bass; far from it the cover's own dusk, or on a light ground its day. */
export function sky({ size, layout, cover, audio }: LandPlan): Layer {
  const { far, near } = chooseSky(cover.palette)
  const [dusk, light] = [parseHex(far), parseHex(near)]
  const box = planSun({ cover, layout })
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

/** Two tones of the cover's colours, far enough apart for a cover of any brightness to stand out. */
function chooseSky({ theme, accent, accent2, background, grounds, isMonochrome, hasBrandGround }: Palette): {
  far: string
  near: string
} {
  if (hasBrandGround) return { far: background, near: tameRed(grounds[0]) }
  const tint = (colour: string, lightness: number, most: number) => {
    const { chroma, hue } = hexToOklch(colour)
    return tameRed(fromOklch({ lightness, chroma: isMonochrome ? 0 : Math.min(most, chroma), hue }))
  }
  if (theme === 'LIGHT') return { far: background, near: tint(accent, 0.8, 0.1) }
  return { far: tint(accent2, 0.2, 0.06), near: tint(accent, 0.66, 0.12) }
}
