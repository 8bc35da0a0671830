import type { Box, Croppable, PlacedText, Size } from '@songreel/kit'
import type { Wording } from './wording.ts'

/** The circle on which the ticks stand. */
export type Dial = {
  x: number
  y: number
  radius: number
  ticks: { count: number; lengthPx: number; widthPx: number }
}

/** Ticks in a row, from the upper edge of a box down. */
export type Tape = { box: Box; stepPx: number; widthPx: number }

/** Where everything stands, in pixels of the design, whose short side is 1080. */
export type Layout = {
  /** What the hand turns on, and the dial around it, or the tape at the frame's head that runs instead of one. */
  hand: { x: number; y: number }
  dial?: Dial
  tape?: Tape
  number: PlacedText
  unit: PlacedText
  /** Where the number stands still as it swells, across its box. */
  grows: number
  /** The cover, flush with an edge of the frame: it grows from where `anchor` is, away from all words and never from the edge. */
  art: Box
  anchor: { x: number; y: number }
  /** The part of the cover that is shown; without it, what fills the box. */
  crop?: Box
  /** How much the cover grows on a beat. */
  swell: number
  /** Whether the cover hides all of the hand's lower half turn. */
  hidesHand: boolean
  /** The cross of the film leader: lines from the dial to what it divides. */
  beams: Box[]
  texts: Record<'kicker' | 'title' | 'artist' | 'date' | 'cta' | 'link', PlacedText>
  /** A brand's logo, below the day. */
  logo?: Box
}

/** What a poster is planned from; `square` is the cover's shape where a square would leave out somebody. */
export type Plan = Wording & { safe: Box; size: Size; art: Croppable; square: Size }
