import {
  type AudioTrack,
  type Box,
  chance,
  defineTemplate,
  drawText,
  ease,
  type FontStyle,
  type FrameLayout,
  findGaps,
  fitText,
  isRightToLeft,
  type Layer,
  type LyricLine,
  paint,
  planFrame,
  type Song,
  sprite,
  z,
} from '@songreel/kit'
import { sendBands } from './colour-bands.ts'
import { type Edge, showPhoto } from './photo.ts'
import { type Phrase, planPhrases, setPoster } from './phrases.ts'
import { drawPhrases, type Ink, inkWords, keepLetters } from './words.ts'

/** One phrase at a time in huge type, word by word as it is sung, on the cover's colours and above its picture. */
export const template = defineTemplate({
  contentId: 'LYRIC_KINETIC_WORDS',
  version: 3,
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

  setup({ size, data, cover, audio, song, lyrics, fontStyle: font, seed, motion }) {
    const { palette } = cover
    const frame = planFrame(size)
    const head = planHead(frame, song, font)
    const { durationSecs } = audio
    const lines = lyrics?.lines ?? []
    const setting = { box: head.below, font, durationSecs }
    const sung = planPhrases(lines, setting)
    const phrases = [...openWith(song, sung, setting), ...sung]
    const ink = inkWords(palette)
    const emphasis = new Set(data.emphasis?.map(keepLetters))
    const how = { audio, motion, ink, emphasis }
    const photo = planPhoto(frame, phrases, head.below)
    const risesTo = chance(seed, 'slant') < 0.5 ? 'LEFT' : 'RIGHT'
    return [
      sendBands({ size, palette, audio, seed, source: photo.middle }),
      showPhoto({ size, cover, audio, edges: photo.edges, risesTo, motion }),
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

/** In pixels of a frame whose short side is 1080. */
const HEAD = { TALL: { px: 40, gap: 44 }, SQUARE: { px: 36, gap: 36 }, WIDE: { px: 36, gap: 36 } }

/** The picture has at least this part of the frame's height. */
const LEAST_PHOTO = { TALL: 0.36, SQUARE: 0.34, WIDE: 0.34 }
/** Between the words and the picture, in pixels of a short side of 1080. */
const PHOTO_GAP = 44

/** Where the picture begins under each phrase, and where the bands come from: the middle of what is always seen of it. */
function planPhoto({ size, scale, shape }: FrameLayout, phrases: readonly Phrase[], below: Box) {
  const gap = scale(PHOTO_GAP)
  const lowest = below.y + below.height + gap
  const front = phrases.filter(({ isBackground }) => !isBackground)
  const edges = front.flatMap(({ startSecs, endSecs, bottom }, i): Edge[] => {
    const own = { secs: startSecs, y: Math.min(lowest, bottom + gap) }
    // Where nobody sings it leaves room for the sign of that.
    return endSecs < (front[i + 1]?.startSecs ?? endSecs) ? [own, { secs: endSecs, y: lowest }] : [own]
  })
  const height = LEAST_PHOTO[shape] * size.height
  return {
    edges: edges.length > 0 ? edges : [{ secs: 0, y: lowest }],
    middle: { x: size.width / 2, y: size.height - height / 2 },
  }
}

/** Title and artist on one line at the top; the words have what is left above the picture. */
function planHead({ size, safe, scale, shape }: FrameLayout, song: Song, font: FontStyle) {
  const { px, gap } = HEAD[shape]
  const isRtl = isRightToLeft(song.title)
  const height = scale(px * 1.3)
  const fit = (text: string, align: 'LEFT' | 'RIGHT', share: number) =>
    fitText(
      text,
      { width: safe.width * share, height },
      { font, role: 'TEXT', align, maxSizePx: scale(px), minSizePx: scale(px * 0.3), maxLines: 1 },
    )
  const title = fit(song.title, isRtl ? 'RIGHT' : 'LEFT', song.artist ? 0.56 : 1)
  const artist = fit(song.artist, isRtl ? 'LEFT' : 'RIGHT', song.title ? 0.4 : 1)
  const place = (text: typeof title, width: number, isEnd: boolean): Box => ({
    x: isEnd ? safe.x + safe.width - width : safe.x,
    y: safe.y,
    width,
    height: text.block.bottom,
  })
  const taken = height + scale(gap)
  const foot = (1 - LEAST_PHOTO[shape]) * size.height - scale(PHOTO_GAP)
  return {
    texts: [
      { text: title, box: place(title, safe.width * (song.artist ? 0.56 : 1), isRtl), isTitle: true },
      { text: artist, box: place(artist, safe.width * (song.title ? 0.4 : 1), !isRtl), isTitle: false },
    ],
    below: { ...safe, y: safe.y + taken, height: Math.min(safe.y + safe.height, foot) - safe.y - taken },
  }
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
