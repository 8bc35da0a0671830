/** Artists as the tags list them. */
export type ListedArtists = {
  /** The tags' own line, such as `Ana Ríos feat. Kojo`, or the first name of the list. */
  artist: string | undefined
  artists: readonly string[]
  /** ID3v2.3 knows one line only; the reader takes its slashes for separators. */
  isSlashLine: boolean
}

/** All artists in one line: the tags' own where there is one, else `A, B & C`. */
export function joinArtists({ artist, artists, isSlashLine }: ListedArtists): string | undefined {
  const names = [...new Set(artists.map((name) => name.trim()).filter(Boolean))]
  if (names.length < 2 || (artist !== undefined && artist.trim() !== names[0])) return artist ?? names[0]
  if (isSlashLine && !isList(names)) return names.join('/')
  return `${names.slice(0, -1).join(', ')} & ${names.at(-1)}`
}

/** Three names, or names of several words, are a list; `AC/DC` and `Love/Hate` are one name. */
function isList(names: readonly string[]): boolean {
  return names.length > 2 || names.every((name) => name.includes(' '))
}
