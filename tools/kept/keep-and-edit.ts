import { planRehearsal, type Rehearsal } from '@songreel/render/authoring'
import type { LoadedTemplate } from '@songreel/templates'
import { planSegments } from '../../packages/render/src/encode/frame-source.ts'
import { getFormat } from '../../packages/render/src/encode/get-format.ts'
import { createPictureMeter } from '../../packages/render/src/encode/picture-meter.ts'
import {
  createSegmentEncoder,
  specifyPictures,
} from '../../packages/render/src/encode/segments/segment-encoder.ts'
import { readSegmentFile, writeSegmentFile } from '../../packages/render/src/encode/segments/segment-file.ts'
import { createSegmentFinder } from '../../packages/render/src/encode/segments/segment-finder.ts'
import { describeSettings } from '../../packages/render/src/encode/segments/segment-key.ts'
import type { KeptSegment } from '../../packages/render/src/kept/segment-store.ts'
import { buildScene } from '../../packages/render/src/scene/build-scene.ts'
import { rehearseSmall } from './compare-frames.ts'
import { editAtRandom } from './edits.ts'

/** What became of the segments of some edited videos. */
export type EditReport = {
  segments: number
  kept: number
  /** Kept segments that are not what a full render gives: there must never be one. */
  stale: string[]
}

type Kept = KeptSegment & { file: Uint8Array }

const FPS = 15

/**
 * Makes a template's example and then random edits of it, each with what all before have left. Whatever is found is also encoded anew
 * and compared, packets, times and readings.
 */
export async function keepAndEdit(
  loaded: LoadedTemplate,
  { edits, firstSeed, comparesPixels }: { edits: number; firstSeed: number; comparesPixels: boolean },
): Promise<EditReport> {
  const first = await rehearseSmall(loaded, FPS)
  const store = new Map<string, Kept>()
  const report: EditReport = { segments: 0, kept: 0, stale: [] }
  await makeVideo('the first', first, { store, report, comparesPixels })
  for (let seed = firstSeed; seed < firstSeed + edits; seed++) {
    const { name, edited } = editAtRandom(first, seed)
    await makeVideo(`seed ${seed}: ${name}`, edited, { store, report, comparesPixels })
  }
  return report
}

type Place = { store: Map<string, Kept>; report: EditReport; comparesPixels: boolean }

async function makeVideo(
  name: string,
  video: Rehearsal,
  { store, report, comparesPixels }: Place,
): Promise<void> {
  const scene = await buildScene(await planRehearsal(video))
  const { video: codec, segmentSecs } = getFormat('MP4')
  const settings = describeSettings('MP4', codec, specifyPictures(scene, 'PREVIEW'), 'test')
  const source = comparesPixels ? { ...scene, describe: () => null } : scene
  const finder = createSegmentFinder(source, [...store.values()], settings)
  const encoder = createSegmentEncoder(scene, codec, 'PREVIEW')
  const meter = createPictureMeter(scene.size, segmentSecs * scene.fps)
  for (const [index, range] of planSegments(scene.frameCount, segmentSecs * scene.fps).entries()) {
    const stretch = finder.find(range, { mayFind: true })
    const frameCount = range.end - range.start
    const segment = encoder.encode(index, range, (planes, frameIndex) => {
      meter.read(planes)
      finder.note(stretch, frameIndex - range.start, frameCount, planes)
    })
    const made = { segment, readings: meter.take() }
    report.segments++
    const known = stretch.key && store.get(stretch.key)
    if (known) {
      report.kept++
      const kept = readSegmentFile(known.file, known.key, { index, range })
      if (!isSame(kept, made)) report.stale.push(`${name}, segment ${index}`)
    }
    const identity = finder.identify(stretch, frameCount)
    const file = writeSegmentFile(made, identity.key, range)!
    store.set(identity.key, { ...identity, file })
  }
  encoder.free()
  scene.close()
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a, list) === JSON.stringify(b, list)
}

function list(_: string, value: unknown): unknown {
  return ArrayBuffer.isView(value)
    ? Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('base64')
    : value
}
