import {
  type AudioTrack,
  type Box,
  bars,
  type Cover,
  createSteps,
  cubicOut,
  defineTemplate,
  drawText,
  ease,
  type Frame,
  type Layer,
  type Motion,
  type Palette,
  type PlacedText,
  paint,
  type Size,
  sprite,
  z,
} from '@songreel/kit'
import { cropArt } from './art.ts'
import { type Layout, planLayout } from './layout.ts'
import type { Row } from './list.ts'
import { listTones, toneAt } from './tones.ts'

/** How many songs the list takes. */
const MOST_TRACKS = 30

/** The album as a list of its songs on bands of the cover's colour, which step on every beat; the one that plays stands out. */
export const template = defineTemplate({
  contentId: 'ALBUM_TRACKLIST_REEL',
  title: 'Tracklist',
  description:
    "All songs of the album, numbered, on bands of the cover's colour that step on every beat; the one that plays stands out.",
  version: 8,
  aspectRatios: ['9x16', '4x5', '1x1', '16x9'],
  needs: { tracks: true },
  requiredData: z.object({
    tracks: z.array(z.string().min(1).max(120)).min(1).max(MOST_TRACKS).optional(),
    customText: z.string().max(120).optional(),
  }),
  defaults: { aspectRatio: '9x16', fontStyle: 'GROTESK' },
  example: {
    tracks: ['Low Tide', 'Infinite Sea', 'Salt and Glass', 'Harbour Lights', 'Undertow', 'Home by Morning'],
  },

  setup({ size, data, cover, audio, song, fontStyle: font, motion: wish }) {
    const unit = Math.min(size.width, size.height) / 1080
    const design = { width: size.width / unit, height: size.height / unit }
    const tracks = data.tracks ?? song.tracks ?? [song.title].filter(Boolean)
    // A single has no album of another name.
    const words = {
      album: song.album || song.title,
      artist: song.artist,
      note: data.customText ?? '',
      tracks,
      playing: tracks.findIndex((track) => isSameTitle(track, song.title)),
    }
    const layout = planLayout(design, words, font, cover)
    const scene: Scene = { unit, design, layout, cover, audio, ...planSteps(audio, wish) }
    return [
      drawGround(scene),
      ...drawBands(scene),
      ...drawCover(scene),
      ...drawNames(scene),
      ...layout.rows.flatMap((row) => drawRow(scene, row)),
      ...drawLevels(scene),
    ]
  },
})

function isSameTitle(a: string, b: string): boolean {
  const key = (text: string) => text.normalize('NFKC').trim().toLocaleLowerCase('en')
  return key(a) === key(b)
}

type Scene = {
  unit: number
  design: Size
  layout: Layout
  cover: Cover
  audio: AudioTrack
  /** How many rows the bands have moved on. */
  steps: (frame: Frame) => number
  /** 1 on a beat, then fading. */
  light: (frame: Frame) => number
}

function planSteps(audio: AudioTrack, motion: Motion): Pick<Scene, 'steps' | 'light'> {
  const beats = createSteps(audio.beatSecs, { minGapSecs: 0.26, freeSecs: 0.8 })
  const reach = motion === 'REDUCED' ? 0.4 : 1
  const slow = motion === 'REDUCED' ? 0.7 : 0.36
  return {
    steps: (frame) => {
      const { count, ageSecs } = beats(frame)
      return count === 0 ? 0 : count - 1 + ease(ageSecs, 0, slow, cubicOut)
    },
    light: (frame) => reach * Math.exp(-beats(frame).ageSecs / 0.12),
  }
}

function drawGround({ unit, design, cover }: Scene): Layer {
  const [ground = cover.palette.background] = listTones(cover.palette)
  const whole = { x: 0, y: 0, ...design }
  return sprite(
    paint(
      whole,
      (ctx) => {
        ctx.fillStyle = ground
        ctx.fillRect(0, 0, design.width, design.height)
      },
      { unit },
    ),
  )
}

/** Every row has its place in a wave of tones, which goes on by one row with every beat; the one that plays has a slab in the colour of the type. */
function drawBands({ unit, layout, cover, steps }: Scene): Layer[] {
  const tones = listTones(cover.palette)
  const { head, rows, rest } = layout
  const bands = [...(head ? [head] : []), ...rows, ...rest].map(({ band, place }) =>
    sprite(fillBox(band, unit), { colour: (frame: Frame) => toneAt(tones, place - steps(frame)) }),
  )
  const slabs = layout.rows.flatMap(({ slab }) => (slab ? [fillBox(slab, unit)] : []))
  return [...bands, ...slabs.map((slab) => sprite(slab, { colour: cover.palette.text }))]
}

function fillBox(box: Box, unit: number) {
  // On whole pixels, so that no line is seen between two bands.
  const top = Math.round(box.y * unit) / unit
  const bottom = Math.round((box.y + box.height) * unit) / unit
  const whole = { ...box, y: top, height: bottom - top }
  return paint(
    whole,
    (ctx) => {
      ctx.fillStyle = '#ffffff'
      ctx.fillRect(0, 0, whole.width, whole.height)
    },
    { unit },
  )
}

/** How much the cover grows on a beat. */
const COVER_SWING = 0.03

function drawCover({ unit, layout, cover, light }: Scene): Layer[] {
  const { cover: box } = layout
  const crop = cropArt(cover, box)
  const art = paint(
    box,
    (ctx, { width, height }) => {
      ctx.imageSmoothingQuality = 'high'
      ctx.drawImage(cover.image, crop.x, crop.y, crop.width, crop.height, 0, 0, width, height)
    },
    { unit },
  )
  return [sprite(art, { scale: (frame) => 1 + COVER_SWING * light(frame) })]
}

function drawNames({ unit, layout, cover }: Scene): Layer[] {
  const { text } = cover.palette
  return layout.names.map((name) => write(name, text, unit))
}

function drawRow({ unit, cover }: Scene, { number, title, slab }: Row): Layer[] {
  if (!slab) return [number, title].map((text) => write(text, cover.palette.text, unit))
  return [number, title].map((text) => write(strengthen(text), inkPlaying(cover.palette), unit))
}

/** So much bolder, in em, a hairline face is on the slab: dark letters on light look thinner than light ones on dark. */
const STRONGER = 0.022

/** The song that plays is never the faintest: a face that is drawn bolder than it is gets some more of that here. */
function strengthen({ box, layout }: PlacedText): PlacedText {
  const { embolden = 0 } = layout.type.font
  if (embolden === 0) return { box, layout }
  const font = { ...layout.type.font, embolden: embolden + STRONGER }
  return { box, layout: { ...layout, type: { ...layout.type, font } } }
}

/** What is written on the row that plays: the darkest of the tones around it. */
function inkPlaying(palette: Palette): string {
  return listTones(palette)[0] ?? palette.background
}

function write({ box, layout }: PlacedText, colour: string, unit: number): Layer {
  const room = { ...box, height: Math.max(1, box.height) }
  return sprite(paint(room, (ctx) => drawText(ctx, layout, 0, 0, colour), { unit, bleed: 8 }))
}

/** So many bars, for bands of the spectrum from the first on, so many apart. None is lower than this part of the sign: lower ones are dots. */
const LEVELS = { count: 4, first: 3, step: 7, least: 0.32 }

/** Small bars at the end of the row that plays, as players show it. */
function drawLevels({ unit, layout, cover, audio }: Scene): Layer[] {
  const row = layout.rows.find(({ slab }) => slab)
  if (!row?.slab) return []
  const { title, slab } = row
  const { count, first, step, least } = LEVELS
  const height = 0.56 * slab.height
  const width = 1.1 * height
  const isRtl =
    title.layout.lines.length > 0 && title.layout.ink.left > title.box.width - title.layout.ink.right
  const x = isRtl ? title.box.x : title.box.x + title.box.width - width
  const isFree = isRtl
    ? title.layout.ink.left > 1.4 * width
    : title.box.width - title.layout.ink.right > 1.4 * width
  if (!isFree) return []
  const y = slab.y + 0.22 * slab.height
  const box = { x: x * unit, y: y * unit, width: width * unit, height: height * unit }
  return [
    bars(box, {
      levels: (frame) => {
        const bands = audio.bands(frame)
        // The root lifts what is quiet: small as the sign is, half of a level is hardly seen.
        return Array.from({ length: count }, (_, i) => Math.sqrt(bands[first + step * i] ?? 0))
      },
      count,
      thickness: 0.62,
      radius: 0,
      minHeight: least * box.height,
      grow: 'BOTTOM',
      colour: inkPlaying(cover.palette),
    }),
  ]
}
