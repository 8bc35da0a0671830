import { chance } from '@songreel/kit/core'
import { REHEARSAL_COVERS, type Rehearsal } from '@songreel/render/authoring'

/** Changes a video as people do; `seed` decides how. */
export type Edit = (video: Rehearsal, seed: number) => Rehearsal

/** All kinds of edits. A template takes notice of some of them. */
export const EDITS: Record<string, Edit> = {
  title: (video, seed) => ({ ...video, song: { ...video.song, title: `${video.song.title} ${seed}` } }),
  artist: (video, seed) => ({ ...video, song: { ...video.song, artist: `The ${seed}s` } }),
  theme: (video) => ({ ...video, theme: 'LIGHT', data: { ...video.data, theme: 'LIGHT' } }),
  colour: (video, seed) => ({ ...video, data: { ...video.data, accentColor: pickColour(seed) } }),
  cover: (video, seed) => ({ ...video, cover: pick(REHEARSAL_COVERS, seed) }),
  seed: (video, seed) => ({ ...video, seed: 100 + seed }),
  longer: (video, seed) => ({ ...video, secs: (video.secs ?? 8) + 1 + (seed % 3) }),
  shorter: (video, seed) => ({ ...video, secs: (video.secs ?? 8) - 1 - (seed % 2) }),
  song: (video) => ({ ...video, music: 'HOOK' }),
  motion: (video) => ({ ...video, motion: 'REDUCED' }),
  word: changeWord,
  line: moveLine,
}

/** One or two edits of any kinds. */
export function editAtRandom(video: Rehearsal, seed: number): { name: string; edited: Rehearsal } {
  const names = Object.keys(EDITS)
  const count = chance(seed, 'count') < 0.7 ? 1 : 2
  const chosen = Array.from({ length: count }, (_, i) =>
    pick(names, Math.floor(1000 * chance(seed, 'kind', i))),
  )
  const edited = chosen.reduce((each, name) => EDITS[name]!(each, seed), video)
  return { name: chosen.join(' and '), edited }
}

function pick<Item>(items: readonly Item[], seed: number): Item {
  return items[seed % items.length]!
}

function pickColour(seed: number): string {
  const channel = (name: string) => Math.floor(64 + 128 * chance(seed, name)).toString(16)
  return `#${channel('red')}${channel('green')}${channel('blue')}`
}

type Line = NonNullable<Rehearsal['lyrics']>['lines'][number]

/** Another vowel in the last word of one line. */
function changeWord(video: Rehearsal, seed: number): Rehearsal {
  const change = (text: string) =>
    text.replace(/[aeiou](?=[^aeiou]*$)/, (vowel) => (vowel === 'o' ? 'a' : 'o'))
  return changeLine(video, seed, (line) => ({
    ...line,
    text: change(line.text),
    ...(line.words && {
      words: line.words.map((word, i, all) =>
        i === all.length - 1 ? { ...word, text: change(word.text) } : word,
      ),
    }),
  }))
}

/** One line that ends a little earlier. */
function moveLine(video: Rehearsal, seed: number): Rehearsal {
  return changeLine(video, seed, (line) => ({ ...line, endSecs: line.endSecs - 0.2 }))
}

function changeLine(video: Rehearsal, seed: number, change: (line: Line) => Line): Rehearsal {
  const { lyrics } = video
  if (!lyrics || lyrics.lines.length === 0) return video
  const at = seed % lyrics.lines.length
  return {
    ...video,
    lyrics: { ...lyrics, lines: lyrics.lines.map((line, i) => (i === at ? change(line) : line)) },
  }
}
