import type { Frame } from '../compose/frame.ts'
import type { Size } from '../geometry.ts'
import type { LevelCells } from '../layers/level-cells.ts'
import type { VeilProps } from '../layers/veil.ts'
import { mix, smoothstep } from '../paint/easing.ts'
import type { FilmInk } from './film-inks.ts'
import type { Placed, PlacedFilm } from './place-on-film.ts'

/** Something that stands on a film, and how much of it is there, 0 to 1. */
export type Stay = { placed: Placed; presence: (frame: Frame) => number }

/** The shade of a film as its type comes and goes, and the ink of the shot that a frame shows. */
export type FilmShade = { veil: VeilProps; inkAt: (frame: Frame) => FilmInk }

export type FilmShadeWish = {
  film: Pick<PlacedFilm, 'inks'>
  stays: readonly Stay[]
  /** In the units of the places. */
  size: Size
  indexAt: (frame: Frame) => number
}

const NO_INK: FilmInk = { type: '#ffffff', veil: '#000000' }
const CELLS = 40
/** Shades that differ by less than this part are the same. */
const STEPS = 24
const MOST_SHOTS = 4096
const MOST_TEXTS = 64

/** As much shade as each shot needs behind what stands on it; all else of the picture keeps its light. */
export function shadeFilm({ film, stays, size, indexAt }: FilmShadeWish): FilmShade {
  const inkAt = (frame: Frame) => film.inks[indexAt(frame)] ?? NO_INK
  const shots = film.inks.map((_, shot) =>
    stays.flatMap((stay) => {
      const amount = stay.placed.shades.get(shot) ?? 0
      return amount > 0 ? [{ stay, levelAt: createSlope(stay.placed, amount, size) }] : []
    }),
  )
  const step = (share: number) => Math.round(STEPS * share)
  const shotAt = (frame: Frame) => shots[indexAt(frame)] ?? []
  const veil: VeilProps = {
    colour: (frame) => inkAt(frame).veil,
    cells: CELLS,
    // Many pictures need none, and then it costs nothing.
    opacity: (frame) => (shotAt(frame).some(({ stay }) => step(stay.presence(frame)) > 0) ? 1 : 0),
    // A number for all that the shade depends on: how much of each text is there, in digits that are never zero, and the shot.
    stays: (frame) => {
      const texts = shotAt(frame).reduce((sum, { stay }, i) => {
        const share = step(stay.presence(frame))
        return share > 0 ? sum * (MOST_TEXTS * STEPS + 1) + STEPS * i + share : sum
      }, 0)
      return texts * MOST_SHOTS + indexAt(frame)
    },
    shade: (cells, frame) => {
      const slopes = shotAt(frame).map(({ stay, levelAt }) => ({
        share: step(stay.presence(frame)) / STEPS,
        levelAt,
      }))
      fillCells(cells, size, (y) =>
        slopes.reduce(
          (most, { share, levelAt }) => (share > 0 ? Math.max(most, share * levelAt(y)) : most),
          0,
        ),
      )
    },
  }
  return { inkAt, veil }
}

/** At the frame's edge a shade is so much stronger than type needs: it is a slope, and not a slab. */
const AT_EDGE = 1.35
/** Beyond type it is full for so much of the frame's short side, and gone after so much more. */
const RIM = 0.03
const REACH = 0.24

/** A shade from one edge of the frame, as wide as the frame: one that ended within the picture would be a stain. */
function createSlope({ box, edge }: Placed, amount: number, { width, height }: Size): (y: number) => number {
  const short = Math.min(width, height)
  const far = edge === 'TOP' ? box.y + box.height : height - box.y
  const full = Math.min(height, far + RIM * short)
  const atEdge = Math.min(1, AT_EDGE * amount)
  return (y) => {
    const away = edge === 'TOP' ? y : height - y
    if (away <= full) return mix(atEdge, amount, away / full)
    return amount * smoothstep(full + REACH * short, full, away)
  }
}

function fillCells({ columns, rows, levels }: LevelCells, size: Size, levelAt: (y: number) => number) {
  for (let row = 0; row < rows; row++) {
    const level = levelAt(((row + 0.5) / rows) * size.height)
    levels.fill(level, row * columns, (row + 1) * columns)
  }
}
