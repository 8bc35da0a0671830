import {
  type AudioTrack,
  type Box,
  type ClipFile,
  type ClipGrade,
  type Cover,
  CUT_RATES,
  chance,
  clip,
  contrast,
  defineTemplate,
  drawFilling,
  drawKeeping,
  drawText,
  ease,
  expoIn,
  expoOut,
  type Frame,
  frameShot,
  fromOklch,
  hexToOklch,
  type Layer,
  type Motion,
  mix,
  type Palette,
  paint,
  planCuts,
  planShots,
  playShots,
  type Shot,
  type ShotFraming,
  type Size,
  scaleBox,
  sprite,
  toGroundTone,
  z,
} from '@songreel/kit'
import { type Layout, planLayout } from './layout.ts'
import { type Glimpse, placeTag } from './place-tag.ts'

/** The media's own videos, cut on the bars, between a title card at the start and the same at the end. */
export const template = defineTemplate({
  contentId: 'CLIPS_BEAT_CUT',
  version: 5,
  title: 'Beat cut',
  description:
    'Your videos, cut on the bars and faster where the song is loud, between two title cards with the cover and its colours.',
  needs: { clips: { min: 1, max: 24 } },
  requiredData: z.object({
    cutRate: z.enum(CUT_RATES).default('MID'),
    customText: z.string().max(120).optional(),
  }),
  defaults: { aspectRatio: '9x16', fontStyle: 'MODERN' },
  example: { cutRate: 'MID' },

  setup({ size, fps, frameCount, data, cover, audio, song, fontStyle: font, seed, motion, clips }) {
    const unit = Math.min(size.width, size.height) / 1080
    const layout = planLayout({
      size: { width: size.width / unit, height: size.height / unit },
      words: { title: song.title, artist: song.artist, note: data.customText ?? '' },
      font,
      isTurned: chance(seed, 'side') < 0.4,
      ratio: cover.width / cover.height,
    })
    const shots = planShots(planCuts(audio, data.cutRate, { fps, frameCount }), clips, {
      fps,
      seed,
      beatSecs: audio.beatSecs,
    })
    const card = timeCard(audio, shots, { fps, frameCount })
    const film = { size, unit, clips, shots, layout, card, seed, motion, cover, palette: cover.palette }
    const framings = frameShots(film)
    return [drawFilm(film, framings, audio), ...drawTag(film, framings, fps), ...drawCard(film)]
  },
})

type Film = {
  size: Size
  unit: number
  clips: readonly ClipFile[]
  shots: readonly Shot[]
  layout: Layout
  /** How far the title card has left the frame, 0 to 1. */
  card: (frame: Frame) => number
  seed: number
  motion: Motion
  cover: Cover
  palette: Palette
}

const CARD_SECS = { least: 1.7, share: 0.3, move: 0.5 }

/** The first card leaves with a cut and the last one comes with a cut; where there is none, with a bar. */
function timeCard(
  { downbeatSecs }: AudioTrack,
  shots: readonly Shot[],
  { fps, frameCount }: { fps: number; frameCount: number },
): (frame: Frame) => number {
  const endSecs = frameCount / fps
  const least = Math.min(CARD_SECS.least, CARD_SECS.share * endSecs)
  const cuts = shots.map(({ startFrame }) => startFrame / fps)
  const mayLeave = (secs: number) => secs >= least - 0.02 && secs <= 0.4 * endSecs
  const mayCome = (secs: number) => secs <= endSecs - least && secs >= 0.6 * endSecs
  const leaveSecs = cuts.find(mayLeave) ?? downbeatSecs.find(mayLeave) ?? least
  const comeSecs = cuts.findLast(mayCome) ?? downbeatSecs.findLast(mayCome) ?? endSecs - least
  return ({ secs }) =>
    ease(secs, leaveSecs, CARD_SECS.move, expoOut) - ease(secs, comeSecs, CARD_SECS.move, expoOut)
}

const WHIP_SECS = 0.42
const WIND_UP_SECS = 0.14

/** How a shot stands in the whole frame and beside the card. */
type Framing = { file: Size; open: ShotFraming; card: ShotFraming; grade: ClipGrade }

/** In pixels of the design, so that every size is framed alike. */
function frameShots({ size, unit, clips, shots, layout, seed, palette }: Film): Framing[] {
  const design = { box: scaleBox({ x: 0, y: 0, ...size }, 1 / unit) }
  return shots.map((shot, i) => {
    const file = clips[shot.clip] ?? { width: 16, height: 9 }
    return {
      file,
      open: frameShot(shot, i, file, design, seed),
      card: frameShot(shot, i, file, layout.window, seed),
      grade: gradeClip(palette, shot),
    }
  })
}

/** All shots in one layer: each frame shows one part of one clip. */
function drawFilm(film: Film, framings: readonly Framing[], audio: AudioTrack): Layer {
  const { size, unit, clips, shots, layout, card, seed, motion } = film
  const whole = { x: 0, y: 0, ...size }
  const window = scaleBox(layout.window.box, unit)
  const { indexAt, shotAt, timeAt, moveAt } = playShots(shots)
  const follow = (frame: Frame, name: keyof ShotFraming) => {
    const framing = framings[indexAt(frame)]
    return mix(moveAt(frame, framing?.card, name), moveAt(frame, framing?.open, name), card(frame))
  }
  const whip = createWhip(shots, motion)
  const side = (frame: Frame) => (chance(seed, 'whip', indexAt(frame)) < 0.5 ? -1 : 1)
  return clip(clips, {
    which: (frame) => shotAt(frame).clip,
    time: timeAt,
    atEnd: 'HOLD',
    box: (frame) => mixBoxes(window, whole, card(frame)),
    zoom: (frame) => follow(frame, 'zoom') * (1 + 0.045 * audio.beat(frame)) + 0.5 * Math.abs(whip(frame)),
    panX: (frame) => follow(frame, 'panX') + 1.6 * side(frame) * whip(frame),
    panY: (frame) => follow(frame, 'panY'),
    grade: (frame) => framings[indexAt(frame)]?.grade ?? {},
  })
}

/** Before a hard cut the camera is torn to one side, and after it comes to rest from the other. */
function createWhip(shots: readonly Shot[], motion: Motion): (frame: Frame) => number {
  if (motion === 'REDUCED') return () => 0
  const hard = shots.filter((shot) => shot.whip > 0)
  return ({ index, fps }) => {
    for (const { startFrame, whip } of hard) {
      const ageSecs = (index - startFrame) / fps
      if (ageSecs < -WIND_UP_SECS || ageSecs >= WHIP_SECS) continue
      if (ageSecs < 0) return -0.7 * whip * expoIn(1 + ageSecs / WIND_UP_SECS)
      return whip * (1 - ease(ageSecs, 0, WHIP_SECS, expoOut))
    }
    return 0
  }
}

const MIDDLE_BRIGHTNESS = 0.42

/**
 * Clips as bright as each other, and the shadows a little towards the cover. People are in the middle tones and the
 * lights: those keep their colours, or a face would be teal or pink.
 */
function gradeClip(palette: Palette, { looks: { from }, isLoud }: Shot): ClipGrade {
  const { isMonochrome, accent2, background } = palette
  const level = from ? Math.sqrt(MIDDLE_BRIGHTNESS / Math.max(0.1, from.brightness)) : 1
  const brightness = Math.max(0.82, Math.min(1.25, level))
  if (isMonochrome) return { brightness, contrast: 1.1, saturation: isLoud ? 0.22 : 0.08 }
  const ground = hexToOklch(background).chroma > 0.02 ? background : accent2
  const shadows = fromOklch({ lightness: 0.4, chroma: 0.1, hue: hexToOklch(ground).hue })
  return { brightness, contrast: 1.08, saturation: isLoud ? 1.04 : 0.94, shadows, tone: SHADOW_TONE }
}

const SHADOW_TONE = 0.12

/** Cover and names on one field are one painting: they leave and come as a whole. */
function drawCard({ unit, layout, card, cover, palette, seed }: Film): Layer[] {
  const { panel, exit, art, artist, title, note } = layout
  const { ground, type } = chooseColours(palette, seed)
  const painting = paint(
    panel,
    (ctx) => {
      ctx.fillStyle = ground
      ctx.fillRect(0, 0, panel.width, panel.height)
      drawKeeping(ctx, cover, { ...art, x: art.x - panel.x, y: art.y - panel.y })
      for (const { layout: text, box } of [artist, title, note]) {
        drawText(ctx, text, box.x - panel.x, box.y - panel.y, type)
      }
    },
    { unit },
  )
  return [
    sprite(painting, {
      x: (frame) => Math.round(exit.x * unit * card(frame)),
      y: (frame) => Math.round(exit.y * unit * card(frame)),
      opacity: (frame) => (card(frame) < 1 ? 1 : 0),
    }),
  ]
}

/** When the card has gone, a label with cover and names comes in from the side; it leaves again before the last card. */
function drawTag(film: Film, framings: readonly Framing[], fps: number): Layer[] {
  const { unit, layout, card, cover, palette, seed, size } = film
  if (!layout.tag) return []
  const design = { width: size.width / unit, height: size.height / unit }
  const tag = placeTag(layout.tag, design, layout.safe, listGlimpses(film, framings, fps))
  const { ground, type } = chooseColours(palette, seed)
  const { box, field, art, texts } = tag
  const painting = paint(
    box,
    (ctx) => {
      ctx.fillStyle = ground
      ctx.fillRect(field.x - box.x, field.y - box.y, field.width, field.height)
      drawFilling(ctx, cover, { ...art, x: art.x - box.x, y: 0 })
      for (const { layout: text, box: at } of texts) drawText(ctx, text, at.x - box.x, at.y - box.y, type)
    },
    { unit },
  )
  const isLeft = (box.x + box.width / 2) * unit < size.width / 2
  const way = Math.round((isLeft ? -1 : 1) * (box.width * unit + size.width * 0.1))
  // In the second half of the card's own way, so that the two never meet.
  const shown = (frame: Frame) => Math.max(0, Math.min(1, 4 * card(frame) - 3))
  return [
    sprite(painting, {
      x: (frame) => Math.round(way * (1 - shown(frame))),
      opacity: (frame) => (shown(frame) > 0 ? 1 : 0),
    }),
  ]
}

/** What is seen at both ends of every shot while the label stands. */
function listGlimpses({ shots, card }: Film, framings: readonly Framing[], fps: number): Glimpse[] {
  return shots.flatMap(({ startFrame, endFrame, looks }, i) => {
    const framing = framings[i]
    if (!framing) return []
    const { file, open } = framing
    return (['from', 'to'] as const).flatMap((end): Glimpse[] => {
      const index = end === 'from' ? startFrame : endFrame - 1
      const look = looks[end]
      if (!look || card({ index, secs: index / fps } as Frame) < 0.75) return []
      return [{ file, look, view: { zoom: open.zoom[end], panX: open.panX[end], panY: open.panY[end] } }]
    })
  })
}

/** The card in one of the cover's colours, or dark or light; the type on it has 7:1. */
function chooseColours({ text, background, accent, accent2, isMonochrome }: Palette, seed: number) {
  const pick = chance(seed, 'card')
  if (isMonochrome || pick < 0.25) return { ground: background, type: text }
  if (pick < 0.45) return { ground: text, type: background }
  const colour = pick < 0.8 ? accent : accent2
  const type = contrast(colour, '#0b0b0d') >= contrast(colour, '#ffffff') ? '#0b0b0d' : '#ffffff'
  return { ground: toGroundTone(colour, type, 7), type }
}

/** Two pixels more on every side: the card's edge must never show what lies below both. */
function mixBoxes(a: Box, b: Box, share: number): Box {
  return {
    x: mix(a.x, b.x, share) - 2,
    y: mix(a.y, b.y, share) - 2,
    width: mix(a.width, b.width, share) + 4,
    height: mix(a.height, b.height, share) + 4,
  }
}
