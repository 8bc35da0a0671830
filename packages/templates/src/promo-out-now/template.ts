import {
  type AudioTrack,
  type Box,
  type Cover,
  chance,
  createQrCode,
  defineTemplate,
  drawFilling,
  drawQrCode,
  drawText,
  type Frame,
  findKeepingCrop,
  hexToOklch,
  type Layer,
  mix,
  mixColours,
  ownLogo,
  type Painting,
  paint,
  type QrCode,
  type SetupInput,
  type Size,
  scaleBox,
  sprite,
  z,
} from '@songreel/kit'
import { type Poster, ROCK_PX, SWELL } from './column.ts'
import { chooseInks, type Inks } from './inks.ts'
import { planPoster } from './layout.ts'
import { type PlacedText, toInk } from './set-type.ts'
import { planTiming, type Timing } from './timing.ts'

/** The cover as a poster with type as large as it goes, which rocks on the beat and slams on the drop. */
export const template = defineTemplate({
  contentId: 'PROMO_OUT_NOW',
  version: 16,
  title: 'Out now',
  description:
    'A poster: OUT NOW as large as it goes on a colour of the cover, which trades places with the type on every bar, beside all of the cover; then an end card.',
  requiredData: z.object({
    ctaText: z.string().max(80).optional(),
    linkUrl: z
      .url({ protocol: /^https?$/, message: 'must be an address such as https://example.com/song' })
      .max(300)
      .optional(),
  }),
  defaults: { aspectRatio: '9x16', fontStyle: 'CONDENSED' },
  example: { ctaText: 'Listen everywhere' },

  async setup(input) {
    const { fps, frameCount, cover, audio, seed, motion } = input
    const { unit, design, poster } = planScene(input)
    const code = poster.code && (await createQrCode(input.data.linkUrl ?? ''))
    const timing = planTiming(audio, frameCount, fps, motion)
    const inks = chooseInks(cover.palette, seed)
    // A logo is fitted to one ground.
    const isTurned = input.logo ? () => false : timing.isTurned
    const scene: Scene = { cover, unit, size: design, poster, timing, seed, inks, isTurned }
    return [
      sprite(fillFrame(design, unit), { colour: lightGround(inks, timing, isTurned) }),
      drawPicture(scene, audio),
      drawHeadline(scene),
      ...drawRest(scene),
      ...(code && poster.code ? [drawCode(scene, code, poster.code)] : []),
      ...(poster.logo ? ownLogo(input, LOGO, scaleBox(poster.logo, unit)) : []),
    ]
  },

  // Type and picture take all corners.
  placeLogos(input) {
    const { unit, poster } = planScene(input)
    return poster.logo ? { [LOGO]: scaleBox(poster.logo, unit) } : {}
  },
})

/** The name of the logo's place. */
const LOGO: string = 'poster'

function planScene({ size, data, cover, song, fontStyle: font, logo }: Input) {
  const unit = Math.min(size.width, size.height) / 1080
  const design = { width: size.width / unit, height: size.height / unit }
  const { ctaText: cta = '', linkUrl, customText } = data
  // Nobody can scan the phone that plays the video.
  const hasCode = linkUrl !== undefined && size.width >= size.height
  const poster = planPoster({
    size: design,
    words: {
      headline: customText || 'Out now',
      title: song.title,
      artist: song.artist,
      cta,
      link: linkUrl ? nameLink(linkUrl) : '',
    },
    font,
    ratio: cover.width / cover.height,
    fills: (box) => findKeepingCrop(cover, box) !== undefined,
    codeSide: hasCode ? CODE_PX : undefined,
    logoSize: logo?.size,
  })
  return { unit, design, poster }
}

type Input = SetupInput<{ ctaText?: string | undefined; linkUrl?: string | undefined }>

/** An address as people read it. */
function nameLink(linkUrl: string): string {
  const { host, pathname } = new URL(linkUrl)
  return `${host.replace(/^www\./, '')}${pathname === '/' ? '' : pathname}`
}

type Scene = {
  cover: Cover
  unit: number
  size: Size
  poster: Poster
  timing: Timing
  seed: number
  inks: Inks
  isTurned(frame: Frame): boolean
}

/** How far a beat lights the ground, which is away from its type where that is dark, and little towards it where that is light. */
const LIT = { away: 0.42, towards: 0.13 }

/** The ground answers every beat, and never so much that its type is read worse. */
function lightGround({ ground, type }: Inks, timing: Timing, isTurned: Scene['isTurned']) {
  return (frame: Frame): string => {
    const [own, other] = isTurned(frame) ? [type, ground] : [ground, type]
    const pulse = timing.pulse(frame)
    if (pulse === 0) return own
    const isDark = hexToOklch(own).lightness < hexToOklch(other).lightness
    return isDark ? mixColours(own, other, LIT.towards * pulse) : mixColours(own, '#ffffff', LIT.away * pulse)
  }
}

function fillFrame({ width, height }: Size, unit: number): Painting {
  return paint(
    { x: 0, y: 0, width, height },
    (ctx) => {
      ctx.fillStyle = '#ffffff'
      ctx.fillRect(0, 0, width, height)
    },
    { unit },
  )
}

/** How much larger the picture gets: out of the frame, so that its edge to the type stands still. */
const REACH = 0.09

/** All of the cover, as bright as it is; every bar the camera takes another distance, and every beat pushes it. */
function drawPicture({ cover, unit, size, poster, timing, seed }: Scene, audio: AudioTrack): Layer {
  const isFar = chance(seed, 'camera') < 0.5
  const distance = (bar: number) => {
    const isNear = bar % 2 === (isFar ? 1 : 0)
    return bar === 0
      ? 0
      : isNear
        ? mix(0.7, 1, chance(seed, 'near', bar))
        : mix(0, 0.3, chance(seed, 'far', bar))
  }
  const nearness = (frame: Frame) =>
    0.025 * (1 + Math.sin(0.9 * frame.secs)) +
    0.4 * timing.shot(frame, distance) +
    0.2 * timing.pulse(frame) +
    0.26 * audio.barPosition(frame) * (1 - timing.end(frame)) +
    0.2 * Math.max(0, timing.slam(frame))
  const box = onPixels(poster.picture, unit)
  const art = paint(box, (ctx, { width, height }) => drawFilling(ctx, cover, { x: 0, y: 0, width, height }), {
    unit,
  })
  const isWide = size.width > 1.3 * size.height
  const isFullWidth = box.width > size.width - 2
  const anchor = {
    x: isFullWidth ? 0.5 : poster.isMirrored ? 1 : 0,
    y: isWide ? 0.5 : 0,
  }
  // Smaller, it stands in its corner of the foot.
  const stepBack = (frame: Frame) => mix(1, poster.end.picture, timing.end(frame))
  const aside = (poster.isMirrored ? -anchor.x : 1 - anchor.x) * box.width * unit
  return sprite(art, {
    scale: (frame) => stepBack(frame) * (1 + REACH * nearness(frame)),
    x: (frame) => (1 - stepBack(frame)) * aside,
    y: (frame) =>
      (1 - stepBack(frame)) * (isWide ? 0 : box.height * unit) + timing.end(frame) * poster.end.slide * unit,
    anchor,
  })
}

/** Edges on whole pixels of the frame: no seam is seen between two boxes. */
function onPixels({ x, y, width, height }: Box, unit: number): Box {
  const snap = (at: number) => Math.round(at * unit) / unit
  return { x: snap(x), y: snap(y), width: snap(x + width) - snap(x), height: snap(y + height) - snap(y) }
}

/** The headline as one block, which draws back before the drop and slams on it. */
function drawHeadline(scene: Scene): Layer {
  const { unit, poster, timing, inks, isTurned } = scene
  const { box, texts, isOnFoot } = poster.headline
  const painting = paint(
    box,
    (ctx) => {
      for (const { layout, x, y } of texts) drawText(ctx, layout, x - box.x, y - box.y, '#ffffff')
    },
    { unit, bleed: 8 },
  )
  return sprite(painting, {
    colour: (frame) => (isTurned(frame) ? inks.ground : inks.type),
    x: rockTogether(scene),
    y: (frame) => -timing.end(frame) * (poster.end.rise ?? 0) * unit,
    scale: (frame) => {
      const slam = timing.slam(frame)
      const swell = Math.max(timing.pulse(frame), slam)
      return mix(1, poster.end.headline, timing.end(frame)) * (1 + SWELL * swell + 0.1 * Math.min(0, slam))
    },
    anchor: { x: poster.isMirrored ? 1 : 0, y: isOnFoot ? 1 : 0 },
  })
}

/** All that is said rocks as one, so that it always has one edge; on whole pixels, where it is sharpest and cheapest to draw. The end card rests at the margin. */
function rockTogether({ timing, unit, poster }: Scene): (frame: Frame) => number {
  const margin = poster.isMirrored ? 1 : -1
  return (frame) => Math.round(unit * ROCK_PX * mix(timing.rock(frame), margin, timing.end(frame)))
}

/** Title and artist are always there; the end card adds what to do. */
function drawRest(scene: Scene): Layer[] {
  const { unit, poster, timing, inks, isTurned } = scene
  const place = {
    x: rockTogether(scene),
    colour: (frame: Frame) => (isTurned(frame) ? inks.ground : inks.type),
  }
  const revealFrom = poster.isMirrored ? 'RIGHT' : 'LEFT'
  const foot = Math.max(0, ...poster.credits.map(footOf))
  // As one block, on its foot.
  const scale = (frame: Frame) => mix(1, poster.end.credits, timing.end(frame))
  const { credits, lift = 0 } = poster.end
  const step = (text: PlacedText) =>
    (credits < 1 || lift > 0) && {
      scale,
      y: (frame: Frame) => ((1 - scale(frame)) * (foot - footOf(text)) - timing.end(frame) * lift) * unit,
      anchor: { x: poster.isMirrored ? 1 : 0, y: 1 },
    }
  return [
    ...poster.credits.map((text) => sprite(paintText(text, unit), { ...place, ...step(text) })),
    ...poster.calls.map((text) =>
      sprite(paintText(text, unit), { ...place, reveal: timing.end, revealFrom }),
    ),
  ]
}

function footOf(text: PlacedText): number {
  const { y, height } = toInk(text)
  return y + height
}

function paintText(text: PlacedText, unit: number): Painting {
  const box = toInk(text)
  return paint(box, (ctx) => drawText(ctx, text.layout, text.x - box.x, text.y - box.y, '#ffffff'), {
    unit,
    bleed: 8,
  })
}

/** The room of a code's plate; readers need a white margin around a code, but nobody wants to see more of it than that. */
const CODE_PX = 290
const MARGIN_MODULES = 3

/** Painted in pixels of the frame, so that its modules are as sharp as they can be; the plate has no more than they need. */
function drawCode(scene: Scene, code: QrCode, { x, y, width, height }: Box): Layer {
  const { unit, timing, poster } = scene
  // Its own margin is a module wider.
  const inner = code.slice(1, -1).map((row) => row.slice(1, -1))
  const modules = code.length - 2 * (MARGIN_MODULES + 1) + 2 * MARGIN_MODULES
  const side = modules * Math.max(1, Math.floor((width * unit) / modules))
  const { isCodeAcross = false, isMirrored } = poster
  const isAtRight = isMirrored !== isCodeAcross
  const left = isAtRight ? (x + width) * unit - side : x * unit
  const top = Math.round((isCodeAcross ? y : y + height) * unit) - (isCodeAcross ? 0 : side)
  const box = { x: Math.round(left), y: top, width: side, height: side }
  return sprite(
    paint(box, (ctx) => drawQrCode(ctx, inner, { ...box, x: 0, y: 0 }, 12 * unit)),
    { x: rockTogether(scene), scale: timing.end, anchor: { x: isAtRight ? 1 : 0, y: isCodeAcross ? 0 : 1 } },
  )
}
