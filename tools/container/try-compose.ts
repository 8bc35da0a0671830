import { copyFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { waitFor } from '@songreel/server/testing/wait-for.ts'
import { ROOT } from '../pack/pack-packages.ts'
import type { Engine } from './engine.ts'
import { orderVideo } from './order-video.ts'
import { waitUntilHealthy } from './try-image.ts'

const PROJECT = 'songreel-test'
const PORT = 14_400
const SECRETS = {
  POSTGRES_PASSWORD: 'a-password-for-the-test-of-the-image',
  SONGREEL_SECRET: 'a secret for the test of the image, long enough',
  SONGREEL_AUTH_TOKEN: 'a-token-for-the-test-of-the-image',
  // The only keys that s3rver knows.
  S3_ACCESS_KEY: 'S3RVER',
  S3_SECRET_KEY: 'S3RVER',
  SONGREEL_PUBLIC_URL: 'http://localhost:4400',
  SONGREEL_API_PORT: String(PORT),
}

/** compose.yaml as it stands, with stand-ins for the two images of others: API, two workers, PostgreSQL and S3. */
export async function tryCompose({ podman, compose }: Engine, folder: string): Promise<void> {
  // Beside copies, because .env and s3.json lie in the same folder.
  await copyFile(join(ROOT, 'ops/container/compose.yaml'), join(folder, 'compose.yaml'))
  await copyFile(join(ROOT, 'tools/container/stand-ins/compose.yaml'), join(folder, 'stand-ins.yaml'))
  await writeFile(join(folder, 's3.json'), '{}')
  const env = Object.entries(SECRETS).map(([name, value]) => `${name}=${value}\n`)
  await writeFile(join(folder, '.env'), env.join(''))
  const files = ['-f', join(folder, 'compose.yaml'), '-f', join(folder, 'stand-ins.yaml'), '-p', PROJECT]
  try {
    await compose([...files, 'up', '-d', '--no-build'], SECRETS)
    await waitUntilHealthy(podman, `${PROJECT}_api_1`)
    for (const worker of [1, 2]) await waitUntilHealthy(podman, `${PROJECT}_worker_${worker}`)
    const url = `http://127.0.0.1:${PORT}`
    const workers = await waitFor('both workers are alive', async () => {
      const { data } = await (await fetch(`${url}/readyz`)).json()
      return data?.checks.queue.workers === 2 && data.checks.queue.workers
    })
    console.log(`compose: API and ${workers} workers are healthy`)
    const { SONGREEL_AUTH_TOKEN: token, SONGREEL_PUBLIC_URL: publicUrl } = SECRETS
    const played = await orderVideo({ url, token, publicUrl }, folder)
    console.log(
      `compose: COMPLETED, ${played.width}x${played.height}, ${played.pictures} pictures, ${played.faults} faults`,
    )
    const stored = await podman('exec', `${PROJECT}_files_1`, 'find', '/data/songreel', '-type', 'f')
    console.log(
      `compose: ${stored.split('\n').filter((line) => line.includes('_object')).length} objects in the bucket`,
    )
    await endWorker(podman)
  } catch (error) {
    for (const name of ['api', 'worker', 'bucket', 'database', 'files'])
      console.error(
        `${name}: ${(await podman('logs', '--tail', '5', `${PROJECT}_${name}_1`).catch(String)).slice(-2000)}`,
      )
    throw error
  } finally {
    await compose([...files, 'down', '-v', '-t', '60'], SECRETS).catch(() => {})
  }
}

/** A worker that is to stop has its own grace, and ends with 0. */
async function endWorker(podman: Engine['podman']): Promise<void> {
  const name = `${PROJECT}_worker_2`
  await podman('stop', '--time', '330', name)
  const exit = await podman('inspect', name, '--format', '{{.State.ExitCode}}')
  if (exit !== '0') throw new Error(`a worker that was stopped ended with ${exit}`)
  console.log('compose: a worker stopped by SIGTERM, exit code 0')
}
