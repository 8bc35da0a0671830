import type { Frame, Moving } from '../compose/frame.ts'
import { valueAt } from '../compose/frame.ts'
import type { Layer, MountedLayer, Occluder } from '../compose/layer.ts'
import type { Painting } from '../compose/painting.ts'
import type { SharedMemory } from '../compose/shared-memory.ts'
import type { Sprite } from '../compose/sprite-layout.ts'
import type { Stage } from '../compose/stage.ts'
import type { Box } from '../geometry.ts'

/** The upright sides of a box. */
export type FaceName = 'FRONT' | 'RIGHT' | 'BACK' | 'LEFT'

/** The light on a face in one frame. */
export type FaceLight = {
  /** How much of its own brightness it has, 0 to 1. */
  gain: number
  /** A streak of light on it: levels of luma in its middle, and where that is and how wide, as parts of the face. */
  shine: number
  shineAt: number
  shineWidth: number
}

/** How a box stands and turns. */
export type SolidProps = {
  /** Where its front stands when nothing is turned. */
  box: Box
  /** How thick it is, in pixels. */
  thicknessPx: number
  /** Degrees that it has turned; the right side comes to the front first. */
  turn: Moving<number>
  /** The row of the frame at the height of the eye: there nothing gets higher as it comes nearer. */
  eyeY: number
  /** How far away the eye is, in pixels: near ones see more of the thickness. */
  distancePx: number
  /** `facing` is 1 for a face seen straight on, 0 for one seen from its edge; below 0 towards the other side of the frame. */
  light(frame: Frame, face: FaceName, facing: number): FaceLight
}

/** Which paintings the faces show. `under` ones lie below the faces' lower edges: reflections, and the shadow where it stands. */
export type SolidFaces = Record<FaceName, Painting> & { under: Record<FaceName, Painting> }

/**
 * A box that turns around its upright axis, seen by an eye that looks straight ahead, so that upright edges stay upright. Paint faces as
 * large as they are seen: their place doesn't matter. Faces must be opaque; what lies under them needn't be.
 */
export function solid(faces: SolidFaces, props: SolidProps): Layer {
  return { kind: 'solid', mount: (stage) => mountSolid(stage, faces, props) }
}

const NAMES: readonly FaceName[] = ['FRONT', 'RIGHT', 'BACK', 'LEFT']
const FIXED = 65536
const COLUMN_BYTES = 24
/** Outside of any sprite. */
const NOWHERE = -4 * FIXED

function mountSolid(stage: Stage, faces: SolidFaces, props: SolidProps): MountedLayer {
  const show = (painting: Painting): Shown => ({ sprite: stage.getSprite(painting), box: painting.box })
  const shown = new Map(
    NAMES.map((name) => [name, { face: show(faces[name]), under: show(faces.under[name]) }] as const),
  )
  const underPx = Math.max(...NAMES.map((name) => faces.under[name].box.height))
  const drawFace = createFaceDrawing(stage, props)
  const look = (frame: Frame) => {
    const seen = placeFaces(props, valueAt(props.turn, frame)).map((place) => ({
      place,
      light: props.light(frame, place.name, place.facing),
    }))
    return { frame, seen, key: JSON.stringify(seen) }
  }
  // It is asked whether it has changed, and then drawn.
  let looked: ReturnType<typeof look> | undefined
  const lookAt = (frame: Frame) => {
    if (looked?.frame !== frame) looked = look(frame)
    return looked
  }
  let drawn: string | undefined
  return {
    isStill: false,
    reach: (frame) => {
      const { seen, key } = lookAt(frame)
      const { top, bottom } = findRows(
        props,
        seen.map(({ place }) => place),
        underPx,
      )
      return { top, bottom, isSame: drawn === key }
    },
    occlusion: (frame) =>
      findCovered(
        props,
        lookAt(frame).seen.map(({ place }) => place),
      ),
    draw: (frame) => {
      const { seen, key } = lookAt(frame)
      drawn = key
      const { y, height } = props.box
      for (const { place } of seen) {
        const { under } = shown.get(place.name)!
        drawFace(under, place, { top: y + height, bottom: y + height + under.box.height })
      }
      for (const { place, light } of seen) {
        drawFace(shown.get(place.name)!.face, place, { top: y, bottom: y + height }, light)
      }
    },
  }
}

/** A painting as it is kept. */
type Shown = { sprite: Sprite; box: Box }

/** Draws one face; what has a light is opaque. */
function createFaceDrawing({ size, sharedMemory, kernels, target }: Stage, props: SolidProps) {
  const room = Math.ceil(size.width / 32) * 32 + 32
  const table = sharedMemory.alloc(room * COLUMN_BYTES)
  const tables = viewTables(sharedMemory, table, room)
  return (picture: Shown, place: FacePlace, rows: Upright, light?: FaceLight) => {
    const area = fillTables(tables, picture, place, { ...rows, props, light, width: size.width })
    if (!area) return
    const { from, count, fromC, countC, top, bottom } = area
    const { address } = picture.sprite
    const isOpaque = light ? 1 : 0
    kernels.drawFace(target, address, table, room, from, count, fromC, countC, top, bottom, isOpaque)
  }
}

/** A face that can be seen: its left and its right edge, aside from the axis and towards the eye. */
type FacePlace = { name: FaceName; facing: number; left: Corner; right: Corner }
type Corner = { x: number; z: number }
type Upright = { top: number; bottom: number }

function placeFaces({ box, thicknessPx, distancePx }: SolidProps, turn: number): FacePlace[] {
  const places = NAMES.map((name, i): FacePlace => {
    const angle = ((turn - 90 * i) * Math.PI) / 180
    const isWide = i % 2 === 0
    const half = (isWide ? box.width : thicknessPx) / 2
    const ahead = (isWide ? thicknessPx : box.width) / 2
    const corner = (side: number): Corner => ({
      x: side * half * Math.cos(angle) - ahead * Math.sin(angle),
      z: side * half * Math.sin(angle) + ahead * Math.cos(angle),
    })
    return { name, facing: Math.cos(angle), left: corner(-1), right: corner(1) }
  })
  const seenAt = ({ x, z }: Corner) => (distancePx * x) / (distancePx - z)
  return places.filter(({ left, right }) => seenAt(right) - seenAt(left) > LEAST_SEEN * box.width)
}

/** A face that is seen narrower than this part of the box is a line: of all that is printed on it a few dots would be left. */
const LEAST_SEEN = 0.004

/** The rows that faces and what lies under them can touch: what is nearer is higher, by as much as it is away from the eye's height. */
function findRows(
  { box, eyeY, distancePx: far }: SolidProps,
  places: readonly FacePlace[],
  underPx: number,
): Upright {
  const nearest = Math.max(
    ...places.flatMap(({ left, right }) => [far / (far - left.z), far / (far - right.z)]),
  )
  const least = Math.min(
    ...places.flatMap(({ left, right }) => [far / (far - left.z), far / (far - right.z)]),
  )
  const seen = (y: number) => [eyeY + (y - eyeY) * nearest, eyeY + (y - eyeY) * least]
  return {
    top: Math.floor(Math.min(...seen(box.y))) - 4,
    bottom: Math.ceil(Math.max(...seen(box.y + box.height + underPx))) + 4,
  }
}

/** So far from its edges a face is surely opaque, in pixels. */
const RIM_PX = 8

/** What the widest face fully covers. */
function findCovered(props: SolidProps, places: readonly FacePlace[]): Occluder | null {
  const { box, eyeY, distancePx: far } = props
  const seenX = ({ x, z }: Corner) => box.x + box.width / 2 + (x * far) / (far - z)
  const width = ({ left, right }: FacePlace) => seenX(right) - seenX(left)
  const widest = places.toSorted((a, b) => width(b) - width(a))[0]
  if (!widest) return null
  const corners = [widest.left, widest.right]
  const seenY = (y: number) => corners.map(({ z }) => eyeY + ((y - eyeY) * far) / (far - z))
  const top = Math.max(...seenY(box.y)) + RIM_PX
  const bottom = Math.min(...seenY(box.y + box.height)) - RIM_PX
  const covered = {
    x: seenX(widest.left) + RIM_PX,
    y: top,
    width: width(widest) - 2 * RIM_PX,
    height: bottom - top,
  }
  return covered.width > 0 && covered.height > 0 ? { box: covered } : null
}

type Tables = Record<'luma' | 'chroma', { ints: Int32Array; words: Int16Array; room: number }>

function viewTables(sharedMemory: SharedMemory, table: number, room: number): Tables {
  const view = (address: number, columns: number) => ({
    ints: sharedMemory.ints(address, columns * 3),
    words: sharedMemory.words(address + columns * 12, columns * 2),
    room: columns,
  })
  return { luma: view(table, room), chroma: view(table + room * 16, room / 2) }
}

/** Nothing is left of a streak so many of its widths away. */
const FAR_FROM_SHINE = 5

type FaceJob = Upright & { props: SolidProps; light: FaceLight | undefined; width: number }

/** Writes what every column shows; null if the face lies outside of the frame. */
function fillTables(
  tables: Tables,
  { sprite, box }: Shown,
  { left, right }: FacePlace,
  { top, bottom, props, light, width }: FaceJob,
) {
  const { distancePx: far, eyeY } = props
  const middle = props.box.x + props.box.width / 2
  const seenX = ({ x, z }: Corner) => middle + (x * far) / (far - z)
  const seenY = (y: number, near: number) => eyeY + (y - eyeY) * near
  const nearest = Math.max(far / (far - left.z), far / (far - right.z))
  const least = Math.min(far / (far - left.z), far / (far - right.z))
  const first = Math.max(0, 2 * Math.floor((seenX(left) - 2) / 2))
  const last = Math.min(width, Math.ceil(seenX(right) + 2))
  if (last <= first) return null
  const rowTop = 2 * Math.floor((Math.min(seenY(top, nearest), seenY(top, least)) - 2) / 2)
  const rowBottom = 2 * Math.ceil((Math.max(seenY(bottom, nearest), seenY(bottom, least)) + 2) / 2)
  const { gain = 1, shine = 0, shineAt = 0, shineWidth = 1 } = light ?? {}
  const dx = right.x - left.x
  const dz = right.z - left.z
  const gainQ15 = Math.round(32767 * Math.max(0, Math.min(1, gain)))
  const fill = ({ ints, words, room }: Tables['luma'], shift: 0 | 1) => {
    const count = shift ? (last - first + 1) >> 1 : last - first
    for (let i = 0; i < count + 8; i++) {
      // Chroma lies over even columns and between two rows.
      const x = first + (i << shift) + 0.5 - middle
      const across = (x * (far - left.z) - far * left.x) / (far * dx + x * dz)
      const near = far / (far - left.z - across * dz)
      const step = box.height / ((bottom - top) * near)
      const u = box.x + across * box.width - sprite.x - 0.5
      const v = box.y + (rowTop + (shift ? 1 : 0.5) - seenY(top, near)) * step - sprite.y - 0.5
      const isSeen = i < count && across > -0.2 && across < 1.2
      ints[i] = isSeen ? Math.round((shift ? u / 2 : u) * FIXED) : NOWHERE
      ints[room + i] = Math.round((shift ? (v - 0.5) / 2 : v) * FIXED)
      ints[2 * room + i] = Math.round(step * FIXED)
      words[i] = gainQ15
      // The streak is added to luma alone.
      const away = shift || shine === 0 ? FAR_FROM_SHINE : (across - shineAt) / shineWidth
      words[room + i] =
        Math.abs(away) < FAR_FROM_SHINE ? Math.round(64 * shine * Math.exp(-(away * away))) : 0
    }
    // All of the table is described: nothing in it may be left from a frame before.
    for (let row = 0; row < 3; row++) ints.fill(NOWHERE, row * room + count + 8, (row + 1) * room)
    for (let row = 0; row < 2; row++) words.fill(0, row * room + count + 8, (row + 1) * room)
    return count
  }
  return {
    from: first,
    count: fill(tables.luma, 0),
    fromC: first >> 1,
    countC: fill(tables.chroma, 1),
    top: rowTop,
    bottom: rowBottom,
  }
}
