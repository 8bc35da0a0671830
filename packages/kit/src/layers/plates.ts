import { toYuv } from '../compose/colour.ts'
import type { Frame, Moving } from '../compose/frame.ts'
import { valueAt } from '../compose/frame.ts'
import type { Layer, MountedLayer } from '../compose/layer.ts'
import type { Painting } from '../compose/painting.ts'
import type { Stage } from '../compose/stage.ts'
import { clamp01 } from '../paint/easing.ts'
import { LEVELS_PER_TONE } from '../paint/halftone.ts'

/** What two plates are printed with, `#rrggbb`: either ink on the paper, and one over the other. */
export type Inks = { readonly first: string; readonly second: string; readonly both: string }

/** How one plate lies on the paper. */
export type PlateProps = {
  /** How far it is off its place, in pixels. Default 0. */
  x?: Moving<number>
  y?: Moving<number>
  /** How much further its ink has run: 0.1 inks a tenth of the paper more. Default 0. */
  spread?: Moving<number>
}

/** How two plates are printed. */
export type PlatesProps = {
  paper: string
  inks: Moving<Inks>
  first?: PlateProps
  second?: PlateProps
  /** The inks below the squeegee, as long as it is on its way. Default: none is. */
  inksBefore?: Moving<Inks>
  /** How far down the squeegee has come, 0 to 1. Default 1. */
  pulled?: Moving<number>
  /** From dot to dot in pixels: fine screens have softer edges, or they would flicker. */
  pitchPx: number
}

/**
 * Two plates of ink on paper, which fills the frame. What `drawHalftone` paints, or any plain shape: where a painting is opaque there is
 * ink, whatever its colour. Each plate moves by itself, and where both print, the colour of `both` is seen. Paint plates larger than
 * the frame by as much as they move.
 */
export function plates(first: Painting, second: Painting, props: PlatesProps): Layer {
  return { kind: 'plates', isFine: true, mount: (stage) => mountPlates(stage, first, second, props) }
}

/** Below this pitch edges are twice as soft. */
const FINE_PITCH_PX = 9
const SHARPNESS = 16
/** Ink stands thicker over this part of the frame behind a squeegee. */
const WET_SHARE = 0.06
const WETNESS = 0.16

function mountPlates(
  stage: Stage,
  firstPainting: Painting,
  secondPainting: Painting,
  props: PlatesProps,
): MountedLayer {
  const { kernels, target, size } = stage
  const first = stage.getSprite(firstPainting)
  const second = stage.getSprite(secondPainting)
  const sharpness = props.pitchPx < FINE_PITCH_PX ? SHARPNESS / 2 : SHARPNESS
  const wetRows = Math.max(2, Math.round(WET_SHARE * size.height))
  const wetness = Math.round(WETNESS * LEVELS_PER_TONE * 64)
  const placesAt = (frame: Frame) =>
    [placePlate(first, props.first, frame), placePlate(second, props.second, frame)] as const
  const coloursAt = createColours(props, size.height, wetRows)
  let printed: string | undefined
  return {
    isStill: false,
    fills: true,
    reach: (frame) => ({
      top: 0,
      bottom: size.height,
      isSame: printed === JSON.stringify([placesAt(frame), coloursAt(frame)]),
    }),
    draw: (frame) => {
      const places = placesAt(frame)
      const { edge, colours } = coloursAt(frame)
      printed = JSON.stringify([places, { edge, colours }])
      const [one, other] = places
      kernels.printPlates(
        target,
        first.address,
        ...one,
        second.address,
        ...other,
        sharpness,
        edge,
        wetRows,
        wetness,
        ...colours,
      )
    },
  }
}

type Seven = [number, number, number, number, number, number, number]

/** Where the squeegee is, and the colours: of paper, of either ink and of both, and of the inks ahead of it. */
function createColours(props: PlatesProps, height: number, wetRows: number) {
  return (frame: Frame): { edge: number; colours: Seven } => {
    const inks = valueAt(props.inks, frame)
    const pulled = clamp01(valueAt(props.pulled ?? 1, frame))
    const before = pulled < 1 ? valueAt(props.inksBefore ?? inks, frame) : inks
    // Rows of colour are two rows high; the squeegee leaves the frame with all of its wet rows.
    const edge = pulled < 1 ? 2 * Math.round((pulled * (height + wetRows)) / 2) : height + 2 * wetRows
    const colours: Seven = [
      pack(props.paper),
      pack(inks.first),
      pack(inks.second),
      pack(inks.both),
      pack(before.first),
      pack(before.second),
      pack(before.both),
    ]
    return { edge, colours }
  }
}

/** Its corner, to the eighth of a pixel that the kernel tells apart, and its ink in 1/64 of a level. */
function placePlate(
  { x, y }: { x: number; y: number },
  { x: asideX = 0, y: asideY = 0, spread = 0 }: PlateProps = {},
  frame: Frame,
): [number, number, number] {
  const eighth = (px: number) => Math.round(8 * px) / 8
  const levels = Math.round(valueAt(spread, frame) * LEVELS_PER_TONE * 64)
  const most = MOST_SPREAD * LEVELS_PER_TONE * 64
  return [
    x + eighth(valueAt(asideX, frame)),
    y + eighth(valueAt(asideY, frame)),
    Math.max(-most, Math.min(most, levels)),
  ]
}

/** Beyond this a plate would ink bare paper. */
const MOST_SPREAD = 0.6

function pack(colour: string): number {
  const { y, u, v } = toYuv(colour)
  return y | (u << 8) | (v << 16)
}
