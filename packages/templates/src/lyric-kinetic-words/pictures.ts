import {
  type AudioTrack,
  type Box,
  type Cover,
  type Croppable,
  cropToFill,
  drawExtended,
  type Frame,
  isPlainEnough,
  keepsSubject,
  type Layer,
  measureLost,
  measurePlainness,
  mix,
  paint,
  type Size,
  sprite,
} from '@songreel/kit'

/** The cover in the frame: where, which part of it, the point that stays when a beat makes it grow, and by how much. */
export type Picture = {
  box: Box
  crop: Box
  anchor: { x: number; y: number }
  grows: number
  /** Where the whole cover lies in a box that is wider than it: it is drawn on beyond its sides. */
  place?: Box
}

/** Where a picture may lie: flush with the frame, and `anchor` is the side on which type stands. */
export type PictureRoom = { box: Box; anchor: { x: number; y: number } }

/** A picture that fills its room grows beyond the frame, by the first of these that keeps what matters in sight; a whole one grows back to its size. */
const GROWTH = [0.1, 0.05, 0]
const WHOLE_GROWTH = 0.04
/** Of the subject so much may be out of sight while the picture is at its largest. */
const MOST_LOST = 0.14

/** The picture that fills the room without cutting into the cover's subject, also when a beat has pushed its edges out of the frame; none where it would. */
export function fillRoom(cover: Croppable, { box, anchor }: PictureRoom): Picture | undefined {
  const crop = cropToFill(cover, box)
  const grows = GROWTH.find((growth) => keepsSubject(cover, crop) && isKept(cover, { crop, anchor, growth }))
  return grows === undefined ? undefined : { box, crop, anchor, grows }
}

/** The whole cover in a room that is wider than it, if its sides are plain enough to be drawn on: a wall, a sky or the dark. */
export function drawOnInRoom(cover: Cover, { box, anchor }: PictureRoom): Picture | undefined {
  const width = (box.height * cover.width) / cover.height
  const { top: left, bottom: right } = measurePlainness(turn(cover.picture))
  if (width > box.width || !isPlainEnough(left) || !isPlainEnough(right)) return undefined
  const crop = { x: 0, y: 0, width: cover.width, height: cover.height }
  const grows = findGrowth(cover, crop, anchor)
  const place = { x: (box.width - width) / 2, y: 0, width, height: box.height }
  return { box, crop, anchor, grows, place }
}

const TURNED = 288

/** A small copy whose columns are rows. */
function turn({ pixels, width, height }: Cover['picture']): Cover['picture'] {
  const turned = new Uint8ClampedArray(new SharedArrayBuffer(4 * TURNED * TURNED))
  for (let i = 0; i < TURNED * TURNED; i++) {
    const [column, row] = [Math.floor(i / TURNED), i % TURNED]
    const x = Math.floor(((column + 0.5) / TURNED) * width)
    const at = 4 * (Math.floor(((row + 0.5) / TURNED) * height) * width + x)
    for (let channel = 0; channel < 4; channel++) turned[4 * i + channel] = pixels[at + channel]!
  }
  return {
    pixels: turned,
    width: TURNED,
    height: TURNED,
    originalWidth: TURNED,
    originalHeight: TURNED,
    hasAlpha: false,
  }
}

function findGrowth(cover: Croppable, crop: Box, anchor: { x: number; y: number }): number {
  return GROWTH.find((growth) => isKept(cover, { crop, anchor, growth })) ?? 0
}

function isKept(
  cover: Croppable,
  { crop, anchor, growth }: { crop: Box; anchor: { x: number; y: number }; growth: number },
): boolean {
  const share = 1 / (1 + growth)
  const seen = { x: anchor.x * (1 - share), y: anchor.y * (1 - share), width: share, height: share }
  return measureLost(cover, crop, { seen }).subject <= MOST_LOST
}

/** The whole cover across the head of a frame of this width: a beat pushes its edges out of the frame. */
export function layAcross(cover: Croppable, width: number): Picture {
  const crop = { x: 0, y: 0, width: cover.width, height: cover.height }
  const anchor = { x: 0.5, y: 1 }
  const box = { x: 0, y: 0, width, height: (width * cover.height) / cover.width }
  return { box, crop, anchor, grows: findGrowth(cover, crop, anchor) }
}

/** The whole cover in a corner of a room, as large as it allows. */
export function layInCorner(
  cover: Size,
  room: Box,
  { isRight, isTop = false }: { isRight: boolean; isTop?: boolean },
): Picture {
  const { width, height } = fitWhole(cover, room)
  const x = isRight ? room.x + room.width - width : room.x
  const y = isTop ? room.y : room.y + room.height - height
  return layPrint(cover, { x, y, width, height }, { x: isRight ? 1 : 0, y: isTop ? 0 : 1 })
}

/** The whole cover at the foot of the frame: flush with three sides, or with the same room beside and below it, no less than a margin. */
export function layAtFoot(cover: Size, room: Box, margin: number): Picture {
  const ratio = cover.width / cover.height
  const over = room.width / ratio - room.height
  const even = over <= 0 ? 0 : Math.max(margin, over / (2 / ratio - 1))
  const width = room.width - 2 * even
  const height = width / ratio
  return layPrint(
    cover,
    { x: room.x + even, y: room.y + room.height - even - height, width, height },
    { x: 0.5, y: even > 0 ? 0.5 : 1 },
  )
}

function layPrint(cover: Size, box: Box, anchor: { x: number; y: number }): Picture {
  const crop = { x: 0, y: 0, width: cover.width, height: cover.height }
  return { box, crop, anchor, grows: -WHOLE_GROWTH }
}

function fitWhole({ width, height }: Size, room: Box): Size {
  const scale = Math.min(room.width / width, room.height / height)
  return { width: scale * width, height: scale * height }
}

/** Of its growth a picture has this share slowly back and forth, so that it never stops. */
const DRIFT = { share: 0.4, perSec: 0.5 }

/** Shows a picture, which beats with the song. */
export function showPicture(
  { box, crop, anchor, grows, place }: Picture,
  { cover, audio }: { cover: Cover; audio: AudioTrack },
): Layer {
  const painting = paint(box, (ctx, { width, height }) => {
    ctx.imageSmoothingQuality = 'high'
    if (place) drawExtended(ctx, cover.image, place, { x: 0, y: 0, width, height })
    else ctx.drawImage(cover.image, crop.x, crop.y, crop.width, crop.height, 0, 0, width, height)
  })
  const rest = grows < 0 ? 1 + grows : 1
  const drift = ({ secs }: Frame) => 0.5 - 0.5 * Math.cos(Math.PI * DRIFT.perSec * secs)
  return sprite(painting, {
    scale: (frame) => rest + Math.abs(grows) * mix(audio.beat(frame), drift(frame), DRIFT.share),
    anchor,
  })
}
