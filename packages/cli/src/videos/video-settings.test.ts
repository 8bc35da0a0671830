import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadTemplates } from '@songreel/templates'
import {
  chooseAspects,
  parseAspects,
  parseCount,
  parseFormat,
  parseFps,
  parseLoudness,
  parseMotion,
  parseQuality,
} from './video-settings.ts'

test('settings are read in any usual spelling', () => {
  assert.deepEqual(parseAspects('9x16, 1:1,16X9,9:16'), ['9x16', '1x1', '16x9'])
  assert.deepEqual([parseQuality('full'), parseFormat('webm'), parseFormat('.mov')], ['FULL', 'WEBM', 'MOV'])
  assert.equal(parseMotion('reduced'), 'REDUCED')
  assert.deepEqual([parseFps('60'), parseCount('3')], [60, 3])
  assert.deepEqual(['-14', '−16.5 LUFS', 'original'].map(parseLoudness), [-14, -16.5, 'ORIGINAL'])
})

test('a setting that cannot be is refused as a mistake in the command, with what can be', () => {
  const cases: [() => unknown, RegExp][] = [
    [() => parseAspects('9x16,tall'), /--aspect tall is no shape/],
    [() => parseAspects('1x4'), /between 1x3 and 3x1/],
    [() => parseAspects(' , '), /names no shape/],
    [() => parseQuality('ful'), /one of PREVIEW, HD, FULL, ULTRA, not ful\. Did you mean FULL\?/],
    [() => parseFormat('avi'), /one of MP4, GIF, WEBM, MOV, not avi/],
    [() => parseFps('29'), /one of 24, 25, 30, 50, 60/],
    [() => parseLoudness('14'), /--loudness must be ORIGINAL or a number of LUFS from -30 to -6, not 14/],
    [() => parseLoudness('loud'), /from -30 to -6, not loud/],
    [() => parseLoudness(''), /from -30 to -6/],
    [() => parseMotion('less'), /--motion must be one of FULL, REDUCED, not less/],
    [() => parseCount('0'), /from 1 to 10, not 0/],
    [() => parseCount('2.5'), /from 1 to 10/],
  ]
  for (const [parse, told] of cases) assert.throws(parse, { exitCode: 64, message: told })
})

test('a shape is taken only by templates that have it, and each has one of its own', async () => {
  const templates = await loadTemplates()
  const track = templates.get('BASE_ART_TRACK')!.template
  assert.deepEqual(chooseAspects(track, ['32x18', '1x1']), ['32x18', '1x1'])
  assert.throws(() => chooseAspects(track, ['1x1', '4x5']), {
    exitCode: 64,
    message: /^BASE_ART_TRACK is made in .*, not in 4x5\.$/,
  })
  for (const { template } of templates.values()) {
    const [own] = chooseAspects(template, undefined)
    assert.deepEqual(chooseAspects(template, [own!]), [own])
  }
})
