import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sizeShape } from '@songreel/render'
import { type FoundText, locateText } from '@songreel/render/authoring'
import { mainShape, readFixture, toRehearsal } from './authoring/template-fixture.ts'
import { loadTemplates } from './load-templates.ts'

// Runs alone: its tests are made once the templates are loaded, and that promise may belong to an earlier file.

const FPS = 30
const SECS = 8
/** The end of a video may belong to its last card. */
const CARD_SECS = 2.5

for (const { template, url, folder } of (await loadTemplates()).values()) {
  // A template that shows a line as a poster has no clock to be measured by.
  if (!template.needs.lyrics || template.needs.lyricsUnless) continue
  test(`${template.contentId}: what is sung changes within one frame of its time stamp`, async () => {
    const rehearsal = toRehearsal(await readFixture(folder))
    const stamps = listStamps(rehearsal.lyrics?.lines ?? [])
    assert.ok(stamps.length >= 5, 'the fixture has words to measure by')
    const frames = stamps.flatMap(({ frame }) => [frame - 2, frame - 1, frame + 1])
    const size = sizeShape(mainShape(template), 180)
    const found = await locateText({ ...rehearsal, templateUrl: url, size }, [...new Set(frames)])
    for (const { letters, frame } of stamps) {
      const [before, last, after] = [frame - 2, frame - 1, frame + 1].map((at) =>
        describe(found, letters, at),
      )
      assert.equal(before, last, `"${letters}" changes before its time`)
      assert.notEqual(last, after, `"${letters}" has not changed one frame after its time`)
    }
  })
}

type Timed = { text: string; startSecs: number }

/** Words that occur only once, and the first frame in which they are sung. */
function listStamps(lines: readonly (Timed & { words?: readonly Timed[] })[]) {
  const all = lines.flatMap((line) => line.words ?? [line])
  const count = (letters: string) => all.filter(({ text }) => keepLetters(text) === letters).length
  return all
    .map(({ text, startSecs }) => ({
      letters: keepLetters(text),
      frame: Math.ceil(startSecs * FPS - 1e-6),
    }))
    .filter(
      ({ letters, frame }) => count(letters) === 1 && frame >= 2 && frame + 1 < (SECS - CARD_SECS) * FPS,
    )
}

/** How the word is shown: how often, how bright, how much of it is there. */
function describe(found: readonly FoundText[], letters: string, frame: number): string {
  return found
    .filter(
      ({ text, frameIndex, opacity }) => frameIndex === frame && opacity > 0 && keepLetters(text) === letters,
    )
    .map(({ luminance, opacity }) => `${luminance?.(0.5, 0.5).toFixed(2)} at ${opacity.toFixed(2)}`)
    .toSorted()
    .join(' ')
}

function keepLetters(text: string): string {
  return text.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '')
}
