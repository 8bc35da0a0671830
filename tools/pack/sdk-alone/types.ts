import { type Batch, isFinal, type RenderStatus, Songreel, ValidationError } from '@songreel/sdk'
import { unwrap } from '@songreel/sdk/webhooks'
import { webhookHandler } from '@songreel/sdk/webhooks/next'

// Checked by the test of the tarballs, with nothing but the SDK installed: its types stand alone, and are right.

const songreel = new Songreel({ token: 'srl_test_x' })

export async function makeVideo(mediaId: string): Promise<string | undefined> {
  const created = await songreel.batches.create({ mediaId, renders: [{ contentId: 'BASE_BASIC_UNIFIED' }] })
  const batch: Batch = await songreel.batches.waitForCompletion(created.batchId)
  const status: RenderStatus | undefined = batch.renders[0]?.status
  // A newer server may say something that this version does not know.
  if (status === 'ENCHANTING' || !isFinal(batch)) return undefined
  for await (const { name, isrc } of songreel.media.list({ q: 'drive', createdAfter: new Date() }))
    name.concat(isrc ?? '')
  return batch.renders[0]?.renderUrl ?? created.$meta.requestId
}

export const POST = webhookHandler(async (event) => {
  if (event.type === 'render.completed') event.data.renderUrl?.toUpperCase()
  if (event.type === 'batch.failed') event.data.counts.failed.toFixed()
})

export async function explain(body: string, headers: Headers): Promise<string | undefined> {
  try {
    return (await unwrap(body, headers)).type
  } catch (error) {
    return error instanceof ValidationError ? error.field('name') : undefined
  }
}

// @ts-expect-error: a render needs its template
void songreel.batches.create({ mediaId: 'med_1', renders: [{}] })
// @ts-expect-error: there is no such quality
void songreel.batches.create({ renders: [{ contentId: 'A', videoSettings: { outputQuality: 'GREAT' } }] })
