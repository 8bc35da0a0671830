import type { Render } from '@songreel/contract'
import { STORE_KEYS } from '@songreel/server/testing/s3-store.ts'
import { waitFor } from '@songreel/server/testing/wait-for.ts'
import type { Story } from './recorder.ts'
import type { Song } from './story-of-records.ts'

const PATH = '/v1/destination-credentials'
/** AWS's own examples of keys: the real ones of the test's store must not stand in a page. */
const SHOWN = {
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
}

/** Keys of a bucket, a video that is sent there, and one that cannot be. */
export async function recordDestinations(story: Story, { mediaId }: Song): Promise<void> {
  const { recorder, store, api } = story
  const { record } = recorder
  const name = 'Videos of the label'
  await record({ method: 'POST', path: PATH, summary: 'Keys of a bucket', body: { name, ...SHOWN } })
  const { credentialsId } = (await api('POST', PATH, { name, ...STORE_KEYS })).body.data
  const bucket = { bucket: 'label-videos', prefix: 'releases/2026', endpoint: store.url }
  await record({
    method: 'POST',
    path: `${PATH}/${credentialsId}/test`,
    summary: 'The bucket can be written',
    body: bucket,
  })
  const destination = { type: 'S3', ...bucket, credentialsId }
  const renders = [
    {
      contentId: 'SNIPPET_WAVEFORM_CARD',
      videoSettings: {
        aspectRatio: '1x1',
        outputQuality: 'PREVIEW',
        audioStartEndSecs: { start: 0, end: 1 },
      },
    },
  ]
  const input = { mediaId, renders, serviceParams: { destination } }
  const { renderId } = (await api('POST', '/v1/batches', input)).body.data.renders[0]
  const render = `/v1/renders/${renderId}`
  await untilDelivered(story, render, 'DELIVERED')
  await record({ method: 'GET', path: render, name: 'delivered', summary: 'It was sent to its destination' })
  await record({ method: 'POST', path: `${render}/redeliver`, summary: 'It is sent again', body: {} })
  await untilDelivered(story, render, 'DELIVERED')
  // What is known to be hopeless is reported at once.
  const gone = (await api('POST', PATH, { name, ...STORE_KEYS })).body.data.credentialsId
  store.fault = () => ({ status: 500 })
  await api('POST', `${render}/redeliver`, { destination: { ...destination, credentialsId: gone } })
  await waitFor('an attempt', async () => (await readRender(story, render)).delivered?.error !== undefined)
  await api('DELETE', `${PATH}/${gone}`)
  store.fault = () => undefined
  await untilDelivered(story, render, 'FAILED')
  await record({ method: 'GET', path: `${PATH}?limit=1`, summary: 'The newest keys, with a hint of each' })
  await record({ method: 'DELETE', path: `${PATH}/${credentialsId}`, summary: 'They are deleted' })
}

async function readRender({ api }: Story, path: string): Promise<Render> {
  return (await api('GET', path)).body.data
}

function untilDelivered(story: Story, path: string, status: string): Promise<unknown> {
  return waitFor(
    `${path} is ${status}`,
    async () => (await readRender(story, path)).delivered?.status === status,
  )
}
