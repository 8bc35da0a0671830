import { parentPort, workerData } from 'node:worker_threads'
import { collectGarbage, loadTemplateFacts } from '@songreel/kit/core'
import type { Scene } from '@songreel/kit/drawing'
import { toFailureReport } from '../../failure-report.ts'
import type { SegmentOffer } from '../../kept/segment-supply.ts'
import { buildScene, type ScenePlan } from '../../scene/build-scene.ts'
import { tidyMemory } from '../../scene/tidy-memory.ts'
import { getFormat } from '../get-format.ts'
import { createPictureMeter, type PictureMeter } from '../picture-meter.ts'
import { createSegmentEncoder, type SegmentEncoder, specifyPictures } from './segment-encoder.ts'
import { createSegmentFinder, type DescribedSource, type SegmentFinder } from './segment-finder.ts'
import { describeSettings } from './segment-key.ts'
import type { FromWorker, SegmentWorkerData, ToWorker } from './segment-messages.ts'

const { template, format, quality, bitRateMbps, framesDone } = workerData as SegmentWorkerData
const port = parentPort!
const spec = getFormat(format, bitRateMbps ? { bitRateMbps } : {})

type DrawingTools = {
  plan: ScenePlan
  scene: Scene
  encoder: SegmentEncoder
  meter: PictureMeter
  /** Only where segments are kept. */
  finder?: SegmentFinder
}
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
    await closeTools()
    tools = openTools(message, await buildScene(message.plan, message.share))
    await tidyMemory(message.plan)
    post({ kind: 'ready', share: tools.scene.share })
  } else if (message.kind === 'segment') {
    await makeSegment(getTools(), message)
  } else if (message.kind === 'find') {
    const { key } = getTools().finder?.find(message.range, { mayFind: true }) ?? {}
    post(key ? { kind: 'found', key } : { kind: 'missing' })
  } else if (message.kind === 'look') {
    const { lookAtFrames } = await import('../../look/look-at-frames.ts')
    post({ kind: 'look', frames: await lookAtFrames(getTools().plan) })
  } else if (message.kind === 'places') {
    const { findLogoPlaces } = await import('../../look/find-logo-places.ts')
    post({ kind: 'places', places: await findLogoPlaces(message.plan, message.logos) })
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

/** One scene at a time: before the next chapter's, the last one's memory goes. */
async function closeTools(): Promise<void> {
  if (!tools) return
  tools.encoder.free()
  tools.scene.close()
  tools = undefined
  await collectGarbage()
}

function openTools({ plan, kept }: Extract<ToWorker, { kind: 'scene' }>, scene: Scene): DrawingTools {
  const source = { ...scene, ...(bitRateMbps && { bitRateMbps }) }
  return {
    plan,
    scene,
    encoder: createSegmentEncoder(source, spec.video, quality),
    meter: createPictureMeter(scene.size, spec.segmentSecs * scene.fps),
    ...(kept && { finder: openFinder(source, kept) }),
  }
}

function openFinder(
  source: DescribedSource,
  { machine, candidates, comparesPixels }: SegmentOffer,
): SegmentFinder {
  const settings = describeSettings(format, spec.video, specifyPictures(source, quality), machine)
  const compared = comparesPixels ? { ...source, describe: () => null } : source
  return createSegmentFinder(compared, candidates, settings)
}

type SegmentTask = Extract<ToWorker, { kind: 'segment' }>

async function makeSegment(
  { encoder, meter, finder }: DrawingTools,
  { index, range, mayFind }: SegmentTask,
): Promise<void> {
  const stretch = finder?.find(range, { mayFind })
  if (stretch?.key) {
    post({ kind: 'found', key: stretch.key })
    return
  }
  const frameCount = range.end - range.start
  const segment = await encoder.encodeInTurns(index, range, (planes, frameIndex) => {
    meter.read(planes)
    if (stretch) finder?.note(stretch, frameIndex - range.start, frameCount, planes)
    Atomics.add(framesDone, 0, 1)
  })
  const readings = meter.take()
  const memory = [segment, readings]
    .flatMap((part) => Object.values(part))
    .filter((value) => ArrayBuffer.isView(value))
  const identity = stretch && finder?.identify(stretch, frameCount)
  post(
    { kind: 'segment', segment, readings, ...(identity && { identity }) },
    memory.map((view) => view.buffer as ArrayBuffer),
  )
}

function post(message: FromWorker, transfer: ArrayBuffer[] = []): void {
  port.postMessage(message, transfer)
}
