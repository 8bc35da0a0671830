import {
  type AudioTrack,
  type Box,
  backdrop,
  type Cover,
  chance,
  contrast,
  createQrCode,
  defineTemplate,
  drawQrCode,
  drawText,
  type Frame,
  fromOklch,
  hexToOklch,
  type Layer,
  measureHidden,
  mix,
  type Painting,
  type Palette,
  paint,
  type QrCode,
  sprite,
  z,
} from '@songreel/kit'
import { type Layout, type PlacedText, planLayout, ROCK_PX } from './layout.ts'
import { planTiming, type Timing } from './timing.ts'

/** The cover as a poster with type as large as it goes, which rocks on the beat and slams on the drop. */
export const template = defineTemplate({
  contentId: 'PROMO_OUT_NOW',
  version: 2,
  title: 'Out now',
  description:
    'A poster: the cover fills the frame, OUT NOW rocks on the beat and slams on the drop, then an end card.',
  requiredData: z.object({
    ctaText: z.string().max(80).optional(),
    linkUrl: z
      .url({ protocol: /^https?$/, message: 'must be an address such as https://example.com/song' })
      .max(300)
      .optional(),
  }),
  defaults: { aspectRatio: '9x16', fontStyle: 'CONDENSED' },
  example: { ctaText: 'Listen everywhere' },

  async setup({ size, fps, frameCount, data, cover, audio, song, fontStyle: font, seed, motion }) {
    const { ctaText: cta = '', linkUrl } = data
    const words = {
      headline: data.customText || 'Out now',
      title: song.title,
      artist: song.artist,
      cta,
      link: linkUrl ? nameLink(linkUrl) : '',
    }
    const unit = Math.min(size.width, size.height) / 1080
    const design = { width: size.width / unit, height: size.height / unit }
    const layout = planLayout({
      size: design,
      words,
      font,
      hasCode: linkUrl !== undefined,
      isUpsideDown: chance(seed, 'side') < 0.35,
      hides: measureHidden(cover, design, USUAL_ZOOM),
    })
    const timing = planTiming(audio, frameCount, fps, motion)
    const code = linkUrl && layout.code ? await createQrCode(linkUrl) : undefined
    const scene = { cover, unit, layout, timing, seed, slabs: chooseSlabs(cover.palette, seed) }
    return [
      drawPicture(scene, audio),
      ...drawHeadline(scene),
      ...drawCredits(scene),
      ...(code && layout.code ? [drawCode(scene, code, layout.code)] : []),
    ]
  },
})

/** Between the nearest and the farthest that the camera goes. */
const USUAL_ZOOM = 1.25

/** An address as people read it. */
function nameLink(linkUrl: string): string {
  const { host, pathname } = new URL(linkUrl)
  return `${host.replace(/^www\./, '')}${pathname === '/' ? '' : pathname}`
}

type Scene = { cover: Cover; unit: number; layout: Layout; timing: Timing; seed: number; slabs: Slabs }

/** The cover fills the frame as bright as it is; every bar the camera takes another distance, and every beat pushes it. */
function drawPicture({ cover, timing, seed }: Scene, audio: AudioTrack): Layer {
  const isFar = chance(seed, 'camera') < 0.5
  const distance = (bar: number) => {
    const isNear = bar % 2 === (isFar ? 1 : 0)
    return bar === 0
      ? 0
      : isNear
        ? mix(0.7, 1, chance(seed, 'near', bar))
        : mix(0, 0.3, chance(seed, 'far', bar))
  }
  return backdrop(cover, {
    saturation: 1.1,
    zoom: (frame) =>
      1.06 +
      0.02 * Math.sin(0.9 * frame.secs) +
      0.36 * timing.shot(frame, distance) +
      0.06 * timing.pulse(frame) +
      0.14 * audio.barPosition(frame) * (1 - timing.end(frame)) +
      0.2 * Math.max(0, timing.slam(frame)),
  })
}

/** Each line of the headline on its slab; the two colours change places on every bar. */
function drawHeadline({ unit, layout, timing, slabs }: Scene): Layer[] {
  const { headline, isMirrored } = layout
  return headline.flatMap((line, i) => {
    const place = {
      // On whole pixels, and at its own size between beats: that is sharpest, and cheapest to draw.
      x: (frame: Frame) => Math.round(unit * ROCK_PX * timing.rock(frame)) * (i % 2 === 0 ? 1 : -1),
      scale: (frame: Frame) => {
        const slam = timing.slam(frame)
        return 1 + (slam > 0 ? 0.12 : 0.06) * slam + 0.03 * timing.pulse(frame)
      },
      anchor: { x: isMirrored ? 1 : 0, y: i === 0 ? 1 : 0 },
    } as const
    const turn = (frame: Frame) => timing.turn(frame, i, headline.length)
    return [
      // What the loud slab has covered need not be drawn.
      sprite(paintSlab(line, slabs.quiet, unit), { ...place, opacity: (frame) => (turn(frame) < 1 ? 1 : 0) }),
      sprite(paintSlab(line, slabs.loud, unit), {
        ...place,
        reveal: turn,
        revealFrom: isMirrored ? 'RIGHT' : 'LEFT',
      }),
    ]
  })
}

/** Title and artist are always there; the end card adds what to do. */
function drawCredits({ unit, layout, timing, slabs }: Scene): Layer[] {
  const arriving = { reveal: timing.end, revealFrom: layout.isMirrored ? 'RIGHT' : 'LEFT' } as const
  const x = (frame: Frame) => Math.round(0.5 * unit * ROCK_PX * timing.rock(frame))
  return [
    sprite(paintSlab(layout.title, slabs.credits, unit), { x }),
    sprite(paintSlab(layout.artist, slabs.credits, unit), { x }),
    sprite(paintSlab(layout.cta, slabs.loud, unit), arriving),
    sprite(paintSlab(layout.link, slabs.quiet, unit), arriving),
  ]
}

/** A text on its slab; nothing without a text. */
function paintSlab({ layout, box, slab }: PlacedText, { ground, type }: Slab, unit: number): Painting {
  return paint(
    slab,
    (ctx, { width, height }) => {
      if (layout.lines.length === 0) return
      ctx.fillStyle = ground
      ctx.fillRect(0, 0, width, height)
      drawText(ctx, layout, box.x - slab.x, box.y - slab.y, type)
    },
    { unit },
  )
}

/** Painted in pixels of the frame, so that its modules are as sharp as they can be. */
function drawCode({ unit, timing, layout }: Scene, code: QrCode, { x, y, width }: Box): Layer {
  const side = Math.round(width * unit)
  const box = { x: Math.round(x * unit), y: Math.round(y * unit), width: side, height: side }
  return sprite(
    paint(box, (ctx) => drawQrCode(ctx, code, { ...box, x: 0, y: 0 }, 16 * unit)),
    { scale: timing.end, anchor: { x: layout.isMirrored ? 0 : 1, y: 1 } },
  )
}

type Slab = { ground: string; type: string }
type Slabs = { loud: Slab; quiet: Slab; credits: Slab }

/** Type never stands on the cover itself: each slab has a colour of its own, with 7:1 for the type on it. */
function chooseSlabs(palette: Palette, seed: number): Slabs {
  const { text, background } = palette
  const colour = hexToOklch(chance(seed, 'colour') < 0.7 ? standOut(palette) : palette.accent)
  const isLight = colour.lightness > 0.6
  const type = isLight ? '#0b0b0d' : '#ffffff'
  const tries = Array.from({ length: 21 }, (_, i) =>
    fromOklch({ ...colour, lightness: mix(colour.lightness, isLight ? 1 : 0, i / 20) }),
  )
  const ground = tries.find((each) => contrast(each, type) >= 7) ?? type
  const quiet = { ground: text, type: background }
  const credits = { ground: background, type: text }
  // A cover without colour has an accent like its type; then light and dark take turns.
  return { loud: contrast(ground, text) < 1.35 ? credits : { ground, type }, quiet, credits }
}

/** The accent whose hue is farther from what most of the cover is made of: on an orange cover, the green of its leaves. */
function standOut({ accent, accent2, swatches }: Palette): string {
  const [main] = swatches
  if (!main) return accent
  const place = (colour: string) => {
    const { chroma, hue } = hexToOklch(colour)
    return [chroma * Math.cos(hue), chroma * Math.sin(hue)] as const
  }
  const [a, b] = place(main.colour)
  const distance = (colour: string) => {
    const [x, y] = place(colour)
    return Math.hypot(x - a, y - b)
  }
  return distance(accent2) > distance(accent) ? accent2 : accent
}
