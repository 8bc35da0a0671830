import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { encodePcm, synthesiseSong } from '@songreel/audio/synth'
import { aLayer, aLottie } from '@songreel/kit/testing/sample-lottie.ts'
import { countGreen } from '../../testing/count-green.ts'
import { aFixturePlan } from '../../testing/plans.ts'
import { renderStillsInChild } from '../process/stills-in-child.ts'
import { renderVideo } from './render-video.ts'

const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><path d="M0 0h100v100H0z" fill="#00ff00"/></svg>'

/** A green square that grows in one second. */
function aSting() {
  const grow = {
    a: 1,
    k: [
      { t: 0, s: [0, 0, 100], i: { x: [1], y: [1] }, o: { x: [0], y: [0] } },
      { t: 30, s: [100, 100, 100] },
    ],
  }
  const solid = { ty: 1, nm: 'Mark', sw: 100, sh: 100, sc: '#00ff00' }
  return aLottie({ op: 30, layers: [aLayer(solid, { ks: { s: grow, a: { a: 0, k: [50, 50, 0] } } })] })
}

/** A look that shows the logo itself, and swings it. */
function aLookWithLogo() {
  const place = { width: '40%', anchor: 'TOP' }
  const rotation = { rest: 0, with: [{ signal: 'BEAT', by: 8 }] }
  const layers = [
    { kind: 'fill', colours: ['BACKGROUND'] },
    { kind: 'text', text: 'TITLE', role: 'DISPLAY', place: { anchor: 'BOTTOM_START' } },
    { kind: 'picture', source: 'LOGO', place, rotation },
  ]
  const look = { look: 1, contentId: 'OWN_BADGE', title: 'Badge', description: 'A logo.', layers }
  const url = `data:application/json;base64,${Buffer.from(JSON.stringify(look)).toString('base64')}`
  return { contentId: 'OWN_BADGE', url }
}

test('a logo in a place of the look, still or playing, is drawn the same by one thread and by several', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'songreel-own-logo-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const file = (name: string) => join(folder, name)
  await writeFile(file('logo.svg'), SVG)
  await writeFile(file('sting.json'), JSON.stringify(aSting()))
  const { pcm } = synthesiseSong({ bpm: 120, secs: 9 })
  encodePcm(pcm, file('song.wav'), { encoder: 'pcm_s16le', container: 'wav' })
  const plan = aFixturePlan(folder, file('song.wav'), {
    template: aLookWithLogo(),
    size: { width: 320, height: 180 },
    fps: 10,
    excerpt: { startSecs: 0, endSecs: 9 },
    brand: { name: 'Label', colors: { background: '#200040', text: '#ffffff' } },
    cacheFolder: file('analyses'),
    outFile: file('video.mp4'),
  })
  for (const brand of [{ logo: file('logo.svg') }, { logoAnimation: file('sting.json') }]) {
    const worn = { ...plan, files: { ...plan.files, brand } }
    const [start, rest] = await renderStillsInChild(worn, { atSecs: [0, 3] })
    const plays = 'logoAnimation' in brand
    assert.ok((await countGreen(rest!)) > 100, 'the logo is seen')
    assert.equal((await countGreen(start!)) === 0, plays, 'only one that plays begins with nothing')
    const { sha256: byOne } = await renderVideo({ ...worn, threads: 1 })
    const { sha256: bySeveral } = await renderVideo({ ...worn, threads: 3 })
    assert.equal(bySeveral, byOne, plays ? 'playing' : 'still')
  }
})
