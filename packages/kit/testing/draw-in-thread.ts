import { parentPort, workerData } from 'node:worker_threads'
import { createScene, type SceneShare } from '../src/compose/create-scene.ts'
import { type Shot, SMALL, shoot } from './draw-layers.ts'
import { layerExamples } from './layer-examples.ts'

// A worker thread that is handed what the first thread painted, and draws the asked frames of every example.
const { shares, frames } = workerData as {
  shares: Record<string, SceneShare>
  frames: number[]
}

const shots: Record<string, Shot[]> = {}
for (const [name, layers] of Object.entries(layerExamples())) {
  const scene = await createScene(layers, SMALL, shares[name])
  shots[name] = frames.map((frame) => shoot(scene.draw(frame)))
  scene.close()
}
parentPort!.postMessage(shots)
