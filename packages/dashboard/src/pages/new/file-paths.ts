import { isLink } from '../../catalogue/read-song-list.ts'

/** Files that say what they are, not which: their folder has the name of the song. */
const GENERIC =
  /^(master(ed)?|final|mix(down)?|bounce|audio|song|track|untitled|export|main)([ ._-]*(master(ed)?|final|mix|audio|v?\d{1,3}|\d\dbit|\d{2,3}k(hz)?))*$/i

/** `01 - Odalys Wren - Tin Lanterns.mp3` says both; any other name is a title, and that of `Tin Lanterns/master.wav` is its folder's. */
export function readNames(path: string): { title: string; artist: string } {
  const name = readStem(nameFile(path)).normalize('NFC')
  const folder = isLink(path) ? '' : nameFile(readFolder(path))
  const stem = (GENERIC.test(name) && folder ? folder : name).replace(/^\d{1,3}(\s*[-._]\s*|\s+)(?=\D)/, '')
  const [, artist = '', title = stem] = /^(.+?) [-–—] (.+)$/.exec(stem) ?? []
  return { title: title.replaceAll('_', ' '), artist }
}

/** The last part of a path or a link. */
export function nameFile(place: string): string {
  if (!isLink(place)) return splitPath(place).at(-1) ?? place
  const last = splitPath(new URL(place).pathname).at(-1) ?? place
  try {
    return decodeURIComponent(last)
  } catch {
    // A percent sign that means itself.
    return last
  }
}

/** A name without its ending. */
export function readStem(path: string): string {
  return nameFile(path).replace(/\.[^.]+$/, '')
}

/** The folders of a file, as far as they are known; a link has none that mean anything here. */
export function readFolder(path: string): string {
  return isLink(path) ? '' : splitPath(path).slice(0, -1).join('/')
}

/** Whether two paths may be those of one file: each says no more of it than the other. */
export function endsAlike(one: string, other: string): boolean {
  const [a, b] = [splitPath(one).reverse(), splitPath(other).reverse()]
  return a.length > b.length ? b.every((part, at) => part === a[at]) : a.every((part, at) => part === b[at])
}

function splitPath(path: string): string[] {
  return path
    .normalize('NFC')
    .split(/[/\\]/)
    .filter((part) => part !== '' && part !== '.')
}
