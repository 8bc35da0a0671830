import { tryAnimation } from '../brand/read-animation.ts'
import { nameAspectRatio } from '../plan/aspect-ratio.ts'
import type { MediaFacts } from './media-facts.ts'

/** An animation's facts after it was really drawn, and what of it will look otherwise than where it was made. */
export async function probeAnimation(path: string): Promise<MediaFacts> {
  const { report, format, costMs } = await tryAnimation(path)
  const { width, height, fps, durationSecs, layers, slots, missingFonts, expressions, notes } = report
  return {
    kind: 'ANIMATION',
    codec: 'lottie',
    width: Math.round(width),
    height: Math.round(height),
    aspectRatio: nameAspectRatio(width, height),
    fps,
    durationSecs,
    animation: {
      format,
      layers,
      slots: cutSlots(slots),
      missingFonts: missingFonts.slice(0, 20),
      expressions,
      costMs,
      notes,
    },
  }
}

const MOST_NAMES = 40
const LONGEST_NAME = 80

/** Names are told, not kept for ever: a file may have thousands. */
function cutSlots<Kind extends string>(slots: Record<Kind, string[]>): Record<Kind, string[]> {
  const cut = (names: string[]) => names.slice(0, MOST_NAMES).map((name) => name.slice(0, LONGEST_NAME))
  return Object.fromEntries(
    Object.entries<string[]>(slots).map(([kind, names]) => [kind, cut(names)]),
  ) as Record<Kind, string[]>
}
