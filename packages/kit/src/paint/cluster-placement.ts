import { type FontSlice, getAnchors, holdsGlyph } from './font-slices.ts'

/** The slice that will draw a cluster, and how its accents will stand. */
export type Placement = {
  slice: FontSlice
  /** WHOLE: as the face wants it. JOINED: a letter that is one character, put together. LOOSE: accents go astray. */
  accents: 'WHOLE' | 'JOINED' | 'LOOSE'
}

/**
 * Finds what Skia does with a letter and its accents, given slices in the order of `ctx.font`: it takes the first that
 * has glyphs for all of it, taking letters such as ầ apart for that, whether or not the slice can put them together.
 */
export function findPlacement(slices: readonly FontSlice[], cluster: string): Placement | undefined {
  for (const slice of slices) {
    const form = findForm(slice, cluster)
    if (form) return { slice, accents: judgeAccents(form, cluster, slice) }
  }
  return undefined
}

/** The code points under which a slice would draw a cluster, or `undefined` when it lacks one of them. */
function findForm(slice: FontSlice, cluster: string): string[] | undefined {
  const form: string[] = []
  for (const character of cluster) {
    const parts = holdsGlyph(slice, character.codePointAt(0)!) ? [character] : takeApart(slice, character)
    if (!parts) return undefined
    form.push(...parts)
  }
  return form
}

/** One accent after the other, as the shaper does; the letter below may be in the slice with the others on it. */
function takeApart(slice: FontSlice, character: string): string[] | undefined {
  const all = [...character.normalize('NFD')]
  if (all.length < 2) return undefined
  const mark = all.pop()!
  const rest = all.join('').normalize('NFC')
  if (!holdsGlyph(slice, mark.codePointAt(0)!)) return undefined
  const parts = findForm(slice, rest)
  return parts && [...parts, mark]
}

function judgeAccents(form: readonly string[], cluster: string, slice: FontSlice): Placement['accents'] {
  if (form.length === 1) return 'WHOLE'
  if (!hasAnchors(form, slice)) return 'LOOSE'
  return [...cluster].length === 1 ? 'JOINED' : 'WHOLE'
}

/** Every accent has an anchor on the letter, or on the accent below it where two would meet in one place. */
function hasAnchors([letter, ...marks]: readonly string[], slice: FontSlice): boolean {
  const script = findScript(letter!)
  return marks.every((mark, index) => {
    const previous = marks[index - 1]
    if (previous && isSamePlace(previous, mark))
      return getAnchors(slice).stacks(previous.codePointAt(0)!, mark.codePointAt(0)!, script)
    return standsFree(letter!, mark, { slice, script })
  })
}

/**
 * Whether a mark keeps clear of what the letter has itself. Some files anchor it on ū where they anchor it on u, which
 * is in the middle of the macron; and an i must lose its dot, for which some take į apart and then drop its hook.
 */
function standsFree(
  letter: string,
  mark: string,
  { slice, script }: { slice: FontSlice; script: string },
): boolean {
  const anchors = getAnchors(slice)
  const heightOn = (carrier: string, it: string) =>
    anchors.findHeight(carrier.codePointAt(0)!, it.codePointAt(0)!, script)
  const height = heightOn(letter, mark)
  if (height === undefined) return false
  const [plain, ...own] = letter.normalize('NFD')
  const isAbove = isSamePlace(mark, ACUTE)
  if (isAbove && /\p{Soft_Dotted}/u.test(letter)) {
    const isSafe = own.every((each) => heightOn(plain!, each) !== undefined)
    return isSafe && anchors.adapts(letter.codePointAt(0)!, script)
  }
  if (!own.some((each) => isSamePlace(each, mark))) return true
  const plainHeight = heightOn(plain!, mark)
  if (plainHeight === undefined) return false
  return isAbove ? height > plainHeight : height < plainHeight
}

const ACUTE = '\u0301'

/** Unicode re-orders marks of different places and leaves those of one place as they are written. */
function isSamePlace(first: string, second: string): boolean {
  return [first + second, second + first].every((marks) => marks.normalize('NFD') === marks)
}

function findScript(letter: string): string {
  if (/\p{sc=Cyrl}/u.test(letter)) return 'cyrl'
  return /\p{sc=Grek}/u.test(letter) ? 'grek' : 'latn'
}
