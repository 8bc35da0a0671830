import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, type TestContext } from 'node:test'
// @ts-expect-error s3rver has no types.
import S3rver from 's3rver'
import { examineStorage } from '../../testing/storage-conformance.ts'
import { openS3Storage } from './s3-storage.ts'

const folder = await mkdtemp(path.join(tmpdir(), 'songreel-s3-'))
const server = new S3rver({
  port: 0,
  address: '127.0.0.1',
  silent: true,
  directory: folder,
  configureBuckets: [{ name: 'songreel' }],
})
const { port } = await server.run()
after(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

examineStorage('S3 storage', async (_: TestContext) =>
  openS3Storage({
    bucket: 'songreel',
    endpoint: `http://127.0.0.1:${port}`,
    region: undefined,
    incomingFolder: path.join(folder, 'incoming'),
    credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
  }),
)
