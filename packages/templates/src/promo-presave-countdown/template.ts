import {
  type Cover,
  chance,
  defineTemplate,
  drawCard,
  drawFilling,
  drawText,
  type Frame,
  fromOklch,
  hexToOklch,
  type Layer,
  mixColours,
  type Palette,
  type PlacedText,
  paint,
  ring,
  sprite,
  sweep,
  toGroundTone,
} from '@songreel/kit'
import { type Layout, planLayout, TICKS_PX } from './layout.ts'
import { releaseData, wordCountdown } from './release-day.ts'
import { planTiming, type Timing } from './timing.ts'

/** The leader of a film: the days that are left, and a hand that goes around once a beat and changes the colour. */
export const template = defineTemplate({
  contentId: 'PROMO_PRESAVE_COUNTDOWN',
  version: 3,
  title: 'Countdown',
  description:
    'The days until the release in a film leader that ticks on every beat, and the date as its readers write it.',
  aspectRatios: ['9x16', '1x1'],
  requiredData: releaseData,
  defaults: { aspectRatio: '9x16', fontStyle: 'GROTESK' },
  example: { releaseDate: '2027-03-12', asOf: '2027-02-28', ctaText: 'Pre-save now' },

  setup({ size, data, cover, audio, song, fontStyle: font, seed, motion }) {
    const unit = Math.min(size.width, size.height) / 1080
    const { releaseDate, asOf, language, ctaText, linkUrl, customText: kicker = '', theme } = data
    const words = {
      ...wordCountdown(releaseDate, asOf, language),
      cta: ctaText ?? '',
      link: linkUrl ? nameLink(linkUrl) : '',
      kicker,
      title: song.title,
      artist: song.artist,
    }
    const layout = planLayout({ width: size.width / unit, height: size.height / unit }, words, font)
    const scene: Scene = {
      unit,
      layout,
      cover,
      seed,
      timing: planTiming(audio, motion),
      colours: chooseColours(cover.palette, seed, theme === 'DARK'),
    }
    return [drawSweep(scene), ...drawDial(scene, size), ...drawNumber(scene), ...drawWords(scene)]
  },
})

/** An address as people read it. */
function nameLink(linkUrl: string): string {
  const { host, pathname } = new URL(linkUrl)
  return `${host.replace(/^www\./, '')}${pathname === '/' ? '' : pathname}`
}

type Scene = { unit: number; layout: Layout; cover: Cover; seed: number; timing: Timing; colours: Colours }

/** The type's colour, and two tones for each chapter of the song to change between. */
type Colours = { ink: string; pairs: readonly (readonly [string, string])[] }

const INK = '#0c0b0e'

/** Black on the cover's own colours, as bright as a poster; light on dark only for those who ask for it. */
function chooseColours(palette: Palette, seed: number, isDark: boolean): Colours {
  const { accent, accent2, gradient, background, text, hasBrandGround } = palette
  const ink = isDark || hasBrandGround ? text : INK
  const hues =
    hasBrandGround && !isDark ? [background, accent, accent2] : [accent, accent2, gradient[3] ?? accent]
  const first = Math.floor(3 * chance(seed, 'hue'))
  const pairs = hues.map((_, i) => {
    const hue = hues[(i + first) % hues.length] ?? accent
    const tone = toGroundTone(isDark ? mixColours(background, hue, 0.5) : hue, ink, 8.6)
    const { lightness, chroma, hue: angle } = hexToOklch(tone)
    const shade = { lightness: lightness + (isDark ? 0.07 : -0.075), chroma: 1.3 * chroma, hue: angle }
    return [tone, toGroundTone(fromOklch(shade), ink, 7.1)] as const
  })
  return { ink, pairs }
}

/** Every turn of the hand brings the next colour; a new chapter of the song comes with colours of its own. */
function drawSweep({ unit, layout, timing, colours, seed }: Scene): Layer {
  const pickColour = (turn: number) => {
    const pair = colours.pairs[timing.chapterOf(turn) % colours.pairs.length]
    return pair?.[turn % 2 === 0 ? 0 : 1] ?? colours.ink
  }
  return sweep({
    turn: (frame) => timing.hand(frame).share,
    isBackwards: chance(seed, 'direction') < 0.3,
    before: (frame) => pickColour(timing.hand(frame).count - 1),
    after: (frame) => pickColour(timing.hand(frame).count),
    x: layout.dial.x * unit,
    y: layout.dial.y * unit,
  })
}

/** The cross of a film leader, and sixty ticks that take one step on every beat. */
function drawDial(
  { unit, layout, colours, timing }: Scene,
  size: { width: number; height: number },
): Layer[] {
  const { x, y, radius } = layout.dial
  const { ink } = colours
  const lengths = Float32Array.from({ length: 60 }, (_, i) => (i % 5 === 0 ? 1 : 0.42))
  const beaten = new Float32Array(60)
  const ticks = ring(
    { x: x * unit, y: y * unit, radius: (radius + TICKS_PX.gap) * unit },
    {
      count: 60,
      mirrored: false,
      levels: (frame) => {
        for (let i = 0; i < 60; i++) beaten[i] = (lengths[i] ?? 0) * (0.7 + 0.3 * timing.pulse(frame))
        return beaten
      },
      length: TICKS_PX.length * unit,
      width: 5 * unit,
      rotation: (frame) => 6 * timing.ticks(frame),
      colour: ink,
    },
  )
  return [...drawLines(layout, unit, ink, size), ticks]
}

function drawLines(
  { dial }: Layout,
  unit: number,
  ink: string,
  size: { width: number; height: number },
): Layer[] {
  const { x, y, radius } = dial
  const reach = radius + TICKS_PX.gap + TICKS_PX.length + 14
  const [width, line] = [size.width / unit, 5]
  const beams = [
    { x: 0, y: y - line / 2, width: x - reach, height: line },
    { x: x + reach, y: y - line / 2, width: width - x - reach, height: line },
    { x: x - line / 2, y: 0, width: line, height: y - reach },
  ]
  const fill = (box: (typeof beams)[number]) =>
    paint(
      box,
      (ctx) => {
        ctx.fillStyle = ink
        ctx.fillRect(0, 0, box.width, box.height)
      },
      { unit },
    )
  return [...beams.filter((box) => box.width > 4 && box.height > 4).map(fill)].map((each) => sprite(each))
}

/** The number rolls on to itself once a bar, like a mechanical counter, and swells on the beat; its unit stays. */
function drawNumber({ unit, layout, colours, timing }: Scene): Layer[] {
  const { number, unit: word } = layout
  const { top, bottom } = number.layout.ink
  const pad = 10
  const box = { ...number.box, y: number.box.y + top - pad, height: bottom - top + 2 * pad }
  const digits = paint(box, (ctx) => drawText(ctx, number.layout, 0, pad - top, colours.ink), { unit })
  const heightPx = box.height * unit
  const scale = (frame: Frame) => 1 + 0.13 * Math.max(0, timing.pulse(frame) - 0.15)
  // It stands on its foot: its unit is right below it.
  const anchor = { x: 0.5, y: 1 }
  return [
    sprite(digits, {
      scale,
      anchor,
      y: (frame) => Math.round(heightPx * (1 - timing.roll(frame))),
      reveal: timing.roll,
      revealFrom: 'TOP',
    }),
    sprite(digits, {
      scale,
      anchor,
      y: (frame) => -Math.round(heightPx * timing.roll(frame)),
      reveal: (frame) => 1 - timing.roll(frame),
      revealFrom: 'BOTTOM',
    }),
    sprite(paintText(word, colours.ink, unit)),
  ]
}

/** The cover grows by so much on a beat. */
const CARD_PULSE = 0.05

/** All of the cover, which jumps on the beat, and the words beside it; in tall frames a film of it runs across the foot. */
function drawWords(scene: Scene): Layer[] {
  const { unit, layout, cover, colours, timing } = scene
  const { texts, art } = layout
  const picture = paint(
    art,
    (ctx, { width, height }) => drawCard(ctx, cover, { x: 0, y: 0, width, height }, 8),
    { unit },
  )
  const words = [texts.kicker, texts.date, texts.cta, texts.link, texts.title, texts.artist]
  return [
    ...drawFilm(scene),
    sprite(picture, { scale: (frame) => 1 + CARD_PULSE * Math.max(0, timing.pulse(frame) - 0.1) }),
    ...words.map((text) => sprite(paintText(text, colours.ink, unit))),
  ]
}

/** Parts of the film's height: its dark rims with their holes. */
const FILM = { rim: 0.13, hole: 0.055, holes: 5 }

/** A film of whole covers, pulled on by a part of a picture on every beat. */
function drawFilm({ unit, layout: { film }, cover, timing }: Scene): Layer[] {
  if (!film) return []
  const side = film.height * (1 - 2 * FILM.rim)
  const pitch = 1.06 * side
  const box = { ...film, width: film.width + pitch }
  const strip = paint(
    box,
    (ctx, { width, height }) => {
      ctx.fillStyle = INK
      ctx.fillRect(0, 0, width, height)
      for (let x = 0; x < width; x += pitch) {
        drawFilling(ctx, cover, { x, y: FILM.rim * height, width: side, height: side })
        ctx.fillStyle = '#f4f1ea'
        for (let hole = 0; hole < FILM.holes; hole++) {
          const at = x + ((hole + 0.5) * pitch) / FILM.holes
          for (const y of [0.5 * FILM.rim, 1 - 0.5 * FILM.rim]) {
            const half = (FILM.hole * height) / 2
            ctx.fillRect(at - 1.3 * half, y * height - half, 2.6 * half, 2 * half)
          }
        }
      }
    },
    { unit },
  )
  const way = (frame: Frame) => (timing.ticks(frame) / 4) % 1
  return [sprite(strip, { x: (frame) => -Math.round(way(frame) * pitch * unit) })]
}

function paintText({ layout, box }: PlacedText, colour: string, unit: number) {
  return paint({ ...box, height: Math.max(1, box.height) }, (ctx) => drawText(ctx, layout, 0, 0, colour), {
    unit,
    bleed: 8,
  })
}
