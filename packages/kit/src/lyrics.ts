// The engine's door to lyrics: reading, timing and writing them. Few videos have any, so renders load it when they do.
export { type LyricLine, type LyricsData, roundLyrics, shiftLyrics } from './lyrics/lyrics.ts'
export { type LyricsSource, type ParsedLyrics, parseLyrics } from './lyrics/parse-lyrics.ts'
export { decodeLyrics, readLyrics } from './lyrics/read-lyrics.ts'
export type { Singing } from './lyrics/singing.ts'
export { ANY_SOUND, mayBeMissed, SOUNDS, spellLines } from './lyrics/spell-sounds.ts'
export { refuseUntimed, timeWords } from './lyrics/time-words.ts'
export { type Captions, writeCaptions } from './lyrics/write-captions.ts'
export { LYRICS_FORMATS, type LyricsFormat, writeLyrics } from './lyrics/write-lyrics.ts'
