import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BASS_PATTERNS } from '../../testing/bass-patterns.ts'
import { analysePcm } from '../../testing/hear-pcm.ts'
import { type Pattern, playPattern } from '../../testing/play-pattern.ts'
import { scoreBeats } from '../../testing/score-beats.ts'

const SECS = 24

const ROCK: Pattern = {
  beats: 4,
  kick: 'X.....x.X.......',
  snare: '....X.......X...',
  hat: 'x.x.x.x.x.x.x.x.',
  bass: 'x.x.x.x.x.x.x.x.',
  chords: 'X.....x.X.....x.',
}

const RHYTHMS: { name: string; pattern: Pattern; bpmAt: (share: number) => number; isSteady?: false }[] = [
  {
    name: 'fast metal is not heard at half its tempo',
    pattern: {
      ...ROCK,
      kick: 'X.x.x.x.X.x.x.x.',
      hat: 'x...x...x...x...',
      chords: 'X.xxX.xxX.xxX.xx',
    },
    bpmAt: () => 184,
  },
  {
    name: 'hi-hats between the beats are not taken for beats',
    pattern: { ...ROCK, kick: 'X.......X.x.....', hat: '..X...X...X...X.' },
    bpmAt: () => 124,
  },
  {
    name: 'a waltz is counted to three',
    pattern: {
      beats: 3,
      kick: 'X...........',
      snare: '....x...x...',
      hat: 'x.x.x.x.x.x.',
      bass: 'X...........',
      chords: '....x...x...',
    },
    bpmAt: () => 132,
  },
  {
    name: 'six eighths are two beats',
    pattern: { beats: 2, kick: 'X....x', snare: '...X..', hat: 'xxxxxx', bass: 'x..x.x', chords: 'X.xx.x' },
    bpmAt: () => 64,
  },
  ...BASS_PATTERNS.flatMap((pattern, i) =>
    (pattern.beats === 2 ? [58, 70] : [96, 130]).map((bpm) => ({
      name: `a bass on one has the one, whatever chord comes after it: pattern ${i + 1} at ${bpm} BPM`,
      pattern,
      bpmAt: () => bpm,
    })),
  ),
  {
    name: 'a change of tempo is followed',
    pattern: ROCK,
    bpmAt: (share) => (share < 0.5 ? 108 : 132),
    isSteady: false,
  },
  {
    name: 'a tempo that drifts is followed',
    pattern: ROCK,
    bpmAt: (share) => 112 * (1 + 0.04 * Math.sin(2 * Math.PI * share)),
    isSteady: false,
  },
]

for (const { name, pattern, bpmAt, isSteady = true } of RHYTHMS) {
  test(name, async () => {
    const played = playPattern(pattern, SECS, bpmAt)
    const { tempo, beats } = await analysePcm(played.pcm)
    const beatSecs = beats.map(({ secs }) => secs)
    const barSecs = beats.filter(({ isDownbeat }) => isDownbeat).map(({ secs }) => secs)
    const figures = `${tempo.bpm.toFixed(1)} BPM, beats ${scoreBeats(played.beatSecs, beatSecs)}, bars ${scoreBeats(played.downbeatSecs, barSecs)}`
    assert.equal(tempo.isSteady, isSteady, figures)
    if (isSteady) assert.ok(Math.abs(tempo.bpm / bpmAt(0) - 1) < 0.01, figures)
    assert.ok(scoreBeats(played.beatSecs, beatSecs) > 0.95, figures)
    assert.ok(scoreBeats(played.downbeatSecs, barSecs) > 0.85, figures)
  })
}
