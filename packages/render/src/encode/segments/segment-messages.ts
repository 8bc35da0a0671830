import type { TemplateAddress } from '@songreel/kit/core'
import type { SceneShare } from '@songreel/kit/drawing'
import type { TemplateFacts } from '@songreel/kit/input'
import type { FailureReport } from '../../failure-report.ts'
import type { OutputFormat } from '../../formats/catalogue.ts'
import type { KeptSegment } from '../../kept/segment-store.ts'
import type { SegmentOffer } from '../../kept/segment-supply.ts'
import type { LogoPlaces } from '../../look/find-logo-places.ts'
import type { FrameFacts } from '../../look/look-at-frames.ts'
import type { Quality } from '../../plan/render-plan.ts'
import type { ScenePlan } from '../../scene/build-scene.ts'
import type { BrandLogos } from '../../scene/scene-brand.ts'
import type { FrameRange } from '../frame-source.ts'
import type { PictureReadings } from '../picture-meter.ts'
import type { EncodedSegment } from './encoded-segment.ts'

/** What a thread gets when it starts, before the song is analysed. */
export type SegmentWorkerData = {
  template: TemplateAddress
  format: OutputFormat
  quality: Quality
  bitRateMbps?: number
  /** One number: frames drawn and encoded so far, by all threads. */
  framesDone: Int32Array<SharedArrayBuffer>
}

/** From the pool to a thread. `kept` is unset where no segments are kept, and then no frame is hashed. */
export type ToWorker =
  | { kind: 'scene'; plan: ScenePlan; share?: SceneShare; kept?: SegmentOffer }
  /** `mayFind`: the segment may be one of the kept ones. */
  | { kind: 'segment'; index: number; range: FrameRange; mayFind: boolean }
  /** Only says whether it is one of the kept ones. */
  | { kind: 'find'; range: FrameRange }
  | { kind: 'picture'; frameIndex: number }
  | { kind: 'detail'; frameIndex: number }
  | { kind: 'look' }
  /** Before any scene: where a logo may stand. */
  | { kind: 'places'; plan: ScenePlan; logos: BrandLogos }

/** From a thread to the pool. */
export type FromWorker =
  /** Its code is there, and the template if it loads, unasked; from now on it may be ended. */
  | { kind: 'loaded'; template: TemplateFacts | FailureReport }
  | { kind: 'ready'; share: SceneShare }
  | { kind: 'segment'; segment: EncodedSegment; readings: PictureReadings; identity?: KeptSegment }
  /** The stretch looks like this kept segment; nothing was encoded. */
  | { kind: 'found'; key: string }
  | { kind: 'missing' }
  | { kind: 'picture'; rgb: Uint8Array }
  | { kind: 'detail'; detail: number }
  | { kind: 'look'; frames: FrameFacts }
  | { kind: 'places'; places: LogoPlaces }
  | { kind: 'failed'; error: FailureReport }
