import { writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import path from 'node:path'
import { makeTestSong } from '@songreel/server/testing/test-song.ts'
import pg from 'pg'
import { MAY_FETCH_HERE, startSongHost } from '../service/song-host.ts'
import { type Stack, withStack } from '../service/stack.ts'
import { prepareSong } from '../service/videos.ts'
import { waitForBatch } from '../service/wait-for-batch.ts'

const SEGMENT_SECS = 4
/** A helper is asked for only where so many segments are left for it. */
const SEGMENTS_A_HELPER = 3
const GOAL = 1.7
const CORES = [8, 32, 128]

/** One long video, and how finely it is made. */
export type LongVideo = { secs: number; quality: string }

/** What one long video took, in seconds. */
export type LongFigures = LongVideo & {
  /** With one worker of one thread, and with two. */
  alone: number
  shared: number
  /** With every segment kept already: reading, sound, muxing and checks, which only one process does. */
  serial: number
  /** From the start of drawing to the first segment of the helper, without the time that it takes. */
  helperDelay: number
  /** Segments that the helper made. */
  helped: number
  isSame: boolean
  load: { before: number; after: number }
}

/** Makes one long video with one worker, with two, and from kept segments alone. */
export function measureOneVideo(video: LongVideo): Promise<LongFigures> {
  return withStack(MAY_FETCH_HERE, async (stack) => {
    const before = loadavg()[0] ?? 0
    const mediaId = await prepareLongSong(stack, video.secs)
    const order = createOrder(stack, mediaId, video)
    const alone = await order({ workers: 1, seed: 1 })
    const serial = await order({ workers: 1, seed: 1, isMadeBefore: true })
    const shared = await order({ workers: 2, seed: 1, isForgotten: true })
    const segmentSecs = (alone.secs - serial.secs) / (video.secs / SEGMENT_SECS)
    return {
      ...video,
      alone: alone.secs,
      shared: shared.secs,
      serial: serial.secs,
      helperDelay: Math.max(0, shared.firstHelpSecs - segmentSecs),
      helped: shared.helped,
      isSame: new Set([alone.sha256, serial.sha256, shared.sha256]).size === 1,
      load: { before, after: loadavg()[0] ?? 0 },
    }
  })
}

async function prepareLongSong(stack: Stack, secs: number): Promise<string> {
  const demo = await startSongHost(stack.folder)
  demo.stop()
  const song = path.join(stack.folder, 'long.wav')
  writeFileSync(song, makeTestSong(secs))
  const host = await startSongHost(stack.folder, { ...demo.files, song })
  const worker = await stack.startWorker(MAY_FETCH_HERE)
  const mediaId = await prepareSong(stack, host)
  await worker.stop()
  host.stop()
  return mediaId
}

type OrderOptions = { workers: number; seed: number; isMadeBefore?: boolean; isForgotten?: boolean }
type Made = { secs: number; sha256: string; helped: number; firstHelpSecs: number }

function createOrder(stack: Stack, mediaId: string, { secs, quality }: LongVideo) {
  const query = async <Row>(text: string, values: unknown[] = []): Promise<Row[]> => {
    const client = new pg.Client({ connectionString: stack.databaseUrl })
    await client.connect()
    try {
      return (await client.query(text, values)).rows
    } finally {
      await client.end()
    }
  }
  return async ({ workers, seed, isForgotten }: OrderOptions): Promise<Made> => {
    // So that it is not linked to the video of before.
    await query(`update outputs set work_key = work_key || '-'`)
    if (isForgotten) await query('delete from segments')
    const programs = await Promise.all(
      Array.from({ length: workers }, () =>
        stack.startWorker({ SONGREEL_CONCURRENCY: '1', SONGREEL_RENDER_THREADS: '1' }),
      ),
    )
    const videoSettings = {
      aspectRatio: '9x16',
      outputQuality: quality,
      audioStartEndSecs: { start: 0, end: secs },
    }
    const renders = [{ contentId: 'BASE_BASIC_UNIFIED', videoSettings }]
    const { batchId } = await stack.call('POST', '/v1/batches', {
      mediaId,
      serviceParams: { seed },
      renders,
    })
    await waitForBatch(stack, batchId)
    for (const program of programs) await program.stop()
    const [made] = await query<Made>(MADE, [batchId])
    return made as Made
  }
}

/** From the claim to the end; when the first helper's segment was kept, counted from the start of drawing. */
const MADE = `
  select extract(epoch from finished_at - started_at)::float8 as secs, sha256,
    coalesce((select sum(segments) from render_helpers where render_id = renders.render_id), 0)::float8 as helped,
    coalesce(extract(epoch from (
      select min(made_at) from segment_uses where work_key = outputs.work_key and position = segments_total - 1)
      - (select (chapter->>'at')::timestamptz from jsonb_array_elements(timeline) as chapter
         where chapter->>'status' = 'RENDERING' limit 1)), 0)::float8 as "firstHelpSecs"
  from renders join outputs using (output_id) where batch_id = $1`

/** Prints what was measured, and what follows from it for more cores. */
export function printOneVideo(figures: LongFigures): void {
  const { secs, quality, alone, shared, serial, helperDelay, helped, isSame, load } = figures
  const segments = secs / SEGMENT_SECS
  console.log(`one video of ${secs} s at ${quality}, 9x16, ${segments} segments; load ${load.before.toFixed(1)} to ${load.after.toFixed(1)}
one worker of one thread: ${alone.toFixed(1)} s
two workers of one thread: ${shared.toFixed(1)} s, ${helped} segments by the helper: ${(alone / shared).toFixed(2)} times as fast (goal: at least ${GOAL})
all segments kept (what only one process does): ${serial.toFixed(1)} s; a helper begins after ${helperDelay.toFixed(1)} s; the files are ${isSame ? 'the same' : 'NOT the same'}

Computed from these costs, not measured, for workers of one thread and SONGREEL_RENDER_HELPERS=256:
cores  helpers  seconds  times as fast`)
  for (const row of computeCores(figures))
    console.log(
      `${String(row.cores).padEnd(6)} ${String(row.helpers).padEnd(8)} ${row.secs.toFixed(1).padEnd(8)} ${(alone / row.secs).toFixed(1)}`,
    )
}

/**
 * What one process does, then the drawing by all: each helper loses its start, and at the end the leader waits for half a segment.
 * There are no more helpers than a third of the segments.
 */
export function computeCores({ secs, alone, serial, helperDelay }: LongFigures) {
  const segments = secs / SEGMENT_SECS
  const drawing = alone - serial
  return CORES.map((cores) => {
    const helpers = Math.min(cores - 1, Math.floor(segments / SEGMENTS_A_HELPER))
    const drawn = (drawing + helpers * helperDelay) / (helpers + 1)
    return { cores, helpers, secs: serial + drawn + drawing / segments / 2 }
  })
}
