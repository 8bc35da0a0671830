import {
  type AudioTrack,
  type Cover,
  chance,
  createSteps,
  defineTemplate,
  drawCard,
  drawText,
  drawWord,
  expoOut,
  type Frame,
  findWords,
  type Layer,
  type Motion,
  mixColours,
  type PlacedText,
  paint,
  pictureGround,
  shapeForPeople,
  sprite,
  z,
} from '@songreel/kit'
import { chooseQuote } from './choose-quote.ts'
import { chooseWords } from './choose-words.ts'
import { type Ink, inkQuote } from './ink-quote.ts'
import { type Layout, planLayout } from './layout.ts'
import { LEAK_CONTRAST, leakLight } from './light-leak.ts'

/** One line of the song as a poster, in light that leaks into the picture as the song gets louder. */
export const template = defineTemplate({
  contentId: 'LYRIC_QUOTE_CARD',
  version: 9,
  title: 'Quote card',
  description:
    'One line of the song as a typographic poster; light leaks in with the loudness, and the beat reads word by word.',
  aspectRatios: ['1x1', '4x5', '9x16'],
  needs: { lyrics: 'REQUIRED', lyricsUnless: 'quote' },
  requiredData: z.object({
    quote: z.string().trim().min(1).max(280).optional(),
    attribution: z.string().max(120).optional(),
    lyrics: z.string().max(200_000).optional(),
  }),
  defaults: { aspectRatio: '9x16', fontStyle: 'SERIF' },
  backgrounds: ['COVER', 'VIDEOS', 'ARTIST'],
  example: { quote: 'I kept one lantern burning for you' },

  setup(input) {
    const { size, data, cover, audio, song, lyrics, fontStyle: font, seed, motion } = input
    const unit = Math.min(size.width, size.height) / 1080
    const words = {
      quote:
        data.quote ??
        (chooseQuote(lyrics?.songLines ?? [], lyrics?.lines.map(({ text }) => text) ?? []) || song.title),
      attribution: data.attribution ?? song.artist,
      title: song.title,
      kicker: data.customText ?? '',
    }
    const design = { width: size.width / unit, height: size.height / unit }
    const isOverPicture = (input.background ?? 'COVER') !== 'COVER'
    const poster = chance(seed, 'place') < 0.5 ? 'HIGH' : 'LOW'
    const place = isOverPicture ? 'OVER_PICTURE' : poster
    const picture = shapeForPeople(cover, { width: 1, height: 1 })
    const layout = planLayout(design, words, { font, place, picture })
    const type = layout.type.map(({ x, y, width, height }) => ({
      x: x * unit,
      y: y * unit,
      width: width * unit,
      height: height * unit,
    }))
    const { palette } = cover
    const ink = inkQuote(palette)
    const scene = { layout, unit, cover, audio, motion, ink }
    return [
      ...pictureGround(input, {
        type,
        ratio: LEAK_CONTRAST,
        seen: { x: 0, y: 0, width: 1, height: layout.mark.box.y / design.height },
        own: () => [leakLight({ size, palette, audio, seed, type, motion })],
      }),
      ...drawCredits(scene),
      ...drawQuote(scene),
    ]
  },
})

type Scene = { layout: Layout; unit: number; cover: Cover; audio: AudioTrack; motion: Motion; ink: Ink }

/** The cover as a stamp beside the names, a group in its picture's own shape; its corner swells with the beat. */
function drawCredits({ layout, unit, cover, audio, ink }: Scene): Layer[] {
  const card = paint(
    layout.art,
    (ctx, { width, height }) => drawCard(ctx, cover, { x: 0, y: 0, width, height }, 4),
    { unit },
  )
  const rule = paint(
    layout.rule,
    (ctx, { width, height }) => {
      ctx.fillStyle = ink.text
      ctx.fillRect(0, 0, width, height)
    },
    { unit },
  )
  // It grows away from the edge that it shares with the rule and the quote.
  const anchor = { x: layout.art.x > layout.rule.x ? 1 : 0, y: 0 }
  return [
    sprite(rule),
    sprite(card, { scale: (frame) => 0.94 + 0.06 * audio.beat(frame), anchor }),
    ...layout.credits.map((text) => sprite(paintText(text, ink.text, unit))),
  ]
}

/** A word is lit at once and stays so for a while, in so many shades. */
const SHADES = 12
const FADE_SECS = 0.9

/** On every beat the light goes on to the next word that says something, as if somebody read along. */
function drawQuote({ layout, unit, audio, motion, ink }: Scene): Layer[] {
  const { layout: quote, box } = layout.quote
  const { sizePx } = quote
  const words = findWords(quote)
  const spoken = chooseWords(words.map(({ text }) => text))
  const isFull = motion === 'FULL'
  const steps = createSteps(isFull ? audio.beatSecs : audio.downbeatSecs, {
    minGapSecs: 0.3,
    freeSecs: isFull ? 0.6 : 2.4,
  })
  const shades = Array.from({ length: SHADES + 1 }, (_, i) => mixColours(ink.rest, ink.text, i / SHADES))
  const layers = words.map((word, index) => {
    const painting = paint(
      {
        x: box.x + word.left,
        y: box.y + word.baseline - sizePx,
        width: Math.max(1, word.right - word.left),
        height: 1.3 * sizePx,
      },
      (ctx) => drawWord(ctx, quote, word, { x: -word.left, y: sizePx - word.baseline, fill: ink.rest }),
      { unit, bleed: 0.35 * sizePx },
    )
    const turn = spoken.findIndex((group) => group.includes(index))
    /** How long ago the beat came to this word; it leaves it with the next beat. */
    const ageAt = (frame: Frame) => {
      const { count, ageSecs } = steps(frame)
      const turns = count - 1 - turn
      return turn >= 0 && turns >= 0 && turns % spoken.length === 0 ? ageSecs : Number.POSITIVE_INFINITY
    }
    const isEmoji = /\p{Extended_Pictographic}/u.test(word.text)
    const shade = (frame: Frame) =>
      Math.round(SHADES * (1 - expoOut(Math.min(1, ageAt(frame) / FADE_SECS)) * 0.15))
    return sprite(painting, {
      ...(!isEmoji && {
        colour: (frame: Frame) =>
          ageAt(frame) === Number.POSITIVE_INFINITY ? ink.rest : (shades[shade(frame)] ?? ink.text),
      }),
    })
  })
  return [sprite(paintText(layout.mark, ink.accent, unit)), ...layers]
}

function paintText({ layout, box }: PlacedText, colour: string, unit: number) {
  return paint({ ...box, height: Math.max(1, box.height) }, (ctx) => drawText(ctx, layout, 0, 0, colour), {
    unit,
    bleed: 8,
  })
}
