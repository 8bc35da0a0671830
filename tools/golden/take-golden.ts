import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeDemo, sizeShape } from '@songreel/render'
import { rehearse } from '@songreel/render/authoring'
import { createTestFrames } from '@songreel/render/testing/test-frames.ts'
import { writeTestVideo } from '@songreel/render/testing/write-test-video.ts'
import { type LoadedTemplate, loadTemplates } from '@songreel/templates'
import { mainShape, readFixture, toRehearsal } from '@songreel/templates/fixture'
import { analyseSong } from '../../packages/audio/src/analyse-song.ts'
import { ANALYSIS_VERSION } from '../../packages/audio/src/analysis-cache.ts'
import { ENGINE_VERSION } from '../../packages/render/src/plan/engine-version.ts'

/** What this machine draws, encodes and hears, as hashes, and the numbers that say so. */
export type Golden = {
  engineVersion: number
  analysisVersion: number
  /** One second of sound and pictures, as a file. */
  video: string
  /** All that is found in the demo's song. */
  analysis: string
  templates: Record<string, { version: number; frames: string }>
}

/** Machines of one kind draw and encode the same bytes. */
export const MACHINE_KIND = process.arch

/** Small, because one pixel that changes is enough. */
const SHORT_SIDE_PX = 180
/** Shares of the video: one frame of the beginning and one of the middle. */
const LOOK_AT = [0.12, 0.55]

/** Draws two frames of every template, encodes a second and analyses a song. */
export async function takeGolden(): Promise<Golden> {
  const templates: Golden['templates'] = {}
  for (const [contentId, loaded] of await loadTemplates()) {
    templates[contentId] = { version: loaded.template.version, frames: await hashFrames(loaded) }
  }
  const folder = await mkdtemp(join(tmpdir(), 'songreel-golden-'))
  try {
    const video = await hashVideo(join(folder, 'video.mp4'))
    const { song } = await makeDemo(folder)
    const analysis = hash(serialise(await analyseSong(song, {})))
    return { engineVersion: ENGINE_VERSION, analysisVersion: ANALYSIS_VERSION, video, analysis, templates }
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function hashFrames({ template, url, folder }: LoadedTemplate): Promise<string> {
  const size = sizeShape(mainShape(template), SHORT_SIDE_PX)
  const scene = await rehearse({ ...toRehearsal(await readFixture(folder)), templateUrl: url, size })
  const frames = LOOK_AT.map((share) => scene.drawRgb(Math.floor(share * scene.frameCount)).rgb)
  scene.close()
  return hash(...frames)
}

async function hashVideo(file: string): Promise<string> {
  const frames = createTestFrames({ width: 320, height: 180, fps: 30, frameCount: 30 })
  await writeTestVideo({
    file,
    format: 'MP4',
    frames,
    quality: 'FULL',
    sample: (at) => 0.5 * Math.sin(at / 20),
  })
  return hash(await readFile(file))
}

/** Typed arrays would lose their length as plain JSON. */
function serialise(value: unknown): string {
  return JSON.stringify(value, (_, each) => (ArrayBuffer.isView(each) ? [...(each as Float32Array)] : each))
}

function hash(...parts: (string | Uint8Array)[]): string {
  const sum = createHash('sha256')
  for (const part of parts) sum.update(part)
  return sum.digest('hex').slice(0, 32)
}
