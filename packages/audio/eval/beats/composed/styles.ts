import type { TempoCurve } from './tempo-curve.ts'

/** General MIDI drums by the letters that patterns name them with. */
export const DRUMS = {
  kick: 36,
  snare: 38,
  stick: 37,
  clap: 39,
  hat: 42,
  open: 46,
  ride: 51,
  crash: 49,
  tom: 45,
  conga: 63,
  clave: 75,
  shaker: 70,
  cowbell: 56,
} as const

/** One line of a bar: `X` loud, `x` usual, `o` soft, `.` nothing; a list has one pattern per bar, in turn. */
export type Line = string | string[]

/** How a kind of music goes. A bar has `beats` beats of `steps` steps. */
export type Style = {
  name: string
  bpms: number[]
  beats: number
  steps: 2 | 3 | 4 | 6
  drums: Partial<Record<keyof typeof DRUMS, Line>>
  /** Instruments by their General MIDI number. */
  bass?: { program: number; line: Line }
  chords?: { program: number; line: Line }
  lead?: { program: number; share: number }
  tempo?: TempoCurve
  /** Seconds by which notes scatter. */
  looseSecs?: number
}

const ROCK: Omit<Style, 'name' | 'bpms'> = {
  beats: 4,
  steps: 4,
  drums: {
    kick: ['X.....x.x.......', 'X.....x.x..x....'],
    snare: '....X.......X...',
    hat: 'x.o.x.o.x.o.x.o.',
  },
  bass: { program: 33, line: 'x.x.x.x.x.x.x.x.' },
  chords: { program: 29, line: 'X.....x.x.....x.' },
  lead: { program: 30, share: 0.4 },
}

const METAL: Omit<Style, 'name' | 'bpms'> = {
  beats: 4,
  steps: 4,
  drums: {
    kick: ['X.x.x.x.X.x.x.x.', 'Xxx.Xxx.Xxx.Xxx.'],
    snare: '....X.......X...',
    ride: 'x...x...x...x...',
  },
  bass: { program: 34, line: 'x.x.x.x.x.x.x.x.' },
  chords: { program: 30, line: ['X.xxX.xxX.xxX.xx', 'X.x.x.x.X...X...'] },
  lead: { program: 30, share: 0.5 },
}

const BALLAD: Omit<Style, 'name' | 'bpms'> = {
  beats: 4,
  steps: 4,
  drums: { kick: 'X.........x.....', stick: '....X.......X...', hat: 'x.o.x.o.x.o.x.o.' },
  bass: { program: 32, line: 'x.......x.....x.' },
  chords: { program: 0, line: 'x.o.o.o.x.o.o.o.' },
  lead: { program: 73, share: 0.3 },
  looseSecs: 0.012,
}

/** Kinds of music that listeners meet, and the ways in which a tempo moves. */
export const STYLES: Style[] = [
  { name: 'rock', bpms: [96, 118, 132, 148], ...ROCK },
  {
    name: 'rock-offbeat-hats',
    bpms: [104, 124, 140, 152],
    ...ROCK,
    drums: { kick: 'X.......X.x.....', snare: '....X.......X...', open: '..X...X...X...X.' },
    chords: { program: 29, line: '..x...x...x...x.' },
  },
  { name: 'metal', bpms: [170, 175, 180, 184, 188, 190], ...METAL },
  {
    name: 'metal-thrash',
    bpms: [172, 178, 186, 190],
    ...METAL,
    drums: { kick: 'X...X...X...X...', snare: '..X...X...X...X.', hat: 'x...x...x...x...' },
    chords: { program: 30, line: 'XxxxXxxxX.xxX.xx' },
  },
  {
    name: 'punk',
    bpms: [165, 176, 188],
    ...ROCK,
    drums: { kick: 'X.....x.X.x.....', snare: '....X.......X...', hat: 'x.x.x.x.x.x.x.x.' },
    chords: { program: 30, line: 'xxxxxxxxxxxxxxxx'.replaceAll('xx', 'x.') },
  },
  {
    name: 'swing',
    bpms: [112, 136, 160, 184],
    beats: 4,
    steps: 3,
    drums: {
      ride: 'x..x.xx..x.x',
      hat: '...X.....X..',
      kick: 'o..o..o..o..',
      snare: ['........o...', '.....o......'],
    },
    bass: { program: 32, line: 'x..x..x..x..' },
    chords: { program: 0, line: ['.....x......', 'x....x......'] },
    lead: { program: 66, share: 0.5 },
    looseSecs: 0.008,
  },
  {
    name: 'shuffle',
    bpms: [84, 104, 120, 138],
    beats: 4,
    steps: 3,
    drums: { kick: 'X.....x.....', snare: '...X.....X..', hat: 'x.ox.ox.ox.o' },
    bass: { program: 33, line: 'x.xx.xx.xx.x' },
    chords: { program: 27, line: 'x....x...x..' },
    lead: { program: 22, share: 0.4 },
  },
  {
    name: 'waltz',
    bpms: [92, 116, 140, 168],
    beats: 3,
    steps: 4,
    drums: { kick: 'X...........', hat: '....x...x...' },
    bass: { program: 32, line: 'X...........' },
    chords: { program: 21, line: '....x...x...' },
    lead: { program: 40, share: 0.5 },
  },
  {
    name: 'waltz-rock',
    bpms: [100, 124, 150],
    beats: 3,
    steps: 4,
    drums: { kick: 'X.......x...', snare: '....X.......', ride: 'x.o.x.o.x.o.' },
    bass: { program: 33, line: 'x...x...x...' },
    chords: { program: 27, line: 'X.o.x.o.x.o.' },
    lead: { program: 29, share: 0.3 },
  },
  {
    name: 'six-eight',
    bpms: [48, 56, 66, 76],
    beats: 2,
    steps: 3,
    drums: { kick: 'X....x', snare: '...X..', hat: 'xooxoo' },
    bass: { program: 33, line: 'x..x.x' },
    chords: { program: 24, line: 'xoooxo' },
    lead: { program: 73, share: 0.4 },
  },
  { name: 'ballad', bpms: [60, 68, 74, 82], ...BALLAD },
  {
    name: 'house',
    bpms: [120, 124, 128, 138],
    beats: 4,
    steps: 4,
    drums: { kick: 'X...X...X...X...', clap: '....x.......x...', open: '..X...X...X...X.' },
    bass: { program: 38, line: '..x...x...x...x.' },
    chords: { program: 81, line: 'x..x..x...x..x..' },
    lead: { program: 80, share: 0.5 },
  },
  {
    name: 'drum-and-bass',
    bpms: [168, 174, 178],
    beats: 4,
    steps: 4,
    drums: {
      kick: ['X.........x.....', 'X.x.......x.....'],
      snare: '....X.......X..o',
      hat: 'x.x.x.x.x.x.x.x.',
    },
    bass: { program: 38, line: 'x.....x...x.....' },
    chords: { program: 89, line: 'x...............' },
    lead: { program: 81, share: 0.2 },
  },
  {
    name: 'funk',
    bpms: [92, 100, 108, 116],
    beats: 4,
    steps: 4,
    drums: {
      kick: ['X.x....x..x..x..', 'X..x..x...x.....'],
      snare: '....X..o.o..X..o',
      hat: 'xoxoxoxoxoxoxoxo',
    },
    bass: { program: 36, line: ['X..x..x..xx..x.x', 'X.x...xx...x..x.'] },
    chords: { program: 27, line: '..xx..x.x..x..x.' },
    lead: { program: 61, share: 0.25 },
  },
  {
    name: 'hip-hop',
    bpms: [82, 88, 94],
    beats: 4,
    steps: 4,
    drums: {
      kick: ['X..x......x.....', 'X.x....x..x.....'],
      snare: '....X.......X...',
      hat: 'x.x.x.x.x.xxx.x.',
    },
    bass: { program: 38, line: 'x..x......x.....' },
    chords: { program: 4, line: 'x.......x.......' },
    lead: { program: 11, share: 0.2 },
  },
  {
    name: 'reggae',
    bpms: [66, 74, 80, 88],
    beats: 4,
    steps: 4,
    drums: { kick: '........X.......', stick: '........X.......', hat: 'x.o.x.o.x.o.x.o.' },
    bass: { program: 33, line: ['x.....x.x..x....', '....x.x.x.....x.'] },
    chords: { program: 16, line: '..X...X...X...X.' },
    lead: { program: 56, share: 0.2 },
  },
  {
    name: 'ska',
    bpms: [132, 150, 164],
    beats: 4,
    steps: 4,
    drums: { kick: 'x...X...x...X...', snare: '....X.......X...', hat: 'x.x.x.x.x.x.x.x.' },
    bass: { program: 33, line: 'x...x...x...x...' },
    chords: { program: 27, line: '..X...X...X...X.' },
    lead: { program: 61, share: 0.4 },
  },
  {
    name: 'bossa',
    bpms: [112, 126, 140],
    beats: 4,
    steps: 4,
    drums: {
      kick: 'x.....x.x.....x.',
      stick: ['x.....x.....x...', '....x.....x.....'],
      shaker: 'xoxoxoxoxoxoxoxo',
    },
    bass: { program: 32, line: 'x.....x.x.....x.' },
    chords: { program: 24, line: ['x...x.....x...x.', '..x.....x...x...'] },
    lead: { program: 73, share: 0.4 },
  },
  {
    name: 'salsa',
    bpms: [168, 184, 196],
    beats: 4,
    steps: 2,
    drums: { conga: 'oxo.oxXX', clave: ['x..x..x.', '..x.x...'], cowbell: 'x.xox.xo', kick: '...x....' },
    bass: { program: 32, line: '...x..x.' },
    chords: { program: 0, line: ['x.xx.x.x', '.x.xx.x.'] },
    lead: { program: 56, share: 0.4 },
  },
  { name: 'tempo-step', bpms: [100, 116, 128], ...ROCK, tempo: 'STEP' },
  { name: 'tempo-step-down', bpms: [136, 150], ...ROCK, tempo: 'STEP_DOWN' },
  { name: 'ritardando', bpms: [84, 112, 132], ...BALLAD, tempo: 'RITARDANDO' },
  { name: 'accelerando', bpms: [96, 120], ...ROCK, tempo: 'ACCELERANDO' },
  { name: 'drift', bpms: [90, 108, 126, 144], ...ROCK, tempo: 'DRIFT', looseSecs: 0.01 },
  { name: 'rubato', bpms: [72, 88, 104], ...BALLAD, tempo: 'RUBATO' },
  {
    name: 'sparse-piano',
    bpms: [64, 76, 92, 104],
    beats: 4,
    steps: 4,
    drums: {},
    bass: { program: 0, line: 'X.......x.......' },
    chords: { program: 0, line: ['..o.x...o.o.x...', '....x.......x.o.'] },
    lead: { program: 0, share: 0.25 },
    looseSecs: 0.012,
  },
  {
    name: 'sparse-piano-waltz',
    bpms: [84, 108],
    beats: 3,
    steps: 2,
    drums: {},
    bass: { program: 0, line: 'X.....' },
    chords: { program: 0, line: '..x.x.' },
    lead: { program: 0, share: 0.3 },
    looseSecs: 0.012,
  },
]
