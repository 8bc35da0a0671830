import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { OUTPUT_FORMATS, type RenderedVideo } from '@songreel/render'
import { reserveFiles } from '../assets/storage-quota.ts'
import { withStorage } from '../assets/with-storage.ts'
import { finishRender } from '../batches/finish-render.ts'
import { crashPoint } from '../crash-point.ts'
import type { Services } from '../services.ts'
import type { MadeFrom } from '../store/batch-schema.ts'
import { newId } from '../store/new-id.ts'
import { insertOutput } from '../store/outputs.ts'
import { forgetPendingFiles } from '../store/pending-files.ts'
import type { ClaimedRun } from '../store/renders/claim-run.ts'
import { hasEnded } from '../store/renders/finish-run.ts'
import type { RenderWork } from '../store/renders/render-work.ts'
import { PATIENT_PAUSES_MS } from '../store/retry-transient.ts'
import type { NewFile } from '../store/stored-bytes.ts'
import { inLastingTransaction, type Tx } from '../store/transaction.ts'
import type { RunWatch } from './run-watch.ts'

/** A finished video, its owner, and its work key. */
export type Publication = {
  work: RenderWork
  workKey: string
  madeFrom: MadeFrom
  video: RenderedVideo
  watch: RunWatch
}

/** The files are there before the rows that name them; only the run that still counts can name them. */
export async function publishVideo(
  services: Services,
  run: ClaimedRun,
  { work, workKey, madeFrom, video, watch }: Publication,
): Promise<void> {
  const { storage, config } = services
  const { signal } = watch
  const folder = `renders/${work.orgId}/${work.renderId}/${run.fence}`
  const store = (open: () => Readable, name: string) =>
    withStorage(() => {
      const maxBytes = Number.MAX_SAFE_INTEGER
      return storage.putStream(open(), () => `${folder}/${name}`, { maxBytes, signal })
    }, signal)
  const captions = Object.entries(video.captions ?? {}).map(([kind, text]) => ({
    name: `captions.${kind}`,
    text,
  }))
  const names = [work.fileName, 'poster.jpg', ...captions.map(({ name }) => name)]
  const keys = names.map((name) => `${folder}/${name}`)
  await reserveFiles(services, work.orgId, await measure(keys, video))
  await crashPoint('files-noted')
  const stored = await store(() => createReadStream(video.file), work.fileName)
  await crashPoint('video-stored')
  const poster = await store(() => createReadStream(video.poster), 'poster.jpg')
  for (const { name, text } of captions) await store(() => Readable.from([Buffer.from(text)]), name)
  await crashPoint('files-stored')
  const outputId = newId('output')
  const { excerpt, frames, cpuSecs, segments } = video
  const made = { outputId, excerpt, frames, madeFrom, drawn: { cpuSecs, segments } }
  const outcome = { status: 'COMPLETED', ...made } as const
  const end = async (transaction: Tx, isRepeat: boolean) => {
    if (isRepeat && (await hasEnded(transaction, run, outcome))) return
    await insertOutput(transaction, {
      outputId,
      orgId: work.orgId,
      workKey,
      videoKey: stored.key,
      posterKey: poster.key,
      ...(video.captions && { srtKey: `${folder}/captions.srt`, vttKey: `${folder}/captions.vtt` }),
      contentType: OUTPUT_FORMATS[work.videoSettings.format].contentType,
      ...stored,
      durationSecs: video.durationSecs,
      width: work.width,
      height: work.height,
      frames,
      excerpt,
      ...(video.chapters && { chapters: video.chapters }),
      checks: video.checks,
      warnings: video.warnings.map((warning) => warning.message),
      retentionDays: config.retentionDays,
    })
    if (!(await finishRender(services, run, outcome, transaction))) watch.lose()
    if (!(await forgetPendingFiles(transaction, keys)))
      throw new Error('the files were swept before they were named')
  }
  // Wait for a database that restarts, rather than lose a finished video.
  await inLastingTransaction(services.db, end, { pausesMs: PATIENT_PAUSES_MS, signal })
}

/** Poster and captions go with their video and are not counted. */
async function measure([videoKey = '', ...others]: string[], { file }: RenderedVideo): Promise<NewFile[]> {
  const { size } = await stat(file)
  return [{ key: videoKey, bytes: size }, ...others.map((key) => ({ key, bytes: 0 }))]
}
