import assert from 'node:assert/strict'
import { locateText, type Rehearsal, type RehearsedScene, rehearse } from '@songreel/render/authoring'

/** The picture is compared in so many cells along each side: an entrance may shift things within them. */
const CELLS = 9
/** Moments of the middle; what stands in all of them belongs to the composition. */
const MIDDLE = [0.3, 0.4, 0.5, 0.6, 0.7]
/** So much of the composition's structure must be there, and so much of a text's size. */
const LEAST_STRUCTURE = 0.72
const LEAST_SIZE = 0.85

/** The first and the last frame show every name that the middle shows, and all else that always stands there. */
export async function checkEnds(rehearsal: Rehearsal, what: string): Promise<void> {
  const scene = await rehearse(rehearsal)
  const lastFrame = scene.frameCount - 1
  const middle = MIDDLE.map((share) => Math.round(share * lastFrame))
  const composition = findComposition(scene, rehearsal, middle)
  const shares = [0, lastFrame].map((frame) => compare(readStructure(scene, rehearsal, frame), composition))
  scene.close()
  await checkNames(rehearsal, { middle: middle[2]!, ends: [0, lastFrame] }, what)
  for (const [i, share] of shares.entries()) {
    const frame = i === 0 ? 'first' : 'last'
    const percent = Math.round(100 * share)
    assert.ok(
      share >= LEAST_STRUCTURE,
      `${what}: the ${frame} frame shows ${percent} % of what the middle shows`,
    )
  }
}

/** A film's pictures come and go with its cuts, so there is nothing that always stands: both ends name the song. */
export async function checkFilmEnds(rehearsal: Rehearsal, what: string): Promise<void> {
  const lastFrame = (rehearsal.secs ?? 8) * (rehearsal.fps ?? 30) - 1
  const found = await locateText(rehearsal, [0, lastFrame])
  const { title, artist } = rehearsal.song
  for (const frame of [0, lastFrame]) {
    const lines = found.filter(({ frameIndex, opacity }) => frameIndex === frame && opacity === 1)
    const shown = keepLetters(lines.map(({ text }) => text).join(''))
    for (const name of [title, artist])
      assert.ok(shown.includes(keepLetters(name)), `${what}: "${name}" is not there in frame ${frame}`)
  }
}

/** Words of the song and of its label stand there at once and stay; clocks and lyrics change and are left out. */
async function checkNames(
  rehearsal: Rehearsal,
  frames: { middle: number; ends: number[] },
  what: string,
): Promise<void> {
  const found = await locateText(rehearsal, [frames.middle, ...frames.ends])
  const names = keepLetters(
    [...Object.values(rehearsal.song), ...Object.values(rehearsal.data ?? {})].map(String).join(' '),
  )
  const sung = keepLetters(rehearsal.lyrics?.lines.map(({ text }) => text).join(' ') ?? '')
  const at = (frame: number) => found.filter(({ frameIndex }) => frameIndex === frame)
  for (const { text, ink } of at(frames.middle)) {
    const letters = keepLetters(text)
    if (letters === '' || !names.includes(letters) || sung.includes(letters)) continue
    for (const frame of frames.ends) {
      const there = at(frame).find((line) => line.text === text)
      assert.ok(there, `${what}: "${text}" is not there in frame ${frame}`)
      assert.ok(there.opacity === 1, `${what}: "${text}" is faded in frame ${frame}`)
      assert.ok(there.ink.height >= LEAST_SIZE * ink.height, `${what}: "${text}" is small in frame ${frame}`)
    }
  }
}

function keepLetters(text: string): string {
  return text.toUpperCase().replace(/[\s\u200b\u00ad·|-]/g, '')
}

/** What never leaves: in every cell the least structure of all moments. */
function findComposition(scene: RehearsedScene, rehearsal: Rehearsal, frames: number[]): Float32Array {
  const all = frames.map((frame) => readStructure(scene, rehearsal, frame))
  return all[0]!.map((_, cell) => Math.min(...all.map((structure) => structure[cell]!)))
}

/** How much is drawn in each cell: the sum of all edges. */
function readStructure(scene: RehearsedScene, { size }: Rehearsal, frame: number): Float32Array {
  const { width, height } = size
  const luma = scene.drawLuma(frame)
  const structure = new Float32Array(CELLS * CELLS)
  for (let y = 0; y < height - 1; y++) {
    for (let x = 0; x < width - 1; x++) {
      const at = y * width + x
      const edge = Math.abs(luma[at + 1]! - luma[at]!) + Math.abs(luma[at + width]! - luma[at]!)
      const cell = Math.floor((y * CELLS) / height) * CELLS + Math.floor((x * CELLS) / width)
      if (edge > NOISE) structure[cell]! += edge
    }
  }
  return structure
}

/** Dither, soft light and the grain of dark grounds, which is four levels up and down, are no structure. */
const NOISE = 16

/** How much of the composition a frame has; what it has beside it does not make up for what is missing. */
function compare(structure: Float32Array, composition: Float32Array): number {
  let shown = 0
  let all = 0
  for (let cell = 0; cell < composition.length; cell++) {
    // Type is all edges and a cover has few: roots let areas count, too.
    shown += Math.sqrt(Math.min(structure[cell]!, composition[cell]!))
    all += Math.sqrt(composition[cell]!)
  }
  return all === 0 ? 1 : shown / all
}
