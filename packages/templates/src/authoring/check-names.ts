import { locateText, type Rehearsal } from '@songreel/render/authoring'
import { SeenFault } from './seen-fault.ts'

/** The least sizes of an artist's name and of a kicker, in pixels of a short side of 1080. */
type LeastPx = { artist: number; kicker: number }
/** 36 pixels are 13 points on a phone. */
const LEAST: LeastPx = { artist: 36, kicker: 0 }
/** A frame that fills a phone is looked at from farther away and only for a moment: 2.4 % and 1.8 % of the height of 9x16. */
const LEAST_ON_A_PHONE: LeastPx = { artist: 46, kicker: 34.5 }
/** From this height on, in widths, a frame fills a phone. */
const PHONE = 1.7
/** A small frame rounds sizes of type. */
const ROUNDING = 0.97
const SHORT_SIDE_PX = 1080

/** What some templates write above the title. */
const KICKER = 'New single'

/** Wherever a frame names the artist or has a kicker, one of the places where it does so can be read on a phone; spines and labels may say it again, smaller. */
export async function checkNames(
  rehearsal: Rehearsal,
  what: string,
  frames: readonly number[],
): Promise<void> {
  const { width, height } = rehearsal.size
  const isPhone = height >= PHONE * width
  const least = isPhone ? LEAST_ON_A_PHONE : LEAST
  await checkSize(rehearsal, frames, {
    what,
    name: "the artist's name",
    text: rehearsal.song.artist,
    leastPx: least.artist,
  })
  if (!isPhone) return
  const withKicker = { ...rehearsal, data: { ...rehearsal.data, customText: KICKER } }
  await checkSize(withKicker, frames, { what, name: 'the kicker', text: KICKER, leastPx: least.kicker })
}

type Wish = { what: string; name: string; text: string; leastPx: number }

async function checkSize(
  rehearsal: Rehearsal,
  frames: readonly number[],
  { what, name, text: wanted, leastPx }: Wish,
): Promise<void> {
  const shortSide = Math.min(rehearsal.size.width, rehearsal.size.height)
  const whole = toLetters(wanted)
  const found = (await locateText(rehearsal, frames)).filter(({ text, opacity }) => {
    const letters = toLetters(text)
    return opacity > 0.5 && (letters.includes(whole) || (letters.length > 2 && whole.includes(letters)))
  })
  for (const frame of frames) {
    const sizes = found
      .filter(({ frameIndex }) => frameIndex === frame)
      .map(({ sizePx }) => (SHORT_SIDE_PX * sizePx) / shortSide)
    const largest = Math.max(...sizes)
    if (sizes.length === 0 || largest >= ROUNDING * leastPx) continue
    const message = `${what}, frame ${frame}: ${name} has ${Math.round(largest)} pixels of ${SHORT_SIDE_PX}, not ${Math.ceil(leastPx)}`
    throw new SeenFault(message, rehearsal, frame)
  }
}

function toLetters(text: string): string {
  return text.toUpperCase().replace(/[\s\u200b\u00ad-]/g, '')
}
