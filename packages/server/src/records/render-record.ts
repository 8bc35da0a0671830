import type { Render, RenderFile } from '@songreel/contract'
import { LYRICS_FORMATS } from '@songreel/kit/lyrics'
import type { RenderRow } from '../store/renders/render-rows.ts'
import { type LinkMaker, toBatchRender } from './batch-record.ts'

/** The render as GET /v1/renders/{renderId} returns it. */
export function toRenderRecord(row: RenderRow, queuePosition: number | null, links: LinkMaker): Render {
  const { batchId, phase, etaSecs, waitingFor, attempt, variation, requiredData, videoSettings } = row
  return {
    ...toBatchRender(row, links),
    batchId,
    phase,
    etaSecs,
    queuePosition,
    waitingFor,
    attempt,
    variation,
    requiredData,
    videoSettings,
    excerpt: row.excerpt && {
      start: row.excerpt.startSecs,
      end: row.excerpt.endSecs,
      ...(row.excerpt.reasons && { reasons: row.excerpt.reasons }),
    },
    ...(row.albumOrder && { album: { kind: row.albumOrder.kind, mediaIds: row.albumOrder.mediaIds } }),
    ...(row.chapters && { chapters: row.chapters }),
    files: listFiles(row, links),
    checks: row.checks,
    warnings: row.warnings ?? [],
    ...(row.segmentsTotal !== null && {
      segments: { total: row.segmentsTotal, kept: row.segmentsKept ?? 0 },
    }),
    ...(row.timeline && { timeline: listChapters(row) }),
    startedAt: row.startedAt,
    finishedAt: row.finishedAt,
  }
}

/** From the request on; the database writes moments more exactly than the API. */
function listChapters({ createdAt, timeline = [] }: RenderRow): Render['timeline'] {
  const entered = timeline.map(({ status, at }) => ({ status, at: new Date(at).toISOString() }))
  return [{ status: 'PENDING', at: createdAt }, ...entered]
}

const COMPANIONS = [
  { role: 'poster', kind: 'POSTER', contentType: 'image/jpeg' },
  { role: 'srt', kind: 'CAPTIONS', contentType: LYRICS_FORMATS.srt.contentType },
  { role: 'vtt', kind: 'CAPTIONS', contentType: LYRICS_FORMATS.vtt.contentType },
  { role: 'txt', kind: 'CHAPTERS', contentType: 'text/plain; charset=utf-8' },
] as const

function listFiles(row: RenderRow, links: LinkMaker): RenderFile[] {
  if (row.status !== 'COMPLETED' || row.outputId === null || row.outputDeletedAt !== null) return []
  const video: RenderFile = {
    kind: 'VIDEO',
    url: links.linkTo(row, 'video').url,
    contentType: row.contentType as string,
    bytes: row.bytes as number,
    sha256: row.sha256 as string,
    width: row.outputWidth as number,
    height: row.outputHeight as number,
  }
  const has = { poster: row.posterKey, srt: row.srtKey, vtt: row.vttKey, txt: row.chapters }
  const companions = COMPANIONS.filter(({ role }) => has[role] !== null)
  return [
    video,
    ...companions.map(({ role, kind, contentType }) => ({
      kind,
      url: links.linkTo(row, role).url,
      contentType,
    })),
  ]
}
