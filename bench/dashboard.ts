import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { openDb } from '@songreel/server/internal/store/db.ts'
import { addBatches } from '@songreel/server/testing/add-batches.ts'
import { pino } from 'pino'
import type { Page } from 'playwright-core'
import { launchChromium } from '../tools/browser/launch-chromium.ts'
import { type ListFigures, measureList } from './dashboard/measure-list.ts'
import { measurePages, type PageFigures } from './dashboard/measure-pages.ts'
import { measureStills, type StillFigures } from './dashboard/measure-stills.ts'
import { MAY_FETCH_HERE, startSongHost } from './service/song-host.ts'
import { type Stack, withStack } from './service/stack.ts'
import { prepareSong } from './service/videos.ts'

const BATCHES = 10_000

type Figures = { pages: PageFigures[]; stills: StillFigures[]; list: ListFigures }

/**
 * How soon the pages of the dashboard can be used, how soon a still follows a change, and how a long list scrolls.
 * `taskset -c 0 npm run bench dashboard` gives browser, service and PostgreSQL one core between them.
 */
export async function run(args: string[]): Promise<void> {
  const figures = await withStack({ ...MAY_FETCH_HERE, SONGREEL_ROLE: 'all' }, measure)
  console.log(args.includes('--json') ? JSON.stringify(figures) : describe(figures))
}

async function measure(stack: Stack): Promise<Figures> {
  const host = await startSongHost(stack.folder)
  const mediaId = await prepareSong(stack, host)
  await drawGallery(stack)
  const browser = await launchChromium()
  try {
    const token = stack.headers.authorization?.replace('Bearer ', '') ?? ''
    const signedIn = await signIn(await browser.newPage({ baseURL: stack.api.url }), token)
    const stage = { browser, options: { baseURL: stack.api.url, storageState: signedIn } }
    const pages = await measurePages(stage, await stack.call('GET', `/v1/media/${mediaId}`))
    const stills = await measureStills(stage, mediaId)
    await fillList(stack)
    return { pages, stills, list: await measureList(stage) }
  } finally {
    await browser.close()
    host.stop()
  }
}

/** The gallery's moving previews are drawn when somebody first sees them: once in the life of a server, and not by every page. */
async function drawGallery({ api, headers }: Stack): Promise<void> {
  const response = await fetch(`${api.url}/v1/contents`, { headers })
  const contents: { previewVideoUrl: string }[] = (await response.json()).data.items
  for (const { previewVideoUrl } of contents) await (await fetch(previewVideoUrl)).arrayBuffer()
}

type SignedIn = Awaited<ReturnType<ReturnType<Page['context']>['storageState']>>

async function signIn(page: Page, token: string): Promise<SignedIn> {
  await page.goto('/signin')
  await page.getByLabel('API token').fill(token)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL('/')
  const signedIn = await page.context().storageState()
  await page.close()
  return signedIn
}

/** Makes the list long: batches like the newest one. */
async function fillList({ databaseUrl, api, headers }: Stack): Promise<void> {
  const { kysely, close } = openDb({ databaseUrl, log: pino({ level: 'silent' }) })
  const response = await fetch(`${api.url}/v1/batches?limit=1`, { headers })
  const [newest] = (await response.json()).data.items
  await addBatches(kysely, newest.batchId, BATCHES)
  await close()
}

function describe({ pages, stills, list }: Figures): string {
  const ms = (value: number) => `${Math.round(value)}`.padStart(6)
  const [load = ''] = readFileSync('/proc/loadavg', 'utf8').split(' ')
  return [
    `${availableParallelism()} core(s), load ${load}`,
    '',
    'milliseconds after the first byte, nothing cached      shown   idle    CPU',
    ...pages.map(
      ({ name, shownMs, idleMs, cpuMs }) => `${name.padEnd(52)} ${ms(shownMs)} ${ms(idleMs)} ${ms(cpuMs)}`,
    ),
    '',
    'milliseconds from a change to its still in New batch  middle  worst',
    ...stills.map(({ name, middleMs, worstMs }) => `${name.padEnd(52)} ${ms(middleMs)} ${ms(worstMs)}`),
    '',
    `${BATCHES} batches: ${list.rows} rows scrolled through, longest frame ${Math.round(list.longestFrameMs)} ms, longest task ${describeTask(list.longestTaskMs)}; filtered in ${Math.round(list.filterMs)} ms`,
  ].join('\n')
}

/** The browser reports tasks from 50 ms on. */
function describeTask(ms: number): string {
  return ms === 0 ? 'under 50 ms' : `${Math.round(ms)} ms`
}
