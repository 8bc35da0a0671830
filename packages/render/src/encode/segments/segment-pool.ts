import type { TemplateFacts } from '@songreel/kit/input'
import { chooseWrittenFps, OUTPUT_FORMATS } from '../../formats/catalogue.ts'
import type { SegmentSupply } from '../../kept/segment-supply.ts'
import type { LogoPlaces } from '../../look/find-logo-places.ts'
import type { FrameFacts } from '../../look/look-at-frames.ts'
import { wearLogo } from '../../look/wear-logo.ts'
import type { RenderPlan } from '../../plan/render-plan.ts'
import type { ScenePlan } from '../../scene/build-scene.ts'
import type { BrandLogos, DressScene } from '../../scene/scene-brand.ts'
import { type FrameRange, planSegments } from '../frame-source.ts'
import { countKept, type DrawingCrew, drawForOthers, drawSegments } from './draw-segments.ts'
import type { DrawnSegment } from './encoded-segment.ts'
import type { SegmentWorkerData } from './segment-messages.ts'
import { createWorkerHandle, refuse } from './worker-handle.ts'

/** The threads that draw and encode. */
export type SegmentPool = {
  /** Gives every thread the scene and starts on the segments; they come back in their order. `firstIndex`: how many came before this scene. */
  draw(plan: ScenePlan, segments: FrameRange[], firstIndex?: number): AsyncGenerator<DrawnSegment>
  /** Gives every thread the scene and draws what `next` asks for into the store; returns how many that were. */
  drawForOthers(
    plan: ScenePlan,
    segments: FrameRange[],
    next: () => Promise<number | undefined>,
  ): Promise<number>
  /** How many segments are in the store already. */
  countKept(plan: ScenePlan, segments: FrameRange[]): Promise<number>
  /** Where segments are found and left, if anywhere. */
  readonly supply: SegmentSupply | undefined
  /** Has this finished, too, before the work is done. */
  keepAlong(keeping: Promise<void>): void
  /** Waits until all that was drawn is in the store. */
  finishKeeping(): Promise<void>
  /** What the template says about itself, as soon as a thread has loaded it. */
  template: Promise<TemplateFacts>
  /** Lists where a brand's logo may stand, the best place first. */
  findLogoPlaces(plan: ScenePlan, logos: BrandLogos): Promise<LogoPlaces>
  /** Finds a place for a brand's logo. */
  dress: DressScene
  /** Looks at the type of a few frames, when all are drawn. */
  lookAtFrames(): Promise<FrameFacts>
  /** One frame once more, as red, green and blue. */
  drawPicture(frameIndex: number): Promise<Uint8Array>
  /** How much there is to see in one frame. */
  measureDetail(frameIndex: number): Promise<number>
  framesDone(): number
  close(): Promise<void>
}

/** Starts the threads at once: loading their code takes as long as analysing a minute of sound. */
export function createSegmentPool(plan: RenderPlan, supply?: SegmentSupply): SegmentPool {
  const framesDone = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  const data: SegmentWorkerData = {
    template: plan.template,
    format: plan.format,
    quality: plan.quality,
    ...(plan.bitRateMbps && { bitRateMbps: plan.bitRateMbps }),
    framesDone,
  }
  const start = () => createWorkerHandle(data, plan.template)
  const first = start()
  const others = Array.from({ length: Math.max(0, countThreads(plan) - 1) }, start)
  // While one thread looks at frames, another draws the poster, where there are two.
  const last = others.at(-1) ?? first

  const crew: DrawingCrew = {
    workers: [first, ...others],
    supply: OUTPUT_FORMATS[plan.format].keepsSegments ? supply : undefined,
    noteFrames: (count) => Atomics.add(framesDone, 0, count),
    keeping: new Set(),
  }

  const findLogoPlaces: SegmentPool['findLogoPlaces'] = async (scenePlan, logos) => {
    const response = await first.ask({ kind: 'places', plan: scenePlan, logos })
    return response.kind === 'places' ? response.places : refuse(response)
  }

  return {
    draw: (scenePlan, segments, firstIndex = 0) => drawSegments(crew, scenePlan, { segments, firstIndex }),
    drawForOthers: (scenePlan, segments, next) => drawForOthers(crew, scenePlan, segments, next),
    countKept: (scenePlan, segments) => countKept(crew, scenePlan, segments),
    supply: crew.supply,
    keepAlong: (keeping) => void crew.keeping.add(keeping),
    finishKeeping: async () => void (await Promise.all(crew.keeping)),
    template: first.template,
    findLogoPlaces,
    async dress(scenePlan, logos) {
      const { rooms, own } = await findLogoPlaces(scenePlan, logos)
      return wearLogo(scenePlan, logos, { room: rooms[0], own })
    },
    async lookAtFrames() {
      const response = await first.ask({ kind: 'look' })
      return response.kind === 'look' ? response.frames : refuse(response)
    },
    async drawPicture(frameIndex) {
      const response = await last.ask({ kind: 'picture', frameIndex })
      return response.kind === 'picture' ? response.rgb : refuse(response)
    },
    async measureDetail(frameIndex) {
      const response = await last.ask({ kind: 'detail', frameIndex })
      return response.kind === 'detail' ? response.detail : refuse(response)
    },
    framesDone: () => Atomics.load(framesDone, 0),
    close: async () => {
      await Promise.all([first, ...others].map((worker) => worker.close()))
    },
  }
}

/** Threads are slow to load, so never start more than there are segments (if their number is known yet). */
function countThreads({ threads, excerpt, clip, fps, format }: RenderPlan): number {
  const wholeSecs = excerpt ? excerpt.endSecs - excerpt.startSecs : Number.POSITIVE_INFINITY
  const secs = Math.min(wholeSecs, clip?.secs ?? Number.POSITIVE_INFINITY)
  if (!Number.isFinite(secs)) return threads
  const writtenFps = chooseWrittenFps(format, fps)
  const framesPerSegment = OUTPUT_FORMATS[format].segmentSecs * writtenFps
  return Math.min(threads, planSegments(Math.round(secs * writtenFps), framesPerSegment).length)
}
