import {
  type Cover,
  chance,
  defineTemplate,
  drawCard,
  drawText,
  type Layer,
  ownLogo,
  type PlacedText,
  paint,
  ring,
  type SetupInput,
  scaleBox,
  shapeForPeople,
  sprite,
  sweep,
} from '@songreel/kit'
import { type Colours, chooseColours } from './colours.ts'
import { standHand } from './hand.ts'
import { planLayout } from './layout.ts'
import type { Layout, Tape } from './poster.ts'
import { type ReleaseData, releaseData, wordCountdown } from './release-day.ts'
import { NUMBER_SWELL } from './tall.ts'
import { planTiming, type Timing } from './timing.ts'

/** The leader of a film: the days that are left, and a hand that goes around once a beat and changes the colour. */
export const template = defineTemplate({
  contentId: 'PROMO_PRESAVE_COUNTDOWN',
  version: 11,
  title: 'Countdown',
  description:
    'The days until the release in a film leader that ticks on every beat, and the date as its readers write it.',
  aspectRatios: ['9x16', '1x1'],
  requiredData: releaseData,
  defaults: { aspectRatio: '9x16', fontStyle: 'GROTESK' },
  example: { releaseDate: '2027-03-12', asOf: '2027-02-28', ctaText: 'Pre-save now' },

  setup(input) {
    const { data, cover, audio, seed, motion } = input
    const { unit, layout } = planPoster(input)
    const scene: Scene = {
      unit,
      layout,
      cover,
      seed,
      timing: planTiming(audio, motion),
      colours: chooseColours(cover.palette, seed, data.theme === 'DARK'),
    }
    const logo = layout.logo ? ownLogo(input, LOGO, scaleBox(layout.logo, unit)) : []
    return [drawSweep(scene), ...drawDial(scene), ...drawNumber(scene), ...drawWords(scene), ...logo]
  },

  placeLogos: (input) => {
    const { unit, layout } = planPoster(input)
    return layout.logo ? { [LOGO]: scaleBox(layout.logo, unit) } : {}
  },
})

/** The name of the logo's place. */
const LOGO: string = 'names'

function planPoster({ size, data, song, cover, fontStyle, logo }: SetupInput<ReleaseData>): {
  unit: number
  layout: Layout
} {
  const unit = Math.min(size.width, size.height) / 1080
  const { releaseDate, asOf, language, ctaText, linkUrl, customText: kicker = '' } = data
  const words = {
    ...wordCountdown(releaseDate, asOf, language),
    cta: ctaText ?? '',
    link: linkUrl ? nameLink(linkUrl) : '',
    kicker,
    title: song.title,
    artist: song.artist,
  }
  const design = { width: size.width / unit, height: size.height / unit }
  const square = shapeForPeople(cover, { width: 1, height: 1 })
  const layout = planLayout(design, words, { font: fontStyle, art: cover, square, logo: logo?.size })
  return { unit, layout }
}

/** An address as people read it. */
function nameLink(linkUrl: string): string {
  const { host, pathname } = new URL(linkUrl)
  return `${host.replace(/^www\./, '')}${pathname === '/' ? '' : pathname}`
}

type Scene = { unit: number; layout: Layout; cover: Cover; seed: number; timing: Timing; colours: Colours }

/** Every turn of the hand brings the next colour; a new chapter of the song comes with colours of its own. */
function drawSweep({ unit, layout, timing, colours, seed }: Scene): Layer {
  const pickColour = (turn: number) => {
    const pair = colours.pairs[timing.chapterOf(turn) % colours.pairs.length]
    return pair?.[turn % 2 === 0 ? 0 : 1] ?? colours.ink
  }
  return sweep({
    turn: (frame) => standHand(timing.hand(frame).share, layout.hidesHand),
    isBackwards: chance(seed, 'direction') < 0.3,
    before: (frame) => pickColour(timing.hand(frame).count - 1),
    after: (frame) => pickColour(timing.hand(frame).count),
    x: layout.hand.x * unit,
    y: layout.hand.y * unit,
  })
}

/** The cross of a film leader, and ticks that go on by one on every beat. */
function drawDial({ unit, layout, colours, timing }: Scene): Layer[] {
  const { dial } = colours
  if (layout.tape) return [drawTape(layout.tape, dial, { unit, timing })]
  if (!layout.dial) return []
  const { x, y, radius, ticks } = layout.dial
  const lengths = Float32Array.from({ length: ticks.count }, (_, i) => (i % 5 === 0 ? 1 : 0.42))
  const beaten = new Float32Array(ticks.count)
  const marks = ring(
    { x: x * unit, y: y * unit, radius: radius * unit },
    {
      count: ticks.count,
      mirrored: false,
      levels: (frame) => {
        for (let i = 0; i < ticks.count; i++)
          beaten[i] = (lengths[i] ?? 0) * (0.7 + 0.3 * timing.pulse(frame))
        return beaten
      },
      length: ticks.lengthPx * unit,
      width: ticks.widthPx * unit,
      rotation: (frame) => (360 / ticks.count) * timing.ticks(frame),
      colour: dial,
    },
  )
  return [...drawBeams(layout, unit, dial), marks]
}

/** A tape goes around again and again: so many ticks are one length of it. */
const LENGTH_TICKS = 5
const SHORT_TICK = 0.46

/** A tape of ticks across the frame, which goes on by one on every beat. */
function drawTape(
  { box, stepPx, widthPx }: Tape,
  colour: string,
  { unit, timing }: Pick<Scene, 'unit' | 'timing'>,
): Layer {
  const lengthPx = LENGTH_TICKS * stepPx
  const count = Math.ceil(box.width / stepPx) + 3 * LENGTH_TICKS
  const painting = paint(
    { ...box, x: box.x - lengthPx, width: count * stepPx },
    (ctx, { height }) => {
      ctx.fillStyle = colour
      for (let i = 0; i < count; i++)
        ctx.fillRect(i * stepPx, 0, widthPx, height * (i % LENGTH_TICKS === 0 ? 1 : SHORT_TICK))
    },
    { unit },
  )
  return sprite(painting, {
    x: (frame) => -unit * stepPx * (timing.ticks(frame) % LENGTH_TICKS),
  })
}

function drawBeams({ beams }: Layout, unit: number, ink: string): Layer[] {
  return beams.map((box) =>
    sprite(
      paint(
        box,
        (ctx) => {
          ctx.fillStyle = ink
          ctx.fillRect(0, 0, box.width, box.height)
        },
        { unit },
      ),
    ),
  )
}

/** The number is always whole: it swells on the beat, most on the first of a bar; its unit stays. */
function drawNumber({ unit, layout, colours, timing }: Scene): Layer[] {
  const { number, unit: word } = layout
  const { top, bottom } = number.layout.ink
  const pad = 10
  const box = { ...number.box, y: number.box.y + top - pad, height: bottom - top + 2 * pad }
  const digits = paint(box, (ctx) => drawText(ctx, number.layout, 0, pad - top, colours.ink), { unit })
  return [
    sprite(digits, {
      scale: (frame) => 1 + NUMBER_SWELL * timing.stress(frame) * Math.max(0, timing.pulse(frame) - 0.04),
      // It stands on its foot: its unit is right below it.
      anchor: { x: layout.grows, y: 1 },
    }),
    sprite(paintText(word, colours.ink, unit)),
  ]
}

/** The cover, which jumps on the beat from the edge it stands on, and the words. */
function drawWords({ unit, layout, cover, colours, timing }: Scene): Layer[] {
  const { texts, art, anchor, crop, swell } = layout
  const picture = paint(
    art,
    (ctx, { width, height }) => {
      if (!crop) return drawCard(ctx, cover, { x: 0, y: 0, width, height }, 0)
      ctx.imageSmoothingQuality = 'high'
      ctx.drawImage(cover.image, crop.x, crop.y, crop.width, crop.height, 0, 0, width, height)
    },
    { unit },
  )
  return [
    sprite(picture, {
      scale: (frame) => 1 + swell * Math.max(0, timing.pulse(frame) - 0.04),
      anchor,
    }),
    ...Object.values(texts).map((text) => sprite(paintText(text, colours.ink, unit))),
  ]
}

function paintText({ layout, box }: PlacedText, colour: string, unit: number) {
  return paint({ ...box, height: Math.max(1, box.height) }, (ctx) => drawText(ctx, layout, 0, 0, colour), {
    unit,
    bleed: 8,
  })
}
