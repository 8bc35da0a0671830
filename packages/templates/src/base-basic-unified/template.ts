import {
  type AudioTrack,
  backdrop,
  bars,
  type Cover,
  defineTemplate,
  drawCard,
  drawText,
  type Frame,
  glow,
  holdFrame,
  type Layer,
  paint,
  planFrame,
  type Size,
  sprite,
  withAlpha,
} from '@songreel/render/kit'
import { type Ground, planGround } from './ground.ts'
import { type Layout, planLayout } from './layout.ts'
import { type Motion, planMotion } from './motion.ts'
import type { PlacedText } from './words.ts'

/** A beat that has faded to this much is over: until the next one the card rests at its own size, where it is sharpest. */
const REST = 0.36

/** The light behind the card changes so often: it is soft, and the frames between are cheap to draw and to encode. */
const LIGHT_PER_SEC = 15

/** The cover, its type and its sound, in any shape: what every release can be shown with. */
export const template = defineTemplate({
  contentId: 'BASE_BASIC_UNIFIED',
  version: 2,
  title: 'Basic',
  description: 'The cover as a card on its own blurred light, with title, artist and a thin spectrum.',
  example: { customText: 'Out now' },
  defaults: { fontStyle: 'GROTESK' },

  setup({ size, fps, frameCount, data, cover, audio, song, fontStyle }) {
    const words = { label: data.customText ?? '', title: song.title, artist: song.artist }
    const scene: Scene = {
      size,
      cover,
      audio,
      layout: planLayout(size, words, fontStyle),
      ground: planGround(cover.palette),
      motion: planMotion(audio, frameCount, fps),
    }
    return [...groundLayers(scene), ...cardLayers(scene), ...footLayers(scene), ...typeLayers(scene)]
  },
})

type Scene = {
  size: Size
  cover: Cover
  audio: AudioTrack
  layout: Layout
  ground: Ground
  motion: Motion
}

/** The blurred cover on its slow round, and light from below that breathes with the bass. */
function groundLayers({ size, cover, audio, layout, ground, motion }: Scene): Layer[] {
  const { palette } = cover
  const isDark = palette.theme === 'DARK'
  const drift = (frame: Frame) => motion.drift(holdFrame(frame, LIGHT_PER_SEC))
  const bass = followBass(audio, ground)
  return [
    backdrop(cover, {
      blur: 72,
      brightness: ground.brightness,
      saturation: ground.saturation,
      tint: ground.tint,
      tintAmount: ground.tintAmount,
      zoom: (frame) => 1.16 - 0.06 * Math.cos(drift(frame)),
      panX: (frame) => 0.5 * Math.sin(drift(frame)),
      panY: (frame) => 0.5 * Math.cos(drift(frame)),
      ...(isDark && { shade: { top: 0.9 } }),
    }),
    glow(paintFloor(size, layout.unit).shape, {
      colour: isDark ? palette.gradient[2]! : palette.accent2,
      strength: (frame) => (isDark ? 0.62 + 0.26 * bass(frame) : 0.12 + 0.12 * bass(frame)),
      spread: 300 * layout.unit,
    }),
  ]
}

/** The cover as a card that swells on the beat, in a light that changes sides on every bar. */
function cardLayers({ cover, audio, layout, ground, motion }: Scene): Layer[] {
  const { unit } = layout
  const isDark = cover.palette.theme === 'DARK'
  const card = paint(layout.card, (ctx, { width, height }) =>
    drawCard(ctx, cover, { x: 0, y: 0, width, height }, 20 * unit),
  )
  const bass = followBass(audio, ground)
  const pulse = (frame: Frame) => Math.max(0, audio.beat(frame) - REST) / (1 - REST)
  const swell = (frame: Frame) => ground.cardSwing * pulse(frame) * (1 - motion.going(frame))
  return [
    glow(card.shape, {
      colour: ground.glow,
      strength: (frame) => (isDark ? 0.2 + 0.26 * bass(frame) : 0.22 + 0.16 * bass(frame)),
      spread: 96 * unit,
      x: (frame) => 20 * unit * motion.sway(holdFrame(frame, LIGHT_PER_SEC)),
      y: 20 * unit,
    }),
    sprite(card, {
      // It goes as large as it comes, so that a video that loops shows no jump.
      scale: (frame) => 1 + swell(frame) + 0.06 * (motion.coming(frame) + motion.going(frame)),
    }),
  ]
}

/** How strongly the lights follow the bass. */
function followBass(audio: AudioTrack, { lightSwing }: Ground): (frame: Frame) => number {
  return (frame) => lightSwing * audio.glow(holdFrame(frame, LIGHT_PER_SEC))
}

/** The spectrum, standing on the line that shows how much has been played. */
function footLayers({ audio, layout, ground }: Scene): Layer[] {
  return [
    bars(layout.bars, {
      count: layout.barCount,
      thickness: 0.25,
      levels: (frame) => audio.bands(frame),
      colour: ground.text,
      opacity: ground.barStrength,
    }),
    sprite(paintLine(layout, withAlpha(ground.text, 0.24))),
    sprite(paintLine(layout, ground.accent), { reveal: (frame) => frame.position }),
  ]
}

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
