import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { VERSION } from '../version.ts'
import { addProcessFacts } from './process-facts.ts'

/** Buckets from a cache hit to a slow write; above that only the count matters. */
const REQUEST_SECS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]
/** Buckets from linking an existing output to the longest video. */
const RENDER_SECS = [0.5, 1, 2.5, 5, 10, 20, 40, 60, 120, 300, 600, 1800]
const STAGE_SECS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1800]
const WEBHOOK_SECS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15]

/** The stages of a render. A frame is encoded while the next is drawn, so both are one stage. */
export type Stage = 'collect' | 'read' | 'analyse' | 'draw' | 'check' | 'store'

/** How a render ended here. */
export type RenderEnd = {
  status: 'COMPLETED' | 'FAILED' | 'CANCELED'
  /** The contentId; there are as many as templates installed, because organizations' own looks count together. */
  template: string
  /** Why it failed. */
  code?: string
  /** From the claim to the end, where a worker made it. */
  tookSecs?: number
  /** What was drawn; none where the file was there already. */
  frames?: number
}

/** Why a render went back to the queue. */
export type ReturnCause = 'error' | 'disk' | 'stop' | 'lost'

/** What came of one attempt to deliver a webhook. */
export type WebhookAttempt = '2xx' | '3xx' | '4xx' | '5xx' | 'failed'

/** What this process counts and measures. No label ever holds an id, an address or anything else of a client. */
export type Metrics = {
  registry: Registry
  /** Something to be asked before every reading. */
  addSource(refresh: () => Promise<void>): void
  /** All figures in the text format of Prometheus. */
  read(): Promise<string>
  noteRequest(labels: { route: string; method: string; status: number }, tookSecs: number): void
  noteStage(stage: Stage, tookSecs: number): void
  noteRenderEnd(end: RenderEnd): void
  noteRenderReturn(cause: ReturnCause): void
  /** The segments of a finished video: taken from those that were kept, and drawn. */
  noteSegments(counts: { kept: number; made: number }): void
  noteWebhookAttempt(result: WebhookAttempt, tookSecs: number): void
  noteDeliveryEnd(result: 'delivered' | 'failed'): void
  noteVideoDelivery(result: 'delivered' | 'failed'): void
}

/** Makes the figures of one process; what the database knows is added by `addWorkFacts`. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  addBuildFact(registry)
  addProcessFacts(registry)
  const sources: (() => Promise<void>)[] = []
  return {
    registry,
    addSource: (refresh) => void sources.push(refresh),
    async read() {
      await Promise.all(sources.map((refresh) => refresh()))
      return registry.metrics()
    },
    ...createRequestNotes(registry),
    ...createRenderNotes(registry),
    ...createSegmentNotes(registry),
    ...createWebhookNotes(registry),
  }
}

function addBuildFact(registry: Registry): void {
  new Gauge({
    name: 'songreel_build_info',
    help: 'The running version.',
    labelNames: ['version', 'node'],
    registers: [registry],
  }).set({ version: VERSION, node: process.versions.node }, 1)
}

function createRequestNotes(registry: Registry): Pick<Metrics, 'noteRequest'> {
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'How long responses took, by route.',
    labelNames: ['route', 'method', 'status'],
    buckets: REQUEST_SECS,
    registers: [registry],
  })
  return { noteRequest: (labels, tookSecs) => durations.observe(labels, tookSecs) }
}

function createRenderNotes(
  registry: Registry,
): Pick<Metrics, 'noteStage' | 'noteRenderEnd' | 'noteRenderReturn'> {
  const registers = [registry]
  const ends = new Counter({
    name: 'songreel_renders_finished_total',
    help: 'Renders that ended in this process, by how and by template.',
    labelNames: ['status', 'template'],
    registers,
  })
  const failures = new Counter({
    name: 'songreel_render_failures_total',
    help: 'Renders that failed in this process, by error code.',
    labelNames: ['code'],
    registers,
  })
  const returns = new Counter({
    name: 'songreel_renders_returned_total',
    help: 'Renders that went back to the queue, by cause: error, disk (no room), stop (of the worker), lost (its worker).',
    labelNames: ['cause'],
    registers,
  })
  const durations = new Histogram({
    name: 'songreel_render_duration_seconds',
    help: 'From the claim of a render by a worker to its completion, by template.',
    labelNames: ['template'],
    buckets: RENDER_SECS,
    registers,
  })
  const stages = new Histogram({
    name: 'songreel_render_stage_duration_seconds',
    help: 'How long the stages of renders took. Frames are encoded while others are drawn: draw is both.',
    labelNames: ['stage'],
    buckets: STAGE_SECS,
    registers,
  })
  const frames = new Counter({
    name: 'songreel_render_frames_total',
    help: 'Frames drawn and encoded, by template.',
    labelNames: ['template'],
    registers,
  })
  return {
    noteStage: (stage, tookSecs) => stages.observe({ stage }, tookSecs),
    noteRenderReturn: (cause) => returns.inc({ cause }),
    noteRenderEnd({ status, template: contentId, code, tookSecs, frames: drawn }) {
      const template = contentId.startsWith('OWN_') ? 'OWN' : contentId
      ends.inc({ status, template })
      if (code !== undefined) failures.inc({ code })
      if (status === 'COMPLETED' && tookSecs !== undefined) durations.observe({ template }, tookSecs)
      if (drawn !== undefined) frames.inc({ template }, drawn)
    },
  }
}

function createSegmentNotes(registry: Registry): Pick<Metrics, 'noteSegments'> {
  const segments = new Counter({
    name: 'songreel_render_segments_total',
    help: 'Segments of finished videos: kept (taken from an earlier video or run) or made.',
    labelNames: ['result'],
    registers: [registry],
  })
  return {
    noteSegments({ kept, made }) {
      segments.inc({ result: 'kept' }, kept)
      segments.inc({ result: 'made' }, made)
    },
  }
}

function createWebhookNotes(
  registry: Registry,
): Pick<Metrics, 'noteWebhookAttempt' | 'noteDeliveryEnd' | 'noteVideoDelivery'> {
  const registers = [registry]
  const attempts = new Histogram({
    name: 'songreel_webhook_attempt_duration_seconds',
    help: 'How long attempts to deliver webhooks took, by what came back; failed: no response.',
    labelNames: ['result'],
    buckets: WEBHOOK_SECS,
    registers,
  })
  const ends = new Counter({
    name: 'songreel_webhook_deliveries_total',
    help: 'Webhook deliveries that ended here: delivered, or failed for good.',
    labelNames: ['result'],
    registers,
  })
  const videos = new Counter({
    name: 'songreel_video_deliveries_total',
    help: 'Deliveries of videos to buckets that ended here: delivered, or failed for good.',
    labelNames: ['result'],
    registers,
  })
  return {
    noteVideoDelivery: (result) => videos.inc({ result }),
    noteWebhookAttempt: (result, tookSecs) => attempts.observe({ result }, tookSecs),
    noteDeliveryEnd: (result) => ends.inc({ result }),
  }
}
