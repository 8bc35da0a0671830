/** Artists as the tags list them. */
export type ListedArtists = {
  /** The tags' own line, such as `Ana Ríos feat. Kojo`, or the first name of the list. */
  artist: string | undefined
  artists: readonly string[]
  /** ID3v2.3 knows one line only; the reader takes its slashes for separators. */
  isSlashLine: boolean
}

/** What taggers put between names in one line. A semicolon may also end an entity, as in `Simon &amp; Garfunkel`. */
const BETWEEN_NAMES = /(?<!&#?\w{1,8});|\\\\|\0/

/** All artists in one line: the tags' own where there is one, else `A, B & C`. */
export function joinArtists({ artist, artists, isSlashLine }: ListedArtists): string | undefined {
  const names = splitNames(artists)
  const [first, ...others] = splitNames(artist === undefined ? [] : [artist])
  if (first !== undefined && first !== artist?.trim()) return listNames([first, ...others])
  if (names.length < 2 || (artist !== undefined && first !== names[0])) return artist ?? names[0]
  if (isSlashLine && !isList(names)) return names.join('/')
  return listNames(names)
}

/** `Ana;Kojo;Lee` in one line, or in several. */
function splitNames(lines: readonly string[]): string[] {
  const names = lines.flatMap((line) => line.split(BETWEEN_NAMES)).map((name) => name.trim())
  return [...new Set(names.filter(Boolean))]
}

function listNames(names: readonly string[]): string {
  return [names.slice(0, -1).join(', '), ...names.slice(-1)].filter(Boolean).join(' & ')
}

/** Three names, or names of several words, are a list; `AC/DC` and `Love/Hate` are one name. */
function isList(names: readonly string[]): boolean {
  return names.length > 2 || names.every((name) => name.includes(' '))
}
