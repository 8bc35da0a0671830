import { startAssetServer } from '@songreel/server/testing/asset-server.ts'
import { startService } from '@songreel/server/testing/start-service.ts'
import { SHOWN_URL } from './camera.ts'
import { fillService } from './fill-service.ts'
import { takePictures } from './take-pictures.ts'

// Takes the pictures in docs/dashboard: `npm run screenshots`, or `npm run screenshots -- overview song` for some of them.

const cleanups: (() => Promise<unknown>)[] = []
const t = { after: (clean: () => Promise<unknown>) => void cleanups.unshift(clean) }

try {
  const hosts = await startAssetServer(t)
  const config = {
    allowPrivateHosts: ['127.0.0.1'],
    publicUrl: SHOWN_URL,
    concurrency: 1,
    renderThreads: 1,
  }
  const service = await startService(t, { hasWorker: true, config })
  console.log('Filling a service: a few minutes.')
  const scene = await fillService(service, hosts)
  await takePictures(service, scene, process.argv.slice(2))
} finally {
  for (const clean of cleanups) await clean()
}
