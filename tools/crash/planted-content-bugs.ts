import type { CrashPoint } from '@songreel/server/internal/crash-point.ts'
import { type Fault, repeat } from './faults.ts'
import type { PlantedBug } from './planted-bug.ts'

const killWorkerAt = (point: CrashPoint): Fault => ({ kind: 'CRASH', victim: 'worker', point })
const slowAt = (point: CrashPoint, delayMs = 900): Fault => ({ kind: 'DELAY', point, delayMs })

/** A little of everything that makes renders go on elsewhere; these bugs need time rather than faults. */
const SOME_KILLS: Fault[] = repeat(
  2,
  killWorkerAt('files-gathered'),
  { kind: 'KILL', victim: 'worker' },
  killWorkerAt('files-stored'),
)

/** All states are right, and what is in the files or in the reports is not. */
export const PLANTED_CONTENT_BUGS: PlantedBug[] = [
  {
    name: 'a batch event leaves out renders that were run again',
    edits: [
      {
        file: 'webhooks/write-event.ts',
        find: 'const renders = await listRendersOfBatches(transaction, orgId, [batchId])\n',
        put: `const renders = (await listRendersOfBatches(transaction, orgId, [batchId])).filter(({ attempt }) => attempt === 1)\n`,
      },
    ],
    faults: SOME_KILLS,
  },
  {
    name: 'the work key leaves out the seed',
    edits: [
      {
        file: 'jobs/render-video.ts',
        find: 'deriveWorkKey(plan, {',
        put: 'deriveWorkKey({ ...plan, seed: 0 }, {',
      },
    ],
    faults: SOME_KILLS,
  },
  {
    name: 'a READY asset is overwritten',
    edits: [
      {
        file: 'store/assets.ts',
        find: `lyrics = $lyrics, font = $font, animation = $animation, error = null
   where org_id = $orgId and asset_id = $assetId and status = 'PENDING'`,
        put: `lyrics = $lyrics, font = $font, animation = $animation, error = null
   where org_id = $orgId and asset_id = $assetId`,
      },
    ],
    faults: repeat(5, { kind: 'PAUSE', point: 'asset-noted' }, { kind: 'LULL' }),
  },
  {
    name: 'linking and deleting do not exclude each other',
    edits: [
      {
        file: 'jobs/link-identical.ts',
        find: 'if (!(await holdOutput(transaction, { orgId: work.orgId, outputId }, services.config.retentionDays)))\n',
        put: `const hold = (early: Tx) => holdOutput(early, { orgId: work.orgId, outputId }, services.config.retentionDays)
    if (!(await services.db.transaction().execute(hold)))\n`,
      },
      {
        file: 'store/outputs.ts',
        // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the text of the source.
        find: 'await sql`select from outputs where org_id = ${orgId} and output_id = ${outputId} for update`.execute(\n    transaction,\n  )\n',
        put: '\n',
      },
    ],
    // A file that is linked right now is deleted: with a lock the deletion waits.
    faults: repeat(60, slowAt('output-held', 2500)),
    gapMs: [500, 900],
  },
  {
    name: 'deleting a file leaves those without it that are linked to it',
    edits: [
      {
        file: 'store/outputs.ts',
        // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the text of the source.
        find: '\n      and not exists (select 1 from renders where output_id = ${outputId} and files_deleted_at is null)\n',
        put: '\n',
      },
    ],
    faults: SOME_KILLS,
  },
  {
    name: 'files are marked as deleted whatever their render is doing',
    edits: [
      {
        file: 'store/renders/render-rows.ts',
        find: "    .where('status', 'in', FINAL_RENDER_STATUSES)\n",
        put: '\n',
      },
    ],
    faults: SOME_KILLS,
  },
  {
    name: 'a render that is run again has another seed',
    edits: [
      {
        file: 'jobs/render-video.ts',
        find: 'const work = await getRenderWork(db, run.orgId, run.renderId)\n',
        put: `const work = await getRenderWork(db, run.orgId, run.renderId)
  work.seed = Number(work.seed) + run.attempt - 1\n`,
      },
    ],
    faults: SOME_KILLS,
  },
  {
    name: 'captions are served under the other kind',
    edits: [
      {
        file: 'jobs/publish-video.ts',
        // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the text of the source.
        find: 'srtKey: `${folder}/captions.srt`, vttKey: `${folder}/captions.vtt`',
        // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the text of the source.
        put: 'srtKey: `${folder}/captions.vtt`, vttKey: `${folder}/captions.srt`',
      },
    ],
    faults: SOME_KILLS,
  },
  {
    name: 'a video has the poster of the one before',
    edits: [
      {
        file: 'jobs/publish-video.ts',
        find: "  const poster = await store(() => createReadStream(video.poster), 'poster.jpg')\n",
        put: `  const shared = globalThis as { lastPoster?: Buffer }
  const own = await (await import('node:fs/promises')).readFile(video.poster)
  const poster = await store(() => Readable.from([shared.lastPoster ?? own]), 'poster.jpg')
  shared.lastPoster = own\n`,
      },
    ],
    faults: SOME_KILLS,
  },
  {
    name: 'an event of a render tells how it was before its end',
    edits: [
      {
        file: 'webhooks/write-event.ts',
        find: "('render', render.status),\n    data: toRenderRecord(render, null, OPEN_LINKS),\n",
        put: "('render', render.status),\n    data: toRenderRecord({ ...render, progress: 99, finishedAt: null }, null, OPEN_LINKS),\n",
      },
    ],
    faults: SOME_KILLS,
  },
  {
    name: 'a batch event counts without the last render',
    edits: [
      {
        file: 'webhooks/write-event.ts',
        find: 'data: toBatchRecord(batch, renders, OPEN_LINKS),\n',
        put: 'data: toBatchRecord({ ...batch, completed: Math.max(0, batch.completed - 1) }, renders, OPEN_LINKS),\n',
      },
    ],
    faults: SOME_KILLS,
  },
  {
    name: 'every attempt of a webhook has a body of its own',
    edits: [
      {
        file: 'webhooks/event-body.ts',
        find: 'timestamp: createdAt,',
        put: 'timestamp: new Date().toISOString(),',
      },
    ],
    faults: SOME_KILLS,
    refusedShare: 0.5,
  },
  {
    name: 'the sweep goes by when a file was made',
    edits: [
      {
        file: 'store/outputs.ts',
        find: 'select output_id from outputs where expires_at < now() and deleted_at is null\n',
        put: "select output_id from outputs where created_at < now() - interval '30 days' and deleted_at is null\n",
      },
    ],
    faults: SOME_KILLS,
  },
  {
    name: 'an archive leaves out linked videos',
    edits: [
      {
        file: 'http/response/send-archive.ts',
        find: 'render.videoKey !== null && render.outputDeletedAt === null',
        put: 'render.videoKey?.includes(render.renderId) && render.outputDeletedAt === null',
      },
    ],
    faults: SOME_KILLS,
  },
  {
    name: 'a file that is stored again is written after its old bytes',
    edits: [
      {
        file: 'assets/local-storage.ts',
        find: '  await rename(temporary, file)\n',
        put: `  const { appendFile, readFile } = await import('node:fs/promises')
  if (await stat(file).catch(() => undefined)) await appendFile(file, await readFile(temporary))
  else await rename(temporary, file)
  await rm(temporary, { force: true })\n`,
      },
    ],
    faults: SOME_KILLS,
  },
]
