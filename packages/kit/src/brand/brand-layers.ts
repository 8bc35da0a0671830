import type { ClipFile } from '../compose/clip-file.ts'
import type { Frame } from '../compose/frame.ts'
import type { Layer } from '../compose/layer.ts'
import type { Size } from '../geometry.ts'
import { clip } from '../layers/clip.ts'
import { paint } from '../layers/paint.ts'
import { sprite } from '../layers/sprite.ts'
import { cropToFill } from '../paint/crop-to-fill.ts'
import { clamp01 } from '../paint/easing.ts'
import type { FontStyle } from '../paint/font-families.ts'
import type { Palette } from '../paint/palette.ts'
import type { AudioTrack } from '../track/audio-track.ts'
import type { BrandScene, PlacedLogo } from './brand-scene.ts'
import { type BrandTimes, planBrandTimes } from './brand-times.ts'
import { drawLogo } from './draw-logo.ts'
import { endCard } from './end-card.ts'
import { PLATE_MARGIN, placeLogo } from './logo-box.ts'

/** What a brand's layers are made from. */
export type BrandLayersInput = { size: Size; audio: AudioTrack; palette: Palette; font: FontStyle }

/** What a brand lays over a template's picture, the lowest first: logo, clips of its own, end card. */
export async function brandLayers(brand: BrandScene, input: BrandLayersInput): Promise<Layer[]> {
  const times = planBrandTimes(brand, input.audio)
  const { intro, outro } = brand
  const { cardStartSecs, outroStartSecs, introEndSecs } = times
  return [
    ...(brand.logo ? [logoLayer(brand.logo, input.size, times)] : []),
    ...(intro ? [clipLayer(intro, input.size, { fromSecs: 0, untilSecs: introEndSecs })] : []),
    ...(outro ? [clipLayer(outro, input.size, { fromSecs: outroStartSecs, untilSecs: cardStartSecs })] : []),
    ...(brand.endCard ? await endCard({ ...input, card: brand.endCard, startSecs: cardStartSecs }) : []),
  ]
}

/** How long a logo stands that is shown at the start or at the end only, and how long it comes or goes. */
const LOGO_SECS = 3
const FADE_SECS = 0.3

function logoLayer(logo: PlacedLogo, size: Size, times: BrandTimes): Layer {
  const box = placeLogo(size, logo)
  const bleed = logo.plate ? PLATE_MARGIN * Math.min(box.width, box.height) + 2 : 0
  const painting = paint(
    box,
    (ctx, { width, height }) => drawLogo(ctx, logo, { x: 0, y: 0, width, height }),
    { bleed },
  )
  return sprite(painting, { opacity: showLogo(logo, times) })
}

function showLogo({ shows, opacity }: PlacedLogo, times: BrandTimes): number | ((frame: Frame) => number) {
  if (shows === 'ALWAYS') return opacity
  const end = Math.min(times.outroStartSecs, times.cardStartSecs)
  if (shows === 'START') {
    const goes = Math.min(times.introEndSecs + LOGO_SECS, end)
    return ({ secs }) => opacity * clamp01((goes - secs) / FADE_SECS)
  }
  const comes = Math.max(0, end - LOGO_SECS)
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
