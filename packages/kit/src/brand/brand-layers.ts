import type { ClipFile } from '../compose/clip-file.ts'
import type { Frame } from '../compose/frame.ts'
import type { Layer } from '../compose/layer.ts'
import type { Box, Size } from '../geometry.ts'
import { clip } from '../layers/clip.ts'
import { lottie } from '../layers/lottie.ts'
import { paint } from '../layers/paint.ts'
import { sprite } from '../layers/sprite.ts'
import type { Cover } from '../paint/create-cover.ts'
import { cropToFill } from '../paint/crop-to-fill.ts'
import { drawToUrl } from '../paint/draw-to-url.ts'
import { clamp01 } from '../paint/easing.ts'
import type { FontStyle } from '../paint/font-families.ts'
import type { AudioTrack } from '../track/audio-track.ts'
import {
  type BrandFilling,
  drawCoverUrl,
  filmOf,
  growWithin,
  placeView,
  playFrom,
  STING_REACH,
} from './brand-animation.ts'
import type { BrandScene, LogoSting, PlacedLogo } from './brand-scene.ts'
import { type BrandTimes, planBrandTimes } from './brand-times.ts'
import { drawLogo, drawPlate } from './draw-logo.ts'
import { endCard } from './end-card.ts'
import { measureLogo, PLATE_MARGIN, placeLogo } from './logo-box.ts'

/** What a brand's layers are made from. */
export type BrandLayersInput = {
  size: Size
  audio: AudioTrack
  cover: Cover
  song: BrandFilling['song']
  font: FontStyle
}

/** What a brand lays over a template's picture, the lowest first: logo, clips of its own, end card. */
export async function brandLayers(brand: BrandScene, input: BrandLayersInput): Promise<Layer[]> {
  const times = planBrandTimes(brand, input.audio)
  const { size, audio, font, cover, song } = input
  const { palette } = cover
  const logo = brand.endCard?.logo ?? brand.logo
  const filling: BrandFilling = {
    song,
    palette,
    font,
    words: brand.endCard?.text,
    cover: drawCoverUrl(cover),
    logo:
      logo && ((wished) => drawToUrl(wished, (ctx) => drawLogo(ctx, logo, fitInto(wished, logo.picture)))),
  }
  const { intro, outro } = brand
  const { cardStartSecs, outroStartSecs, introEndSecs } = times
  return [
    ...(brand.logo ? logoLayers(brand.logo, { size, audio, times, filling }) : []),
    ...(intro ? [clipLayer(intro, size, { fromSecs: 0, untilSecs: introEndSecs })] : []),
    ...(outro ? [clipLayer(outro, size, { fromSecs: outroStartSecs, untilSecs: cardStartSecs })] : []),
    ...(brand.endCard
      ? await endCard({ size, palette, font, audio, filling, card: brand.endCard, startSecs: cardStartSecs })
      : []),
  ]
}

/** How long a logo stands that is shown at the start or at the end only, and how long it comes or goes. */
const LOGO_SECS = 3
const FADE_SECS = 0.3

type LogoStage = { size: Size; audio: AudioTrack; times: BrandTimes; filling: BrandFilling }

function logoLayers(logo: PlacedLogo, stage: LogoStage): Layer[] {
  const box = placeLogo(stage.size, { ...logo, picture: measureLogo(logo.picture) })
  if (logo.sting) return stingLayers(logo, logo.sting, box, stage)
  const bleed = logo.plate ? PLATE_MARGIN * Math.min(box.width, box.height) + 2 : 0
  const painting = paint(
    box,
    (ctx, { width, height }) => drawLogo(ctx, logo, { x: 0, y: 0, width, height }),
    { bleed },
  )
  return [sprite(painting, { opacity: showLogo(logo, stage.times) })]
}

/** A logo that plays where it will rest, over its plate if it needs one. */
function stingLayers(
  logo: PlacedLogo,
  { lottie: json, ink }: LogoSting,
  box: Box,
  stage: LogoStage,
): Layer[] {
  const { audio, times, filling } = stage
  const opacity = showLogo(logo, times)
  const start = logo.shows === 'END' ? findComing(times) : times.introEndSecs
  const view = growWithin(ink, STING_REACH, { width: json.w, height: json.h })
  const place = placeView(view, ink, box)
  const film = filmOf(json, placeView({ x: 0, y: 0, width: json.w, height: json.h }, ink, box), filling)
  const { plate, tint } = logo
  const ground =
    plate &&
    paint(box, (ctx, { width, height }) => drawPlate(ctx, plate, { x: 0, y: 0, width, height }), {
      bleed: PLATE_MARGIN * Math.min(box.width, box.height) + 2,
    })
  return [
    ...(ground ? [sprite(ground, { opacity })] : []),
    lottie(film, place, { play: playFrom(json, audio, start), view, opacity, ...(tint && { colour: tint }) }),
  ]
}

function findComing({ outroStartSecs, cardStartSecs }: BrandTimes): number {
  return Math.max(0, Math.min(outroStartSecs, cardStartSecs) - LOGO_SECS)
}

function showLogo({ shows, opacity }: PlacedLogo, times: BrandTimes): number | ((frame: Frame) => number) {
  if (shows === 'ALWAYS') return opacity
  const end = Math.min(times.outroStartSecs, times.cardStartSecs)
  if (shows === 'START') {
    const goes = Math.min(times.introEndSecs + LOGO_SECS, end)
    return ({ secs }) => opacity * clamp01((goes - secs) / FADE_SECS)
  }
  const comes = findComing(times)
  return ({ secs }) => opacity * clamp01((secs - comes) / FADE_SECS)
}

/** A clip of the brand's own over the whole frame, cut so that what matters in it stays. Its sound is not used. */
function clipLayer(
  file: ClipFile,
  size: Size,
  { fromSecs, untilSecs }: { fromSecs: number; untilSecs: number },
): Layer {
  const middle = file.looks[Math.floor(file.looks.length / 2)]
  const crop = cropToFill(middle ? { ...file, salience: middle.salience } : file, size)
  const pan = (at: number, room: number) => (room > 1e-6 ? (2 * at) / room - 1 : 0)
  // Half a frame: a cut on a bar falls on the frame that is nearest to it.
  const isShown = ({ secs, fps }: Frame) => secs >= fromSecs - 0.5 / fps && secs < untilSecs - 0.5 / fps
  return clip(file, {
    panX: pan(crop.x, file.width - crop.width),
    panY: pan(crop.y, file.height - crop.height),
    time: ({ secs }) => Math.max(0, secs - fromSecs),
    atEnd: 'HOLD',
    opacity: (frame) => (isShown(frame) ? 1 : 0),
  })
}

/** All of a picture in the middle of a size. */
function fitInto({ width, height }: Size, picture: Size): Box {
  const scale = Math.min(width / picture.width, height / picture.height)
  const size = { width: picture.width * scale, height: picture.height * scale }
  return { x: (width - size.width) / 2, y: (height - size.height) / 2, ...size }
}
