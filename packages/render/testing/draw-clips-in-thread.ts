import { parentPort, workerData } from 'node:worker_threads'
import { createScene, type SceneShare } from '@songreel/kit/drawing'
import type { ClipFile } from '@songreel/kit/input'
import { type Shot, SMALL, shoot } from '@songreel/kit/testing/draw-layers.ts'
import { CLIP_SUPPLIES } from '../src/clips/clip-supplies.ts'
import { clipExamples } from './clip-examples.ts'

// A worker thread that is handed what the first thread painted, and draws the asked frames of every example.
const { file, shares, frames } = workerData as {
  file: ClipFile
  shares: Record<string, SceneShare>
  frames: number[]
}

const shots: Record<string, Shot[]> = {}
for (const [name, layers] of Object.entries(clipExamples(file))) {
  const scene = await createScene(layers, { ...SMALL, ...CLIP_SUPPLIES }, shares[name])
  shots[name] = frames.map((frame) => shoot(scene.draw(frame)))
  scene.close()
}
parentPort!.postMessage(shots)
