import { parentPort, workerData } from 'node:worker_threads'
import { giveBackMemory, loadTemplateFacts } from '@songreel/kit/core'
import type { Scene } from '@songreel/kit/drawing'
import { toFailureReport } from '../../failure-report.ts'
import { buildScene, type ScenePlan } from '../../scene/build-scene.ts'
import { getFormat } from '../get-format.ts'
import { createPictureMeter, type PictureMeter } from '../picture-meter.ts'
import { createSegmentEncoder, type SegmentEncoder } from './segment-encoder.ts'
import type { FromWorker, SegmentWorkerData, ToWorker } from './segment-messages.ts'

const { template, format, quality, bitRateMbps, framesDone } = workerData as SegmentWorkerData
const port = parentPort!
const spec = getFormat(format, bitRateMbps ? { bitRateMbps } : {})

type DrawingTools = { plan: ScenePlan; scene: Scene; encoder: SegmentEncoder; meter: PictureMeter }
let tools: DrawingTools | undefined

// Loaded while the song is still being analysed.
loadTemplateFacts(template)
  .catch(toFailureReport)
  .then((loaded) => post({ kind: 'loaded', template: loaded }))

port.on('message', async (message: ToWorker) => {
  try {
    await respond(message)
  } catch (error) {
    post({ kind: 'failed', error: toFailureReport(error) })
  }
})

async function respond(message: ToWorker): Promise<void> {
  if (message.kind === 'scene') {
    tools = openTools(message.plan, await buildScene(message.plan, message.share))
    await giveBackMemory()
    post({ kind: 'ready', share: tools.scene.share })
  } else if (message.kind === 'segment') {
    encodeSegment(getTools(), message)
  } else if (message.kind === 'look') {
    const { lookAtFrames } = await import('../../look/look-at-frames.ts')
    post({ kind: 'look', frames: await lookAtFrames(getTools().plan) })
  } else if (message.kind === 'detail') {
    const { scene } = getTools()
    scene.draw(message.frameIndex)
    post({ kind: 'detail', detail: scene.measureDetail() })
  } else {
    const { scene } = getTools()
    scene.draw(message.frameIndex)
    const rgb = Uint8Array.from(scene.readRgb())
    post({ kind: 'picture', rgb }, [rgb.buffer])
  }
}

/** The pool sends the scene before anything else. */
function getTools(): DrawingTools {
  if (!tools) throw new Error('No scene was sent to this thread.')
  return tools
}

function openTools(plan: ScenePlan, scene: Scene): DrawingTools {
  return {
    plan,
    scene,
    encoder: createSegmentEncoder({ ...scene, ...(bitRateMbps && { bitRateMbps }) }, spec.video, quality),
    meter: createPictureMeter(scene.size, spec.segmentSecs * scene.fps),
  }
}

function encodeSegment(
  { encoder, meter }: DrawingTools,
  { index, range }: Extract<ToWorker, { kind: 'segment' }>,
): void {
  const segment = encoder.encode(index, range, (planes) => {
    meter.read(planes)
    Atomics.add(framesDone, 0, 1)
  })
  const readings = meter.take()
  const memory = [segment, readings]
    .flatMap((part) => Object.values(part))
    .filter((value) => ArrayBuffer.isView(value))
  post(
    { kind: 'segment', segment, readings },
    memory.map((view) => view.buffer as ArrayBuffer),
  )
}

function post(message: FromWorker, transfer: ArrayBuffer[] = []): void {
  port.postMessage(message, transfer)
}
