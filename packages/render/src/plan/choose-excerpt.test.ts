import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { AudioAnalysis } from '@songreel/audio'
import { synthesiseSong } from '@songreel/audio/synth'
import { analysePcm } from '@songreel/audio/testing/hear-pcm.ts'
import { chooseExcerpt } from './choose-excerpt.ts'
import { chooseExcerptDefault } from './choose-excerpt-default.ts'

const SAMPLE_RATE = 22_050

let analysis: AudioAnalysis
before(async () => {
  analysis = await analysePcm(synthesiseSong({ secs: 112, sampleRate: SAMPLE_RATE }).pcm)
})

test('a loop is about as long as its data says', () => {
  const excerpt = { kind: 'LOOP', secs: 6, minSecs: 3, maxSecs: 8 } as const
  assert.deepEqual(chooseExcerptDefault({ defaults: { excerpt } }, {}), excerpt)
  const chosen = chooseExcerptDefault({ defaults: { excerpt } }, { loopSecs: 4 })
  assert.deepEqual(chosen, { ...excerpt, secs: 4, maxSecs: 5 })
})

test('a loop lasts whole bars within its limits, four of them where they fit, and begins on a bar line', () => {
  const barSecs = (4 * 60) / 112
  const wanted: [loop: { secs: number; minSecs: number; maxSecs: number }, bars: number][] = [
    [{ secs: 6, minSecs: 3, maxSecs: 8 }, 2],
    [{ secs: 6, minSecs: 3, maxSecs: 9 }, 4],
    [{ secs: 16, minSecs: 8, maxSecs: 20 }, 8],
    [{ secs: 3, minSecs: 3, maxSecs: 3.75 }, 1],
  ]
  for (const [limits, bars] of wanted) {
    const loop = { kind: 'LOOP', ...limits } as const
    const chosen = chooseExcerpt({ excerpt: null }, loop, analysis)
    const secs = chosen.endSecs - chosen.startSecs
    assert.ok(secs >= limits.minSecs && secs <= limits.maxSecs, `${secs} s`)
    if (bars > 1) assert.equal(Math.round(secs / barSecs), bars)
    assert.ok(analysis.beats.some((beat) => beat.isDownbeat && beat.secs === chosen.startSecs))
    assert.ok((chosen.reasons?.length ?? 0) > 0)
  }
})

test('a loop needs no song, none of its length, and refuses what it cannot last', () => {
  const loop = { kind: 'LOOP', secs: 6, minSecs: 3, maxSecs: 8 } as const
  const short = { ...analysis, durationSecs: 2 }
  for (const song of [undefined, short]) {
    assert.deepEqual(chooseExcerpt({ excerpt: null }, loop, song), { startSecs: 0, endSecs: 6 })
  }
  const excerpt = { startSecs: 10, endSecs: 40 }
  for (const song of [undefined, analysis]) {
    assert.throws(() => chooseExcerpt({ excerpt }, loop, song), {
      code: 'AUDIO_RANGE_INVALID',
      message: /lasts 30 s, and this loop must last 3 to 8 s/,
    })
  }
  const given = { startSecs: 10, endSecs: 14 }
  assert.deepEqual(chooseExcerpt({ excerpt: given }, loop, analysis), given)
})

test('silence is shown from its start', async () => {
  const channels = [new Float32Array(25 * SAMPLE_RATE)]
  const silent = await analysePcm({ sampleRate: SAMPLE_RATE, channels })
  const shown = chooseExcerpt({ excerpt: null, excerptRank: 1 }, { kind: 'HOOK', secs: 15 }, silent)
  assert.deepEqual(shown, { startSecs: 0, endSecs: 15 })
})

test('the whole song is shown where it is asked for, whatever the template takes by itself', () => {
  const whole = { startSecs: 0, endSecs: analysis.durationSecs }
  for (const kind of [{ kind: 'HOOK', secs: 15 } as const, { kind: 'WHOLE' } as const])
    assert.deepEqual(chooseExcerpt({ excerpt: null, isWholeSong: true }, kind, analysis), whole)
})
