import type { Pattern } from './play-pattern.ts'

const NONE = '................'
const NONE_OF_THREE = '............'

/** Accompaniments with the bass on one and a fuller chord after it that rings on, over the next bar line too: the bass has the one. */
export const BASS_PATTERNS: Pattern[] = [
  {
    beats: 4,
    kick: NONE,
    snare: NONE,
    hat: 'x.x.x.x.x.x.x.x.',
    bass: 'x-------x-------',
    chords: '----X-------x---',
  },
  { beats: 4, kick: NONE, snare: NONE, hat: NONE, bass: 'x---------------', chords: '----X-----------' },
  {
    beats: 4,
    kick: 'X.......x.......',
    snare: '....X.......X...',
    hat: 'x.x.x.x.x.x.x.x.',
    bass: 'x-----x-x-----x-',
    chords: '----X-----------',
  },
  {
    beats: 4,
    kick: 'X.....x.x.......',
    snare: '....X.......X...',
    hat: 'x.x.x.x.x.x.x.x.',
    bass: 'x-----x-x-----x-',
    chords: '----X-----x-----',
  },
  {
    beats: 3,
    kick: NONE_OF_THREE,
    snare: NONE_OF_THREE,
    hat: 'x...x...x...',
    bass: 'x-----------',
    chords: '----X---x---',
  },
  {
    beats: 3,
    kick: 'x...........',
    snare: '....x...x...',
    hat: 'x.x.x.x.x.x.',
    bass: 'x-----------',
    chords: '----X-------',
  },
  {
    beats: 2,
    kick: 'X.....',
    snare: '...X..',
    hat: 'xxxxxx',
    bass: 'x--x--',
    chords: '---X-x',
  },
]

/** The same, but strummed from two to two, or over a drum that is equal on all four: learnt from, and still counted from two. */
export const HARD_BASS_PATTERNS: Pattern[] = [
  {
    beats: 4,
    kick: NONE,
    snare: NONE,
    hat: 'x.x.x.x.x.x.x.x.',
    bass: 'x---------------',
    chords: '----X-x-x-x-x-x-',
  },
  {
    beats: 4,
    kick: 'x...x...x...x...',
    snare: NONE,
    hat: '..x...x...x...x.',
    bass: 'x---------------',
    chords: '----X-----------',
  },
]
