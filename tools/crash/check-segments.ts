import type { Batch, Render } from '@songreel/contract'
import { createCaller } from './caller.ts'
import { LONG, LYRICS } from './client.ts'
import type { FakeNetwork } from './fake-network.ts'
import { ADMIN_TOKEN, type Installation } from './start-stack.ts'
import { waitUntil } from './wait-until.ts'

const LIMIT_MS = 180_000

/** What the renders of a test had of kept segments, and of each other's workers. */
export type SegmentFigures = { kept: number; helped: number }

/** Segments belong to one organization: its rows name its own, and another that makes the same video makes all of it. */
export async function checkSegments(
  { query, url }: Pick<Installation, 'query' | 'url'>,
  network: FakeNetwork,
): Promise<{ findings: string[]; figures: SegmentFigures }> {
  const foreign = await query<{ segmentId: string; orgId: string }>(
    `select segment_id as "segmentId", uses.org_id as "orgId" from segment_uses as uses join segments using (segment_id)
     where uses.org_id <> segments.org_id`,
  )
  const findings = foreign.map(
    ({ segmentId, orgId }) => `segment ${segmentId} is in a video of ${orgId}, which has not made it`,
  )
  const [figures] = await query<SegmentFigures>(
    `select coalesce(sum(segments_kept), 0)::int as kept,
       (select coalesce(sum(segments), 0)::int from render_helpers) as helped from renders`,
  )
  findings.push(...(await makeAsStranger(url, network)))
  return { findings, figures: figures as SegmentFigures }
}

/** The same song, words and settings as the first organization's videos have. */
async function makeAsStranger(url: string, network: FakeNetwork): Promise<string[]> {
  const findings: string[] = []
  const note = (finding: string) => void findings.push(finding)
  const asOperator = createCaller(url, ADMIN_TOKEN, note)
  const created = await asOperator('POST', '/v1/organizations', { name: 'Brine Records' })
  const call = createCaller(url, created?.body.data?.authToken ?? '', note)
  const ordered = await call('POST', '/v1/batches', {
    artist: { name: 'Odalys Wren' },
    media: { name: 'Tin Lanterns', audioUrl: network.songUrl, lyricsText: LYRICS },
    serviceParams: { seed: 1 },
    renders: [{ contentId: 'SNIPPET_WAVEFORM_CARD', videoSettings: LONG }],
  })
  const { batchId, renders } = ordered?.body.data ?? {}
  const isFinal = async () => {
    const batch: Batch | undefined = (await call('GET', `/v1/batches/${batchId}`))?.body.data
    return Boolean(batch?.isFinal)
  }
  await waitUntil(isFinal, { limitMs: LIMIT_MS })
  const render: Render | undefined = (await call('GET', `/v1/renders/${renders?.[0]?.renderId}`))?.body.data
  if (render?.status !== 'COMPLETED')
    note(`another organization's render is ${render?.status}: ${JSON.stringify(render?.error)}`)
  else if (render.segments?.kept !== 0)
    note(`the first video of an organization has ${render.segments?.kept} segments that it has not made`)
  return findings
}
