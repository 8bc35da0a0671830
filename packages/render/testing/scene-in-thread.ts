import { parentPort, workerData } from 'node:worker_threads'
import type { SceneShare } from '@songreel/kit/drawing'
import { shoot } from '@songreel/kit/testing/draw-layers.ts'
import { buildScene, type ScenePlan } from '../src/scene/build-scene.ts'

// A worker thread that builds the plan's scene on what the first thread painted.
const { plan, share, frames } = workerData as { plan: ScenePlan; share: SceneShare; frames: number[] }
const scene = await buildScene(plan, share)
parentPort!.postMessage(frames.map((frame) => shoot(scene.draw(frame))))
