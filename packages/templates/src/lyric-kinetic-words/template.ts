import {
  type AudioTrack,
  type Cover,
  defineTemplate,
  drawText,
  ease,
  type FontStyle,
  type Frame,
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
import { type Room, setPoster } from './poster.ts'
import { planStage, type Stage } from './stage.ts'
import { drawPhrases, type Ink, inkWords, keepLetters } from './words.ts'

/** One phrase at a time in huge type beside the cover, word by word as it is sung; in a tall frame phrases cut between a large cover and a smaller one. */
export const template = defineTemplate({
  contentId: 'LYRIC_KINETIC_WORDS',
  version: 9,
  title: 'Kinetic words',
  description:
    'One phrase at a time as a poster in huge type, each word bursting in as it is sung; the cover is always seen: in a tall frame phrases cut between a larger and a smaller one, in a square all of it stands above them.',
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
    const { texts, setUps, logo } = planScene(input)
    const rooms = setUps.map(({ words }) => words)
    const [first] = rooms
    const sung = planPhrases(lines, { rooms, font, durationSecs })
    const phrases = [...openWith(song, sung, { box: first!, font, durationSecs }), ...sung]
    const ink = inkWords(palette)
    const emphasis = new Set(data.emphasis?.map(keepLetters))
    const roomAt = findRooms(phrases)
    return [
      ...pictureGround(input, {
        type: [...texts.map(({ box }) => box), ...rooms],
        ratio: GROUND_CONTRAST,
        seen: { x: 0, y: 0, width: 1, height: first!.y / size.height },
        own: () => stepPanels({ size, palette, audio, seed }),
      }),
      ...setUps.flatMap(({ picture }, room) =>
        showPicture(picture, { cover, audio, isOn: (each) => roomAt(each) === room }),
      ),
      ...drawNames(texts, { frame, palette, ink }),
      ...drawPhrases(phrases, { audio, motion, ink, emphasis }),
      ...drawInterludes(lines, { box: first!, frame, audio, ink, isRtl: isRightToLeft(song.title) }),
      ...(logo ? ownLogo(input, LOGO, logo) : []),
    ]
  },

  // In a square words and cover fill all corners.
  placeLogos(input) {
    const { logo } = planScene(input)
    return logo ? { [LOGO]: logo } : {}
  },
})

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
  return { texts, setUps: [{ words: below, picture }] }
}

/** Which room is seen: where nobody sings, the first. */
function findRooms(phrases: readonly Phrase[]): (frame: Frame) => number {
  const front = phrases.filter(({ isBackground }) => !isBackground)
  return ({ secs }) =>
    front.findLast(({ startSecs, endSecs }) => startSecs <= secs + 1e-6 && secs + 1e-6 < endSecs)?.room ?? 0
}

/** Before the first word, and where nobody sings at all, the title is the poster. */
function openWith(
  song: Song,
  phrases: readonly Phrase[],
  setting: { box: Room; font: FontStyle; durationSecs: number },
): Phrase[] {
  const endSecs = Math.min(setting.durationSecs + 1, ...phrases.map(({ startSecs }) => startSecs))
  if (endSecs <= 0 || song.title === '') return []
  const poster = setPoster({ startSecs: -1, endSecs: -1, text: song.title }, setting)
  return [{ ...poster, room: 0, startSecs: -1, endSecs, isBackground: false }]
}

/** A pause of so many seconds gets a sign. */
const PAUSE_SECS = 3.4
const STAY_SECS = 1.4
const BARS = 5
/** From bar to bar, in widths of one. */
const BAR_STEP = 1.9

type Interlude = { box: Room; frame: FrameLayout; audio: AudioTrack; ink: Ink; isRtl: boolean }

/** Nobody sings: a few tall bars breathe with the song where the words will be. */
function drawInterludes(lines: readonly LyricLine[], { box, frame, audio, ink, isRtl }: Interlude): Layer[] {
  const { durationSecs } = audio
  const pauses = findGaps(lines, { durationSecs, leastSecs: PAUSE_SECS }).filter(
    ({ startSecs, endSecs }) => startSecs > 0 && endSecs < durationSecs,
  )
  const width = frame.scale(56)
  const height = box.height * 0.34
  const from = box.isCentred ? (box.width - (BAR_STEP * (BARS - 1) + 1) * width) / 2 : 0
  return pauses.flatMap(({ startSecs, endSecs }) =>
    Array.from({ length: BARS }, (_, bar) => {
      const along = from + bar * BAR_STEP * width
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
