import { type Fault, repeat } from './faults.ts'
import type { WakeStatus } from './pause-worker.ts'
import type { PlantedBug } from './planted-bug.ts'
import { PLANTED_CONTENT_BUGS } from './planted-content-bugs.ts'
import { PLANTED_FILE_BUGS } from './planted-file-bugs.ts'
import { PLANTED_SEGMENT_BUGS } from './planted-segment-bugs.ts'

const killApiAt = (point: 'create-committed'): Fault => ({ kind: 'CRASH', victim: 'api', point })
const killWorkerAt = (point: Extract<Fault, { kind: 'CRASH' }>['point'], skip = 0): Fault => ({
  kind: 'CRASH',
  victim: 'worker',
  point,
  skip,
})
const pauseAt = (point: Extract<Fault, { kind: 'CRASH' }>['point'], wakeAt?: WakeStatus): Fault[] => [
  { kind: 'PAUSE', point, ...(wakeAt && { wakeAt }) },
  { kind: 'LULL' },
]

/** Work that is forgotten when the process dies. */
const late = (work: string) => `setTimeout(() => void ${work}.catch(() => {}), 1500)\n`

/** Every planted bug. */
export const PLANTED_BUGS: PlantedBug[] = [
  {
    name: 'events are written after the commit',
    edits: [
      {
        file: 'batches/finish-render.ts',
        find: 'await writeRenderEvent({ queue }, transaction, ended)\n',
        put: '\n',
      },
      {
        file: 'batches/finish-render.ts',
        find: 'if (batch.isClosed) await writeBatchEvent({ queue }, transaction, ended)\n',
        put: late(`db.transaction().execute(async (late) => {
          await writeRenderEvent({ queue }, late, ended)
          if (batch.isClosed) await writeBatchEvent({ queue }, late, ended)
        })`),
      },
    ],
    faults: [0, 1, 2, 0, 1].map((skip) => killWorkerAt('job-done', skip)),
  },
  {
    name: 'renders are counted in their batch without a row lock',
    edits: [
      {
        file: 'store/batches/batch-states.ts',
        find: '  const counter = COUNTER[status]\n',
        put: `  const counter = COUNTER[status]
  const seen = await transaction.selectFrom('batches').selectAll().where('batch_id', '=', batchId).executeTakeFirstOrThrow()
  await (await import('../../crash-point.ts')).crashPoint('batch-counted')\n`,
      },
      {
        file: 'store/batches/batch-states.ts',
        find: "[counter]: value(counter, '+', 1)",
        put: '[counter]: seen[counter] + 1',
      },
    ],
    faults: repeat(8, { kind: 'DELAY', point: 'batch-counted', delayMs: 1500 }),
    gapMs: [2000, 3000],
  },
  {
    name: 'the answer to an Idempotency-Key is stored later',
    edits: [
      {
        file: 'http/request/idempotency.ts',
        find: 'await storeResponse(transaction, scope, { ...head, body: JSON.stringify(remembered) })\n',
        put: late(
          'services.db.transaction().execute((late) => storeResponse(late, scope, { ...head, body: JSON.stringify(remembered) }))',
        ),
      },
    ],
    faults: repeat(4, killApiAt('create-committed')),
  },
  {
    name: 'two requests with one Idempotency-Key do not exclude each other',
    edits: [
      {
        file: 'http/request/idempotency.ts',
        find: 'if (!isLocked) throw',
        put: 'if (isLocked === undefined) throw',
      },
    ],
    faults: repeat(8, { kind: 'DELAY', point: 'batch-written', delayMs: 800 }),
    gapMs: [2000, 3000],
  },
  {
    name: 'a webhook is marked as delivered before it is sent',
    edits: [
      {
        file: 'webhooks/deliver-webhook.ts',
        find: "  await crashPoint('webhook-posting')\n",
        put: `  await services.db.updateTable('webhook_deliveries').set({ status: 'DELIVERED' }).where('delivery_id', '=', deliveryId).execute()
  await crashPoint('webhook-posting')\n`,
      },
    ],
    faults: repeat(2, killWorkerAt('webhook-posting')),
  },
  {
    name: 'a run ends its render without showing its fence',
    edits: [
      {
        file: 'store/renders/finish-run.ts',
        find: "if (run.fence !== undefined) update = update.where('fence', '=', run.fence)\n",
        put: '\n',
      },
    ],
    faults: repeat(3, ...pauseAt('files-stored', 'RENDERING')),
  },
  {
    name: 'a run writes its progress without showing its fence',
    edits: [
      {
        file: 'store/renders/enter-status.ts',
        find: `      ...(frames !== undefined && { frames }),
    })
    .where('org_id', '=', run.orgId)
    .where('render_id', '=', run.renderId)
    .where('fence', '=', run.fence)\n`,
        put: `      ...(frames !== undefined && { frames }),
    })
    .where('org_id', '=', run.orgId)
    .where('render_id', '=', run.renderId)\n`,
      },
    ],
    faults: repeat(3, ...pauseAt('files-gathered', 'RENDERING')),
  },
  {
    name: 'a run enters its next status without showing its fence',
    edits: [
      {
        file: 'store/renders/enter-status.ts',
        find: `    .set({ status, phase: null, timeline: addChapter(status) })
    .where('org_id', '=', run.orgId)
    .where('render_id', '=', run.renderId)
    .where('fence', '=', run.fence)\n`,
        put: `    .set({ status, phase: null, timeline: addChapter(status) })
    .where('org_id', '=', run.orgId)
    .where('render_id', '=', run.renderId)\n`,
      },
    ],
    // The status before is asked for too: it shows only while the run that took over is where the other one was.
    faults: repeat(
      3,
      { kind: 'DELAY', point: 'video-made', delayMs: 4000 },
      ...pauseAt('video-made', 'RENDERING'),
    ),
  },
  {
    name: 'tickets are drawn after the batch is committed',
    edits: [
      {
        file: 'batches/store-batch.ts',
        find: 'await enqueueRenders(services.queue, transaction, orgId, entries)\n',
        put: late(
          'services.db.transaction().execute((late) => enqueueRenders(services.queue, late, orgId, entries))',
        ),
      },
    ],
    faults: repeat(3, killApiAt('create-committed')),
  },
  {
    name: 'a render that goes back gets its ticket after the commit',
    edits: [
      {
        file: 'batches/return-render.ts',
        find: 'await enqueueRenders(queue, transaction, run.orgId, [entry])\n',
        put: late('db.transaction().execute((late) => enqueueRenders(queue, late, run.orgId, [entry]))'),
      },
    ],
    // Until its job is crossed off, the old ticket stands for the render.
    faults: repeat(4, { kind: 'RELAPSE', point: 'job-crossed-off' }),
  },
  {
    name: 'the file is stored after the row that names it',
    edits: [
      {
        file: 'jobs/publish-video.ts',
        find: 'const stored = await store(() => createReadStream(video.file), work.fileName)\n',
        put: `const content = await (await import('node:fs/promises')).readFile(video.file)
  const stored = { key: keys[0], bytes: content.length, sha256: (await import('node:crypto')).createHash('sha256').update(content).digest('hex') }\n`,
      },
      {
        file: 'jobs/publish-video.ts',
        find: "  const poster = await store(() => createReadStream(video.poster), 'poster.jpg')\n",
        put: '  const poster = { key: keys[1] }\n',
      },
      {
        file: 'jobs/publish-video.ts',
        find: "  await crashPoint('files-stored')\n  const outputId",
        put: '  const outputId',
      },
      {
        file: 'jobs/publish-video.ts',
        find: '  await inLastingTransaction(services.db, end, { pausesMs: PATIENT_PAUSES_MS, signal })\n',
        put: `  await inLastingTransaction(services.db, end, { pausesMs: PATIENT_PAUSES_MS, signal })
  await crashPoint('files-stored')
  await store(() => createReadStream(video.file), work.fileName)
  await store(() => createReadStream(video.poster), 'poster.jpg')\n`,
      },
    ],
    faults: repeat(2, killWorkerAt('files-stored')),
  },
  {
    name: "a lost worker's render is not taken up again",
    edits: [
      {
        file: 'store/renders/claim-run.ts',
        find: ".where('job_id', '=', jobId)",
        put: ".where('job_id', '=', 'nobody')",
      },
      // The watch that shows such a render as waiting again would make up for it.
      { file: 'jobs/start-worker.ts', find: 'watchForLost(services)\n', put: '() => {}\n' },
    ],
    faults: repeat(2, killWorkerAt('render-claimed')),
  },
  {
    name: 'the janitor forgets files without deleting them',
    edits: [
      { file: 'jobs/janitor.ts', find: 'if (!isNamed) await storage.delete(key)\n', put: 'void isNamed\n' },
    ],
    faults: repeat(2, killWorkerAt('files-stored')),
  },
  {
    name: 'files are noted after they are stored',
    edits: [
      {
        file: 'jobs/publish-video.ts',
        find: "  await reserveFiles(services, work.orgId, await measure(keys, video))\n  await crashPoint('files-noted')\n",
        put: '',
      },
      {
        file: 'jobs/publish-video.ts',
        find: "  await crashPoint('files-stored')\n",
        put: "  await crashPoint('files-stored')\n  await reserveFiles(services, work.orgId, await measure(keys, video))\n",
      },
    ],
    faults: repeat(2, killWorkerAt('files-stored')),
  },
  {
    name: 'the next try of a webhook is put in line after the commit',
    edits: [
      {
        file: 'webhooks/deliver-webhook.ts',
        find: 'await queue.enqueue(transaction, deliverWebhookJob, payload, when)\n',
        put: late('queue.enqueue(db, deliverWebhookJob, payload, when)'),
      },
    ],
    faults: [0, 1, 0, 1, 0, 1].map((skip) => killWorkerAt('job-crossed-off', skip)),
    refusedShare: 0.8,
  },
  {
    name: 'every attempt of a webhook has an id of its own',
    edits: [
      {
        file: 'webhooks/deliver-webhook.ts',
        find: "'webhook-id': work.eventId,",
        put: "'webhook-id': work.eventId + work.attempts.length,",
      },
    ],
    faults: repeat(2, killWorkerAt('webhook-posted')),
    refusedShare: 0.5,
  },
  ...PLANTED_FILE_BUGS,
  ...PLANTED_CONTENT_BUGS,
  ...PLANTED_SEGMENT_BUGS,
]
