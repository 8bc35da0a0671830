import {
  type AudioTrack,
  type Box,
  backdrop,
  bars,
  type Cover,
  chance,
  defineTemplate,
  drawCard,
  drawText,
  type Frame,
  glow,
  type Layer,
  paint,
  pictureGround,
  placePrint,
  planFrame,
  type SetupInput,
  type Size,
  shine,
  sprite,
  stretchBands,
  withAlpha,
} from '@songreel/kit'
import { type Ground, joinAccent, listBarColours, planGround } from './ground.ts'
import { type Layout, planLayout } from './layout.ts'
import { type Motion, planMotion, WAVE_COUNT } from './motion.ts'
import { shapeSpectrum } from './spectrum.ts'
import type { PlacedText } from './words.ts'

/** The cover, its type and its sound, in any shape: what every release can be shown with. */
export const template = defineTemplate({
  contentId: 'BASE_BASIC_UNIFIED',
  version: 12,
  title: 'Basic',
  description:
    'The cover as a card that sends out light on the beat, in lamps that change sides on every bar; it goes on as columns of sound in its own colour.',
  example: { customText: 'Out now' },
  defaults: { fontStyle: 'GROTESK' },
  backgrounds: ['COVER', 'VIDEOS', 'ARTIST'],

  setup(input) {
    const { size, fps, frameCount, data, cover, audio, song, fontStyle, motion, seed } = input
    const words = { label: data.customText ?? '', title: song.title, artist: song.artist }
    const isOverPicture = (input.background ?? 'COVER') !== 'COVER'
    const { ground, barFill } = planColours(input, isOverPicture)
    const scene: Scene = {
      size,
      cover,
      audio,
      layout: planLayout(size, words, fontStyle, isOverPicture),
      ground,
      barFill,
      motion: planMotion(audio, {
        frameCount,
        fps,
        isReduced: motion === 'REDUCED',
        start: 2 * Math.PI * chance(seed, 'drift'),
      }),
    }
    const { label, title, artist, bars, card } = scene.layout
    const type = [label, title, artist].map(({ box }) => box)
    const seen = { x: 0, y: 0, width: 1, height: Math.min(card.y, title.box.y, label.box.y) / size.height }
    return [
      ...pictureGround(input, { type: [...type, bars], seen, own: () => groundLayers(scene) }),
      ...cardLayers(scene),
      ...footLayers(scene),
      ...typeLayers(scene),
    ]
  },
})

type Scene = {
  size: Size
  cover: Cover
  audio: AudioTrack
  layout: Layout
  ground: Ground
  barFill: BarFill
  motion: Motion
}

/** The colours of the bars from left to right. */
type BarFill = { colour: string | string[]; opacity?: number }

/** Ground, type and bars; an accent that somebody chose stays as it is. */
function planColours(
  { cover, data }: SetupInput<{ accentColor?: string | undefined }>,
  isOverPicture: boolean,
): { ground: Ground; barFill: BarFill } {
  const ground = planGround(cover.palette)
  // Over a film or a photograph, and for a brand, the cover's colours would be strangers.
  if (isOverPicture || cover.palette.hasBrandGround)
    return { ground, barFill: { colour: ground.text, opacity: ground.barStrength } }
  const colour = listBarColours(cover, ground)
  return { ground: data.accentColor ? ground : joinAccent(ground, colour), barFill: { colour } }
}

/** The blurred cover on its slow round, and lights that answer the music: from below, and from two sides in turn. */
function groundLayers({ size, cover, audio, layout, ground, motion }: Scene): Layer[] {
  const { palette } = cover
  const isDark = palette.theme === 'DARK'
  const [lamp, second] = palette.hasBrandGround
    ? palette.grounds
    : [ground.glow, isDark ? shine(palette.grounds[1]) : palette.accent2]
  const { floor, side } = LIGHTS[palette.theme]
  const answer = (frame: Frame, { rest, swing }: Light) =>
    (rest + swing * audio.glow(frame)) * motion.energy(frame)
  const sideLight = (colour: string, direction: 1 | -1) =>
    glow(paintLamp(size, layout, direction).shape, {
      colour,
      strength: (frame) => answer(frame, side),
      spread: 220 * layout.unit,
      x: (frame) => direction * 0.32 * size.width * motion.sway(frame),
      y: (frame) => 0.16 * size.height * direction * Math.cos(2 * motion.drift(frame)),
      scale: (frame) => 1 + 0.3 * audio.beat(frame) + 0.4 * motion.drop(frame),
    })
  return [
    backdrop(cover, {
      blur: 84,
      brightness: ground.brightness,
      saturation: ground.saturation,
      tint: ground.tint,
      tintAmount: ground.tintAmount,
      zoom: (frame) => 1.24 - 0.08 * Math.cos(motion.drift(frame)) + 0.12 * motion.pulse(frame),
      panX: (frame) => 0.6 * Math.sin(motion.drift(frame)) + 0.3 * motion.sway(frame),
      panY: (frame) => 0.6 * Math.cos(motion.drift(frame)),
      ...(isDark && { shade: { top: 0.9 } }),
    }),
    sideLight(lamp, 1),
    sideLight(second, -1),
    glow(paintFloor(size, layout.unit).shape, {
      colour: second,
      strength: (frame) => answer(frame, floor),
      spread: 300 * layout.unit,
    }),
  ]
}

type Light = { rest: number; swing: number }

const LIGHTS: Record<'DARK' | 'LIGHT', Record<'floor' | 'side', Light>> = {
  DARK: {
    floor: { rest: 0.42, swing: 0.58 },
    side: { rest: 0.3, swing: 0.44 },
  },
  LIGHT: {
    floor: { rest: 0.1, swing: 0.16 },
    side: { rest: 0.12, swing: 0.12 },
  },
}

/** By so much it grows on a beat. */
const CARD_SWELL = 0.02
/** The card lies on its ground: a shadow, and no halo. */
const SHADOWS = { DARK: 0.72, LIGHT: 0.4 }

/** The cover as a card over its shadow, which answers the beat; waves of light go out from it on the beat. */
function cardLayers({ size, cover, layout, ground, motion }: Scene): Layer[] {
  const { unit } = layout
  const shadow = SHADOWS[cover.palette.theme]
  const { box } = placePrint(cover, layout.card, { x: layout.align === 'RIGHT' ? 1 : 0, y: 1 })
  const card = paint(box, (ctx, { width, height }) =>
    drawCard(ctx, cover, { x: 0, y: 0, width, height }, 20 * unit),
  )
  return [
    ...Array.from({ length: WAVE_COUNT }, (_, index) =>
      glow(card.shape, {
        colour: ground.wave,
        strength: (frame) => ground.waveLight * motion.wave(frame, index).strength,
        scale: (frame) => 0.96 + 0.9 * motion.wave(frame, index).way,
        spread: 84 * unit,
      }),
    ),
    glow(card.shape, {
      colour: '#000000',
      strength: (frame) => shadow * (0.75 + 0.25 * motion.pulse(frame)),
      spread: 64 * unit,
      y: 26 * unit,
    }),
    ...calmLayers(size, layout, ground),
    sprite(card, { scale: (frame) => 1 + CARD_SWELL * motion.pulse(frame) }),
  ]
}

/** The lights pass beside the type: where it stands, and from there to the frame's edge, the ground stays as it is. */
function calmLayers({ width }: Size, layout: Layout, { calm }: Ground): Layer[] {
  const { card, unit } = layout
  const spread = SPREAD_PX * unit
  const boxes = [layout.label, layout.title, layout.artist].map(({ box }) => box)
  const isBelow = (box: Box) => box.y >= card.y + card.height
  return [boxes.filter(isBelow), boxes.filter((box) => !isBelow(box))].flatMap((group) => {
    const written = group.filter(({ height }) => height > 0)
    const [first] = written
    if (!first) return []
    const top = Math.min(...written.map(({ y }) => y)) - CALM_RIM_PX * unit
    const height = Math.max(...written.map((box) => box.y + box.height)) - top
    const from = first.x >= card.x + card.width ? first.x : -spread
    const to = first.x + first.width <= card.x ? first.x + first.width : width + spread
    const panel = paint({ x: from, y: top, width: to - from, height }, (ctx) =>
      ctx.fillRect(0, 0, to - from, height),
    )
    return [glow(panel.shape, { colour: calm, strength: CALM_STRENGTH, spread })]
  })
}

const SPREAD_PX = 110
const CALM_RIM_PX = 24
const CALM_STRENGTH = 0.7

/** The spectrum, standing on the line that shows how much has been played; in tall frames as an arch. */
function footLayers({ audio, layout, ground, barFill, motion }: Scene): Layer[] {
  const { isArch, barCount, barThickness, treble } = layout
  const bandsAt = stretchBands(audio, { gamma: BAR_GAMMA, steadySecs: STEADY_SECS })
  return [
    bars(layout.bars, {
      count: barCount,
      thickness: barThickness,
      radius: BAR_RADIUS_PX * layout.unit,
      mirrored: isArch,
      levels: (frame) =>
        shapeSpectrum(bandsAt(frame), {
          rest: Math.max(motion.coming(frame), motion.going(frame)),
          isArch,
          barCount,
          treble,
        }),
      ...barFill,
    }),
    sprite(paintLine(layout, withAlpha(ground.text, 0.24))),
    sprite(paintLine(layout, ground.accent), { reveal: (frame) => frame.position }),
  ]
}

const BAR_RADIUS_PX = 4
/** Loud bands stand out from quiet ones. */
const BAR_GAMMA = 1.7
/** Columns this broad flash if they follow every hit: they show what sounds in so many seconds around. */
const STEADY_SECS = 0.3

/**
 * Type slides in against the way it is read, and out again as it came: the first and the last frame show all of it,
 * because many players stop there, and a loop shows no jump.
 */
function typeLayers({ size, layout, ground, motion }: Scene): Layer[] {
  const lines = [
    { text: layout.label, colour: ground.accent },
    { text: layout.title, colour: ground.text },
    { text: layout.artist, colour: ground.artist },
  ]
  const slide = findSlide(size, layout)
  return lines.map(({ text, colour }, order) =>
    sprite(paintText(text, colour), {
      x: (frame) => slide * (motion.coming(frame, order) + motion.going(frame)),
    }),
  )
}

const SLIDE_PX = 56

/** How far all texts are aside before they come: as far as the longest of them stays inside of the safe box. */
function findSlide(size: Size, { label, title, artist, unit, align }: Layout): number {
  const { safe } = planFrame(size)
  const rooms = [label, title, artist].map(({ box, layout: { ink } }) =>
    align === 'RIGHT' ? box.x + ink.left - safe.x : safe.x + safe.width - box.x - ink.right,
  )
  const slide = Math.max(0, Math.min(SLIDE_PX * unit, ...rooms))
  return align === 'RIGHT' ? -slide : slide
}

/** A lamp beside the card, at the height of its upper or its lower half: only the light around it is seen. */
function paintLamp({ width, height }: Size, { card }: Layout, direction: 1 | -1) {
  const radius = 0.2 * Math.min(width, height)
  const [x, y] = [
    direction > 0 ? card.x : card.x + card.width,
    card.y + (0.5 - 0.34 * direction) * card.height,
  ]
  return paint({ x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius }, (ctx) => {
    ctx.fillStyle = '#ffffff'
    ctx.beginPath()
    ctx.arc(radius, radius, radius, 0, 7)
    ctx.fill()
  })
}

/** A bow at the lower edge: only the light around it is seen. */
function paintFloor({ width, height }: Size, unit: number) {
  const box = { x: width * 0.05, y: height - 120 * unit, width: width * 0.9, height: 240 * unit }
  return paint(box, (ctx) => {
    ctx.fillStyle = '#ffffff'
    ctx.beginPath()
    ctx.ellipse(box.width / 2, box.height / 2, box.width / 2, box.height / 2, 0, 0, 7)
    ctx.fill()
  })
}

function paintText({ layout, box }: PlacedText, colour: string) {
  return paint(box, (ctx) => drawText(ctx, layout, 0, 0, colour))
}

function paintLine({ line }: Layout, colour: string) {
  return paint(line, (ctx, { width, height }) => {
    ctx.fillStyle = colour
    ctx.beginPath()
    ctx.roundRect(0, 0, width, height, height / 2)
    ctx.fill()
  })
}
