import { createCanvas } from '@napi-rs/canvas'
import type { Background } from '../background.ts'
import type { ClipFile } from '../compose/clip-file.ts'
import type { Frame } from '../compose/frame.ts'
import type { Layer } from '../compose/layer.ts'
import { frameShot, type ShotFraming } from '../film/frame-shot.ts'
import { planFilm } from '../film/plan-film.ts'
import { playShots } from '../film/play-shots.ts'
import type { Box, Size } from '../geometry.ts'
import { type BackdropPicture, backdrop } from '../layers/backdrop.ts'
import { clip } from '../layers/clip.ts'
import { coverBox } from '../layers/zoom-window.ts'
import { chance } from '../paint/chance.ts'
import { mixColours, withAlpha } from '../paint/colour.ts'
import type { Cover } from '../paint/create-cover.ts'
import { cropToFill } from '../paint/crop-to-fill.ts'
import { mix } from '../paint/easing.ts'
import type { Palette } from '../paint/palette.ts'
import type { Photo } from '../paint/photo.ts'
import { findSubject } from '../paint/subject.ts'
import type { AudioTrack } from '../track/audio-track.ts'
import { findShade, type Shade, shadeAt, spreadShade, type TypeNeed } from './find-shade.ts'
import { measureShownLight } from './shot-view.ts'

/** What a ground is made from: all of it is in what `setup` gets. */
export type GroundScene = {
  readonly size: Size
  readonly fps: number
  readonly frameCount: number
  readonly cover: Cover
  readonly audio: AudioTrack
  readonly seed: number
  readonly motion: 'FULL' | 'REDUCED'
  readonly clips: readonly ClipFile[]
  readonly background?: Background
  readonly photo?: Photo
}

/** What a look asks of its ground. */
export type GroundWish = {
  /** The ground that the look has of its own, with the cover. */
  own: () => Layer[]
  /** Where type stands, in pixels of the frame; nothing else is darkened more than it has to be. */
  type: readonly Box[]
  /** The contrast that the palette's `text` has wherever type stands. Default 7. */
  ratio?: number
  /** The part of the frame that nothing covers, in fractions of it: what matters in the picture goes there. Default all. */
  seen?: Box
}

const TYPE_RATIO = 7
/** Cells of the shade along the frame's longer side. */
const SHADE_CELLS = 40
/** How much nearer the film comes on a beat. */
const BEAT_ZOOM = 0.025

/** The song's videos or the artist's photograph behind a look, where its video asks for them; else the look's own ground. */
export function pictureGround(
  scene: GroundScene,
  { own, type, ratio = TYPE_RATIO, seen }: GroundWish,
): Layer[] {
  const { background, photo, clips } = scene
  const boxes = type.filter(({ width, height }) => width > 0 && height > 0)
  const wish = { need: { boxes, ratio }, seen }
  if (background === 'ARTIST' && photo) return [photoGround(scene, photo, wish)]
  if (background === 'VIDEOS' && clips.length > 0) return filmGround(scene, wish)
  return own()
}

type Wish = { need: TypeNeed; seen: Box | undefined }

/** The videos, cut on bars, under as much of the ground's colour as the type needs in each shot. */
function filmGround(scene: GroundScene, { need, seen }: Wish): Layer[] {
  const { size, fps, frameCount, cover, audio, seed, clips } = scene
  const shots = planFilm(audio, clips, { fps, frameCount, seed })
  const window = { box: toDesign(size), ...(seen && { seen }) }
  // What comes again is seen from where it was seen before.
  const isLoop = shots.every(({ fromSecs }) => fromSecs === 0)
  const framings = shots.map((shot, i) =>
    // Even numbers are seen from further away: a ground does not press forward.
    frameShot(shot, isLoop ? 0 : 2 * i, clips[shot.clip] ?? size, window, seed),
  )
  const { indexAt, shotAt, timeAt, moveAt } = playShots(shots)
  const follow = (frame: Frame, name: keyof ShotFraming) => moveAt(frame, framings[indexAt(frame)], name)
  const shades = shots.map((shot, i) => {
    const [file, framing] = [clips[shot.clip], framings[i]]
    return findShade(
      file && framing ? measureShownLight({ shot, file, framing, frame: size, fps }) : [],
      cover.palette,
      need,
    )
  })
  return [
    clip(clips, {
      which: (frame) => shotAt(frame).clip,
      time: timeAt,
      atEnd: 'HOLD',
      zoom: (frame) => follow(frame, 'zoom') * (1 + BEAT_ZOOM * audio.beat(frame)),
      panX: (frame) => follow(frame, 'panX'),
      panY: (frame) => follow(frame, 'panY'),
      veil: {
        colour: findShadow(cover.palette),
        cells: SHADE_CELLS,
        stays: indexAt,
        shade: (cells, frame) => spreadShade(cells, size, shades[indexAt(frame)] ?? NO_SHADE),
      },
    }),
  ]
}

/** Shadows are near black, which keeps the picture's own colours; pale grounds and those of a brand are as they are. */
function findShadow({ theme, background, hasBrandGround }: Palette): string {
  return theme === 'DARK' && !hasBrandGround ? mixColours('#000000', background, SHADOW_TINT) : background
}

const SHADOW_TINT = 0.35
const NO_SHADE: Shade = { whole: 0, boxes: [] }

function coverFrame(picture: Size, size: Size, camera: { zoom: number; panX: number; panY: number }): Box {
  return coverBox(picture, { x: 0, y: 0, ...size }, camera, STILL)
}

const STILL: Frame = { index: 0, count: 1, fps: 1, secs: 0, position: 0 }

/** At a short side of 1080. */
function toDesign({ width, height }: Size): Box {
  const unit = Math.min(width, height) / 1080
  return { x: 0, y: 0, width: width / unit, height: height / unit }
}

/** A photograph comes nearer by so much in the course of the video; with less motion it rests. */
const PHOTO_ZOOM = { from: 1.02, to: 1.12 }

/** The photograph, its shade painted into it: it moves as one picture, and costs as much as any other. */
function photoGround(scene: GroundScene, photo: Photo, { need, seen }: Wish): Layer {
  const { size, cover, seed, motion, audio } = scene
  const isNearer = chance(seed, 'photo') < 0.7
  const ends = isNearer ? PHOTO_ZOOM : { from: PHOTO_ZOOM.to, to: PHOTO_ZOOM.from }
  const near = chooseNearness(photo, size, seen)
  const zoomAt = (share: number) =>
    near * (motion === 'REDUCED' ? PHOTO_ZOOM.from : mix(ends.from, ends.to, share))
  const panAt = findPan(photo, size, { seen, zoom: near * PHOTO_ZOOM.from })
  const places = [0, 1].map((share) => coverFrame(photo, size, { zoom: zoomAt(share), ...panAt }))
  const shade = findShade(
    places.map((place) => ({ light: photo.light, place })),
    cover.palette,
    need,
  )
  const middle = coverFrame(photo, size, { zoom: zoomAt(0.5), ...panAt })
  return backdrop(shadePhoto(photo, { size, palette: cover.palette, shade, place: middle }), {
    ...panAt,
    zoom: (frame) => zoomAt(frame.position) * (1 + BEAT_ZOOM * audio.beat(frame)),
  })
}

/** How much nearer a photograph may be seen than it has to be; each step must bring so much more of its subject beside the type. */
const NEARNESS = [1, 1.15, 1.3, 1.45]
const WORTH = 0.05

/** Nearer where that brings what matters out from behind the type: a photograph that only just fills the frame cannot be moved. */
function chooseNearness(photo: Photo, size: Size, seen: Box | undefined): number {
  if (!seen) return 1
  let [best = 1] = NEARNESS
  let most = Number.NEGATIVE_INFINITY
  for (const near of NEARNESS) {
    const crop = cropToFill(photo, size, { zoom: near * PHOTO_ZOOM.from, seen })
    const shown = measureShown(photo, crop, seen)
    if (shown <= most + WORTH) continue
    most = shown
    best = near
  }
  return best
}

/** How much of what matters in a photograph a part of its crop shows. */
function measureShown({ width, height, salience }: Photo, crop: Box, seen: Box): number {
  const { columns, rows, weights } = findSubject(salience)
  let shown = 0
  for (const [i, weight] of weights.entries()) {
    const x = ((((i % columns) + 0.5) / columns) * width - crop.x) / crop.width
    const y = (((Math.floor(i / columns) + 0.5) / rows) * height - crop.y) / crop.height
    const isSeen = x >= seen.x && x <= seen.x + seen.width && y >= seen.y && y <= seen.y + seen.height
    if (isSeen) shown += weight
  }
  return shown
}

function findPan(
  photo: Photo,
  size: Size,
  { seen, zoom }: { seen: Box | undefined; zoom: number },
): { panX: number; panY: number } {
  const crop = cropToFill(photo, size, { zoom, ...(seen && { seen }) })
  const pan = (at: number, room: number) => (room > 1e-6 ? (2 * at) / room - 1 : 0)
  return {
    panX: pan(crop.x, photo.width - crop.width),
    panY: pan(crop.y, photo.height - crop.height),
  }
}

type Shading = { size: Size; palette: Palette; shade: Shade; place: Box }

/** Painted when it is asked for: only one thread of a render does. */
function shadePhoto(photo: Photo, { size, palette, shade, place }: Shading): BackdropPicture {
  const { width, height } = photo
  return {
    width,
    height,
    salience: photo.salience,
    get image() {
      const canvas = createCanvas(width, height)
      const ctx = canvas.getContext('2d')
      ctx.drawImage(photo.image, 0, 0)
      ctx.imageSmoothingEnabled = true
      ctx.imageSmoothingQuality = 'high'
      ctx.drawImage(paintShade(photo, { size, palette, shade, place }), 0, 0, width, height)
      return canvas
    },
  }
}

/** Few cells, which the canvas enlarges smoothly. */
const PHOTO_CELLS = 96

function paintShade(photo: Size, { size, palette, shade, place }: Shading) {
  const scale = PHOTO_CELLS / Math.max(photo.width, photo.height)
  const columns = Math.max(2, Math.round(photo.width * scale))
  const rows = Math.max(2, Math.round(photo.height * scale))
  const canvas = createCanvas(columns, rows)
  const ctx = canvas.getContext('2d')
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const x = place.x + ((column + 0.5) / columns) * place.width
      const y = place.y + ((row + 0.5) / rows) * place.height
      ctx.fillStyle = withAlpha(findShadow(palette), shadeAt(shade, size, x, y))
      ctx.fillRect(column, row, 1, 1)
    }
  return canvas
}
