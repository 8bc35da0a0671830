import assert from 'node:assert/strict'
import { test } from 'node:test'
import { happen, mount } from '../../../testing/mount.ts'
import { serveApi } from '../../../testing/remote-api.ts'
import { NewCredentialsDialog } from './new-credentials-dialog.tsx'
import { TestBucketDialog } from './test-bucket-dialog.tsx'

const submit = (root: HTMLElement) =>
  happen(() =>
    root.querySelector('form')?.dispatchEvent(new Event('submit', { cancelable: true, bubbles: true })),
  )

test('keys are stored as they were typed, the secret one out of sight', async (t) => {
  const asked = serveApi(t, { 'POST /v1/destination-credentials': () => ({ data: {} }) })
  let made = 0
  const view = await mount(t, <NewCredentialsDialog onMade={() => made++} onClose={() => {}} />)
  await view.type('What they are for', ' Label bucket ')
  await view.type('Access key id', 'AKIAIOSFODNN7EXAMPLE')
  await view.type('Secret access key', 'wJalrXUtnFEMI/K7MDENG')
  assert.equal(view.box('Secret access key').type, 'password')
  await submit(view.root)
  assert.deepEqual(asked[0]?.body, {
    name: 'Label bucket',
    accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
    secretAccessKey: 'wJalrXUtnFEMI/K7MDENG',
  })
  assert.equal(made, 1)
})

const credentials = {
  credentialsId: 'dcr_1',
  name: 'Label bucket',
  type: 'S3',
  accessKeyHint: 'AKIA…MPLE',
  createdAt: '2026-11-14T09:30:00.123Z',
  lastUsedAt: null,
} as const

test('a test says what the store answered, and then what a batch needs', async (t) => {
  let isWritable = false
  const error = { code: 'DESTINATION_NOT_FOUND', message: 'There is no such bucket.', retryable: false }
  const asked = serveApi(t, {
    'POST /v1/destination-credentials/dcr_1/test': () => ({
      data: {
        isWritable,
        isDeleted: false,
        key: 'songreel-test.txt',
        tookMs: 5,
        ...(!isWritable && { error }),
      },
    }),
  })
  const view = await mount(t, <TestBucketDialog credentials={credentials} onClose={() => {}} />)
  await view.type('Bucket', 'label-videos')
  await view.type('Region', 'eu-central-1')
  await submit(view.root)
  assert.deepEqual(asked[0]?.body, { bucket: 'label-videos', region: 'eu-central-1' })
  assert.equal(view.root.querySelector('[role=alert]')?.textContent, 'There is no such bucket.')
  isWritable = true
  await submit(view.root)
  assert.match(
    view.root.querySelector('[role=status]')?.textContent ?? '',
    /songreel-test\.txt, could not be deleted/,
  )
  assert.match(view.root.textContent ?? '', /"credentialsId": "dcr_1"/)
})
