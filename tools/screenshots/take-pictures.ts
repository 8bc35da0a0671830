import { fileURLToPath } from 'node:url'
import { signIn } from '@songreel/dashboard/testing/sign-in.ts'
import type { TestService } from '@songreel/server/testing/start-service.ts'
import type { Browser } from 'playwright-core'
import { DEVICES, openCamera, openDevice, photograph, SHOWN_URL } from './camera.ts'
import { type Scene, startBatch } from './fill-service.ts'
import { SHOTS, type Shot } from './shots.ts'

const FOLDER = fileURLToPath(new URL('../../docs/dashboard', import.meta.url))
const PATIENCE_MS = 120_000

type Service = Pick<TestService, 'url' | 'api' | 'client'>

/** Photographs the pages of these names, or all of them, on every device. */
export async function takePictures(service: Service, scene: Scene, names: string[]): Promise<void> {
  const shots = SHOTS.filter(({ name }) => names.length === 0 || names.includes(name))
  const browser = await openCamera(service.url)
  try {
    for (const [index, width] of [...DEVICES.keys()].entries())
      await walk(browser, { width, shots, launch: scene.launches[3 * index] ?? '' }, service, scene)
  } finally {
    await browser.close()
  }
}

async function walk(
  browser: Browser,
  { width, shots, launch }: { width: number; shots: Shot[]; launch: string },
  { api, client }: Service,
  scene: Scene,
): Promise<void> {
  const context = await openDevice(browser, DEVICES.get(width) ?? {})
  const page = await context.newPage()
  page.setDefaultTimeout(PATIENCE_MS)
  const isFor = (wanted: Shot['state']) => shots.filter(({ state }) => state === wanted)
  const take = async ({ name, open }: Shot, batchId: string) => {
    await open(page, { ...scene, batchId })
    await photograph(page, `${FOLDER}/${name}-${width}`)
    console.log(`${name}-${width}`)
  }
  for (const shot of isFor('signed out')) await take(shot, '')
  await signIn({ url: SHOWN_URL, api }, context)
  for (const shot of isFor(undefined)) await take(shot, '')
  if (isFor('rendering').length > 0) {
    const batchId = await startBatch(client, launch, scene.webhookUrl)
    for (const shot of isFor('rendering')) await take(shot, batchId)
    await client.batches.cancel(batchId)
  }
  await context.close()
}
