import {
  type AudioTrack,
  type Box,
  type Cover,
  chance,
  defineTemplate,
  drawText,
  ease,
  type FontStyle,
  type FrameLayout,
  findGaps,
  isRightToLeft,
  type Layer,
  type LyricLine,
  paint,
  pictureGround,
  planFrame,
  type Song,
  sprite,
  z,
} from '@songreel/kit'
import { BAND_CONTRAST, sendBands } from './colour-bands.ts'
import { planHead, planOverStage, planPhoto, planPrintStage } from './layout.ts'
import { keepsPhoto, showPhoto, showPrint } from './photo.ts'
import { type Phrase, planPhrases, setPoster } from './phrases.ts'
import { drawPhrases, type Ink, inkWords, keepLetters } from './words.ts'

/** One phrase at a time in huge type, word by word as it is sung, on the cover's colours and above its picture. */
export const template = defineTemplate({
  contentId: 'LYRIC_KINETIC_WORDS',
  version: 7,
  title: 'Kinetic words',
  description:
    'One phrase at a time in huge type, each word bursting in as it is sung, on bands of colour that the cover sends out.',
  aspectRatios: ['9x16', '1x1'],
  needs: { lyrics: 'REQUIRED', lyricsTiming: 'WORD' },
  requiredData: z.object({
    lyrics: z.string().max(200_000).optional(),
    /** Words that keep the accent. */
    emphasis: z.array(z.string().max(40)).max(20).optional(),
  }),
  defaults: { excerpt: { kind: 'HOOK', secs: 15 }, aspectRatio: '9x16', fontStyle: 'CONDENSED' },
  example: { emphasis: ['louder'] },
  backgrounds: ['COVER', 'VIDEOS', 'ARTIST'],

  setup(input) {
    const { size, data, cover, audio, song, lyrics, fontStyle: font, seed, motion } = input
    const { palette } = cover
    const frame = planFrame(size)
    const { durationSecs } = audio
    const lines = lyrics?.lines ?? []
    const set = (box: Box) => {
      const setting = { box, font, durationSecs }
      const sung = planPhrases(lines, setting)
      return [...openWith(song, sung, setting), ...sung]
    }
    const risesTo = chance(seed, 'slant') < 0.5 ? 'LEFT' : 'RIGHT'
    const isOverPicture = (input.background ?? 'COVER') !== 'COVER'
    const stage = planStage(frame, { song, font, cover, set, isOverPicture })
    const { head, phrases } = stage
    const ink = inkWords(palette)
    const emphasis = new Set(data.emphasis?.map(keepLetters))
    const how = { audio, motion, ink, emphasis }
    return [
      ...pictureGround(input, {
        type: [...head.texts.map(({ box }) => box), head.below],
        ratio: BAND_CONTRAST,
        seen: { x: 0, y: 0, width: 1, height: (stage.print?.y ?? size.height) / size.height },
        own: () => [sendBands({ size, palette, audio, seed, source: stage.middle })],
      }),
      stage.print
        ? showPrint({ print: stage.print, size, cover, audio })
        : showPhoto({ size, cover, audio, edges: stage.edges, risesTo, motion }),
      ...head.texts.map(({ box, text, isTitle }) =>
        sprite(
          paint(box, (ctx) => drawText(ctx, text, 0, 0, isTitle ? palette.text : ink.quiet), {
            bleed: frame.scale(8),
          }),
        ),
      ),
      ...drawPhrases(phrases, how),
      ...drawInterludes(lines, { box: head.below, frame, audio, ink, isRtl: isRightToLeft(song.title) }),
    ]
  },
})

type StageWish = {
  song: Song
  font: FontStyle
  cover: Cover
  set: (box: Box) => Phrase[]
  isOverPicture: boolean
}

/** The picture across the frame's foot, or where that would cut the cover's subject, the whole cover in its corner. */
function planStage(frame: FrameLayout, { set, isOverPicture, ...wish }: StageWish) {
  if (isOverPicture) {
    const { print, ...head } = planOverStage(frame, wish.song, wish.font)
    return { head, phrases: set(head.below), edges: [], middle: print, print }
  }
  const head = planHead(frame, wish.song, wish.font)
  const phrases = set(head.below)
  const photo = planPhoto(frame, phrases, { below: head.below, cover: wish.cover })
  if (keepsPhoto(wish.cover, frame.size, photo.edges)) return { head, phrases, ...photo }
  const { print, ...beside } = planPrintStage(frame, wish)
  const middle = { x: print.x + print.width / 2, y: print.y + print.height / 2 }
  return { head: beside, phrases: set(beside.below), edges: [], middle, print }
}

/** Before the first word, and where nobody sings at all, the title is the poster. */
function openWith(
  song: Song,
  phrases: readonly Phrase[],
  setting: { box: Box; font: FontStyle; durationSecs: number },
): Phrase[] {
  const endSecs = Math.min(setting.durationSecs + 1, ...phrases.map(({ startSecs }) => startSecs))
  if (endSecs <= 0 || song.title === '') return []
  const poster = setPoster({ startSecs: -1, endSecs: -1, text: song.title }, setting)
  return [{ ...poster, startSecs: -1, endSecs, isBackground: false }]
}

/** A pause of so many seconds gets a sign. */
const PAUSE_SECS = 3.4
const STAY_SECS = 1.4
const BARS = 5

type Interlude = { box: Box; frame: FrameLayout; audio: AudioTrack; ink: Ink; isRtl: boolean }

/** Nobody sings: a few tall bars breathe with the song where the words will be. */
function drawInterludes(lines: readonly LyricLine[], { box, frame, audio, ink, isRtl }: Interlude): Layer[] {
  const { durationSecs } = audio
  const pauses = findGaps(lines, { durationSecs, leastSecs: PAUSE_SECS }).filter(
    ({ startSecs, endSecs }) => startSecs > 0 && endSecs < durationSecs,
  )
  const width = frame.scale(56)
  const height = box.height * 0.34
  return pauses.flatMap(({ startSecs, endSecs }) =>
    Array.from({ length: BARS }, (_, bar) => {
      const along = bar * 1.9 * width
      const x = isRtl ? box.x + box.width - width - along : box.x + along
      const painting = paint({ x, y: box.y + (box.height - height) / 2, width, height }, (ctx, place) => {
        ctx.fillStyle = ink.sung
        ctx.beginPath()
        ctx.roundRect(0, 0, place.width, place.height, place.width / 2)
        ctx.fill()
      })
      return sprite(painting, {
        scale: (each) => {
          const level = audio.bands(each)[8 + bar * 10] ?? 0
          return 0.3 + 0.5 * level + 0.15 * audio.beat(each) + 0.05 * Math.sin(2 * each.secs + bar)
        },
        opacity: ({ secs }) => ease(secs, startSecs + STAY_SECS, 0.3) * (secs < endSecs ? 1 : 0),
      })
    }),
  )
}
