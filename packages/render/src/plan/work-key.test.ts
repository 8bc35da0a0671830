import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aFixturePlan } from '../../testing/plans.ts'
import type { RenderPlan } from './render-plan.ts'
import { deriveWorkKey } from './work-key.ts'

const PLAN = aFixturePlan('/folder', '/folder/song.mp3', { cacheFolder: '/cache', songSha256: 'aa' })
const INPUTS = { templateVersion: 1, hashes: { audio: 'aa', clips: ['cc'] } }
const KEY = deriveWorkKey(PLAN, INPUTS)

/** Another value for everything in a plan that a viewer or listener may notice. */
const DECISIVE = {
  template: { ...PLAN.template, contentId: 'OTHER' },
  data: { customText: 'other' },
  size: { width: 2, height: 2 },
  fps: 25,
  quality: 'ULTRA',
  bitRateMbps: 70,
  format: 'WEBM',
  excerpt: { startSecs: 1, endSecs: 2 },
  isWholeSong: true,
  excerptRank: 3,
  clip: { startSecs: 0, secs: 1 },
  loudness: -9,
  motion: 'REDUCED',
  song: { ...PLAN.song, title: 'Other' },
  chapters: [{ files: { clips: [] }, song: PLAN.song }],
  samplerSecs: 60,
  theme: 'LIGHT',
  background: 'VIDEOS',
  brand: { name: 'Label', colors: { accent: '#ff3366' } },
  seed: PLAN.seed + 1,
  watermark: !PLAN.watermark,
} satisfies Partial<RenderPlan>

/** Where and how fast a video is made, which nobody sees; files count by what is in them. A field that stands in neither list doesn't compile. */
const INDIFFERENT = {
  files: { clips: [], brand: { logo: '/other/logo.png' } },
  folder: '/other',
  outFile: '/other/video.mp4',
  threads: 7,
  cacheFolder: '/other',
  songSha256: 'bb',
} satisfies Required<Omit<RenderPlan, keyof typeof DECISIVE>>

test('every field of a plan is known either to change the video or not to', () => {
  for (const [field, value] of Object.entries(DECISIVE))
    assert.notEqual(deriveWorkKey({ ...PLAN, [field]: value }, INPUTS), KEY, field)
  for (const [field, value] of Object.entries(INDIFFERENT))
    assert.equal(deriveWorkKey({ ...PLAN, [field]: value }, INPUTS), KEY, field)
})

test('another version of the template or another file is other work', () => {
  assert.notEqual(deriveWorkKey(PLAN, { ...INPUTS, templateVersion: 2 }), KEY)
  assert.notEqual(deriveWorkKey(PLAN, { ...INPUTS, hashes: { ...INPUTS.hashes, audio: 'bb' } }), KEY)
  assert.notEqual(deriveWorkKey(PLAN, { ...INPUTS, hashes: { ...INPUTS.hashes, clips: [] } }), KEY)
})

test('a look counts by all of it where its address holds it, and a file by its version', () => {
  const keyOf = (url: string) => deriveWorkKey({ ...PLAN, template: { ...PLAN.template, url } }, INPUTS)
  assert.notEqual(keyOf('data:application/json;base64,e30='), keyOf('data:application/json;base64,e31='))
  assert.equal(keyOf('file:///a/template.json'), keyOf('file:///b/template.json'))
})

test('the songs of an album count by their names and their order, their files by what is in them', () => {
  const songs = ['One', 'Two'].map((title) => ({ files: { clips: [] }, song: { ...PLAN.song, title } }))
  const key = deriveWorkKey({ ...PLAN, chapters: songs }, INPUTS)
  assert.notEqual(deriveWorkKey({ ...PLAN, chapters: songs.toReversed() }, INPUTS), key)
  const elsewhere = songs.map((song) => ({
    ...song,
    files: { audio: '/other', clips: [] },
    songSha256: 'dd',
  }))
  assert.equal(deriveWorkKey({ ...PLAN, chapters: elsewhere }, INPUTS), key)
})
