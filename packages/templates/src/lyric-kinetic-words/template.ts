import {
  type AudioTrack,
  type Box,
  type Cover,
  defineTemplate,
  drawText,
  ease,
  type FontStyle,
  type FrameLayout,
  findGaps,
  isRightToLeft,
  type Layer,
  type LyricLine,
  ownLogo,
  type Palette,
  paint,
  pictureGround,
  planFrame,
  type SetupInput,
  type Song,
  sprite,
  z,
} from '@songreel/kit'
import { type HeadText, planOverStage } from './layout.ts'
import { GROUND_CONTRAST, stepPanels } from './panels.ts'
import { type Phrase, planPhrases } from './phrases.ts'
import { layInCorner, showPicture } from './pictures.ts'
import { setPoster } from './poster.ts'
import { planStage, type Stage } from './stage.ts'
import { drawPhrases, type Ink, inkWords, keepLetters } from './words.ts'

/** One phrase at a time in huge type above or below the cover, word by word as it is sung; words and cover keep their places. */
export const template = defineTemplate({
  contentId: 'LYRIC_KINETIC_WORDS',
  version: 9,
  title: 'Kinetic words',
  description:
    'One phrase at a time as a poster in huge type, its rows bursting with each word as it is sung; the cover is always seen: at the foot of a tall frame, in a square whole in the upper corner.',
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
    const { texts, words, picture, logo } = planScene(input)
    const leastRowPx = frame.shape === 'TALL' ? 0 : LEAST_ROW * size.height
    const sung = planPhrases(lines, { room: words, font, durationSecs, leastRowPx })
    const phrases = [...openWith(song, sung, { box: words, font, durationSecs }), ...sung]
    const ink = inkWords(palette)
    const emphasis = new Set(data.emphasis?.map(keepLetters))
    return [
      ...pictureGround(input, {
        type: [...texts.map(({ box }) => box), words],
        ratio: GROUND_CONTRAST,
        seen: { x: 0, y: 0, width: 1, height: words.y / size.height },
        own: () => stepPanels({ size, palette, audio, seed }),
      }),
      showPicture(picture, { cover, audio }),
      ...drawNames(texts, { frame, palette, ink }),
      ...drawPhrases(phrases, { audio, motion, ink, emphasis }),
      ...drawInterludes(lines, { box: words, frame, audio, ink, isRtl: isRightToLeft(song.title) }),
      ...(logo ? ownLogo(input, LOGO, logo) : []),
    ]
  },

  // Words and cover fill the corners.
  placeLogos(input) {
    const { logo } = planScene(input)
    return logo ? { [LOGO]: logo } : {}
  },
})

/** Below the cover no row of a phrase is lower than this of the frame's height. */
const LEAST_ROW = 0.14

/** The name of the logo's place. */
const LOGO: string = 'names'

function planScene({ size, cover, song, fontStyle: font, background, logo }: SetupInput<unknown>): Stage {
  const frame = planFrame(size)
  const isOverPicture = (background ?? 'COVER') !== 'COVER'
  const wish = { song, font, cover, logoSize: logo?.size }
  return isOverPicture ? planOver(frame, wish) : planStage(frame, wish)
}

type NamesPlan = { frame: FrameLayout; palette: Palette; ink: Ink }

function drawNames(texts: readonly HeadText[], { frame, palette, ink }: NamesPlan): Layer[] {
  return texts.map(({ box, text, isTitle }) =>
    sprite(
      paint(box, (ctx) => drawText(ctx, text, 0, 0, isTitle ? palette.text : ink.quiet), {
        bleed: frame.scale(8),
      }),
    ),
  )
}

/** Over a film or a photograph there is one set-up: the cover is a small card beside the names. */
function planOver(
  frame: FrameLayout,
  { song, font, cover }: { song: Song; font: FontStyle; cover: Cover },
): Stage {
  const { print, texts, below } = planOverStage(frame, song, font)
  const picture = { ...layInCorner(cover, print, { isRight: false }), box: print }
  return { texts, words: below, picture }
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
  return [{ words: poster.words, startSecs: -1, endSecs, isBackground: false }]
}

/** A pause of so many seconds gets a sign. */
const PAUSE_SECS = 3.4
const STAY_SECS = 1.4
const BARS = 5
/** From bar to bar, in widths of one. */
const BAR_STEP = 1.9

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
      const along = bar * BAR_STEP * width
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
