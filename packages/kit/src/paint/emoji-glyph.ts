import { createCanvas } from '@napi-rs/canvas'
import { getEmojiSlice, registerSlice } from './font-slices.ts'
import { hasTornEmoji, joinTornEmoji } from './joined-emoji.ts'

/** Whether a sequence of joined emoji is one picture in the emoji font, and not its parts side by side. */
export function isOnePicture(sequence: string): boolean {
  if (!sequence.includes(JOINER)) return true
  const known = pictures.get(sequence)
  if (known !== undefined) return known
  const result = hasTornEmoji(sequence) ? !joinTornEmoji(sequence).includes(JOINER) : isOneWide(sequence)
  pictures.set(sequence, result)
  return result
}

/** The first emoji of a sequence, with its skin tone: what is drawn of a sequence that the font does not know. */
export function takeFirstEmoji(sequence: string): string {
  const [first = sequence] = sequence.split(JOINER)
  return first
}

const JOINER = '\u200d'
const pictures = new Map<string, boolean>()

/** Measured, because the font makes its pictures in several ways: only the result is the same. */
function isOneWide(sequence: string): boolean {
  const slice = getEmojiSlice()
  registerSlice(slice)
  const ctx = createCanvas(1, 1).getContext('2d')
  ctx.font = `100px "${slice.alias}"`
  return ctx.measureText(sequence).width < ctx.measureText('\u{1f525}').width * 1.5
}
