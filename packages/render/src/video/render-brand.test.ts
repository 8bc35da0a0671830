import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { encodePcm, synthesiseSong } from '@songreel/audio/synth'
import { aLayer, aLottie, aText } from '@songreel/kit/testing/sample-lottie.ts'
import sharp from 'sharp'
import { countGreen } from '../../testing/count-green.ts'
import { aFixturePlan } from '../../testing/plans.ts'
import { createTestFrames } from '../../testing/test-frames.ts'
import { writeTestVideo } from '../../testing/write-test-video.ts'
import type { RenderPlan } from '../plan/render-plan.ts'
import { renderStillsInChild } from '../process/stills-in-child.ts'
import { renderVideo } from './render-video.ts'

const require = createRequire(import.meta.url)
const FONT = require.resolve('@fontsource/instrument-serif/files/instrument-serif-latin-400-normal.woff2')
const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><path d="M0 0h100v100H0z" fill="#00ff00"/></svg>'
const SIZE = { width: 320, height: 180 }

/** A green square that grows in one second. */
function aSting(nm = 'Mark') {
  const grow = {
    a: 1,
    k: [
      { t: 0, s: [0, 0, 100], i: { x: [1], y: [1] }, o: { x: [0], y: [0] } },
      { t: 30, s: [100, 100, 100] },
    ],
  }
  const solid = { ty: 1, nm, sw: 100, sh: 100, sc: '#00ff00' }
  return aLottie({ op: 30, layers: [aLayer(solid, { ks: { s: grow, a: { a: 0, k: [50, 50, 0] } } })] })
}

/** The same in a colour of the brand, with the title. */
function aCard() {
  return { ...aSting('Accent'), layers: [aText('A TITLE', 'Title'), ...aSting('Accent').layers] }
}

describe('a video that wears a brand', () => {
  let folder = ''
  const file = (name: string) => join(folder, name)
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'songreel-brand-'))
    await writeFile(file('logo.svg'), SVG)
    await writeFile(file('sting.json'), JSON.stringify(aSting()))
    await writeFile(file('card.json'), JSON.stringify(aCard()))
    encodePcm(synthesiseSong({ bpm: 120, secs: 9 }).pcm, file('song.wav'), {
      encoder: 'pcm_s16le',
      container: 'wav',
    })
    const frames = createTestFrames({ width: 160, height: 90, frameCount: 60 })
    await writeTestVideo({ file: file('intro.mp4'), format: 'MP4', frames })
  })
  after(() => rm(folder, { recursive: true, force: true }))

  const plan = (changes: Partial<RenderPlan> = {}): RenderPlan => {
    const { theme: _, ...own } = aFixturePlan(folder, file('song.wav'), {
      size: SIZE,
      excerpt: { startSecs: 0, endSecs: 9 },
      brand: {
        name: 'Label',
        colors: { background: '#200040', text: '#ffffff' },
        logo: { place: 'BOTTOM_RIGHT', size: 'MEDIUM', opacity: 1, shows: 'ALWAYS' },
        endCard: { text: 'Out now', linkUrl: 'https://label.example/' },
      },
      cacheFolder: file('analyses'),
      outFile: file('video.mp4'),
      ...changes,
    })
    return { ...own, files: { ...own.files, brand: { logo: file('logo.svg'), titleFont: FONT } } }
  }

  test('shows the logo, and from a bar on the end card, in a contained process', async () => {
    const [picture, card] = await renderStillsInChild(plan(), { atSecs: [3, 8.9] })
    assert.ok((await countGreen(picture!)) > 100, 'the logo is seen')
    const { data } = await sharp(card).raw().toBuffer({ resolveWithObject: true })
    const corner = [data[0]!, data[1]!, data[2]!]
    for (const [axis, value] of [0x20, 0x00, 0x40].entries())
      assert.ok(Math.abs(corner[axis]! - value) <= 6, `the ground of the card is ${corner}`)
    assert.ok((await countGreen(card!)) > 100, 'the logo stands on the card')
  })

  test('plays its logo once, which then rests, and an animation on the end card, filled by name', async () => {
    const own = plan()
    const brand = { logoAnimation: file('sting.json'), endCardAnimation: file('card.json') }
    const played = { ...own, files: { ...own.files, brand } }
    const at = [0, 0.5, 3, 5, 8.9]
    const [start, half, rest, later, card] = await renderStillsInChild(played, { atSecs: at })
    const [none, some, all] = await Promise.all([start!, half!, rest!].map(countGreen))
    assert.equal(none, 0, 'it begins with nothing')
    assert.ok(some! > 20 && some! < 0.8 * all!, `${some} of ${all} pixels half a second later`)
    assert.ok(Math.abs((await countGreen(later!)) - all!) < 20, 'it rests')
    // Its colour is bound to the accent, so that it is green no more.
    assert.equal(await countGreen(card!), 0)
    const again = await renderStillsInChild(played, { atSecs: at.toReversed() })
    for (const [i, picture] of again.toReversed().entries())
      assert.ok(Buffer.from(picture!).equals([start, half, rest, later, card][i]!), `the still at ${at[i]} s`)
  })

  test('begins with its own clip, which ends on a bar', async () => {
    const own = plan()
    const withIntro = {
      ...own,
      files: { ...own.files, brand: { ...own.files.brand, intro: file('intro.mp4') } },
    }
    const [start, later] = await renderStillsInChild(withIntro, { atSecs: [0.5, 4] })
    assert.equal(await countGreen(start!), 0, 'the clip covers the logo')
    assert.ok((await countGreen(later!)) > 100)
  })

  test('says what could not be as it was wished for, and draws the same with one thread and with two', async () => {
    const hashes = new Set<string>()
    for (const threads of [1, 2]) {
      const own = plan({ threads, fps: 10, excerpt: { startSecs: 0, endSecs: 4.5 } })
      // A grey that is neither dark nor light enough for type.
      const brand = { ...own.brand!, colors: { background: '#7f7f7f' } }
      const { sha256, warnings } = await renderVideo({ ...own, brand })
      hashes.add(sha256)
      const changed = warnings.filter(({ code }) => code === 'BRAND_COLOR_CHANGED')
      assert.equal(changed.length, 1)
      assert.match(changed[0]!.message, /^The background of Label is #7f7f7f, .*; #\w{6} was used\.$/)
    }
    assert.equal(hashes.size, 1)
  })
})
