import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { loadTemplateFacts } from '@songreel/kit/core'
import { makeClickAlbum } from '../../testing/click-album.ts'
import { placeChapters } from '../album/place-chapters.ts'
import type { SegmentPool } from '../encode/segments/segment-pool.ts'
import type { LogoRoom } from '../look/find-logo-room.ts'
import type { RenderProgress } from '../plan/render-plan.ts'
import { openChapters, prepareChapter } from './prepare-chapter.ts'
import { createProgressReport } from './render-progress.ts'
import { renderVideo } from './render-video.ts'

const { folder, planOf, remove } = await makeClickAlbum()
after(remove)

function aRoom(corner: LogoRoom['corner'], cost: number): LogoRoom {
  return { corner, heightPx: 130, slide: 0, cost, tone: { mean: 0, dark: 0, light: 0 } }
}

/** The best place of the first song is taken in the second, and the third has none of the others. */
const ROOMS: Record<string, LogoRoom[]> = {
  'Süd 1': [aRoom('TOP_LEFT', 0), aRoom('BOTTOM_RIGHT', 1)],
  'Süd 2': [aRoom('BOTTOM_RIGHT', 0)],
  'Süd 3': [aRoom('TOP_RIGHT', 0)],
}

const logo = join(folder, 'logo.svg')
const path = '<path d="M0 0h40v20H0z" fill="#00ff00"/>'
await writeFile(logo, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 20">${path}</svg>`)
const own = planOf({})
const planWith = (brand: { logo?: string; logoDark?: string }) => ({
  ...own,
  brand: { name: 'Label' },
  files: { ...own.files, brand },
})
const plan = planWith({ logo })

test('the logo stands in one place in all chapters of an album, or is left out, whichever of them is asked first', async () => {
  const album = await placeChapters(plan)
  for (const [plan, order] of [
    [planWith({ logo }), [0, 1, 2]],
    [planWith({ logoDark: logo }), [2, 1, 0]],
  ] as const) {
    const looked: string[] = []
    const pool = {
      template: loadTemplateFacts(plan.template),
      findLogoPlaces: async ({ song }) => {
        looked.push(song.title)
        return { rooms: ROOMS[song.title]! }
      },
    } satisfies Pick<SegmentPool, 'template' | 'findLogoPlaces'>
    const report = createProgressReport(undefined)
    const tools = { pool: pool as unknown as SegmentPool, report, signal: undefined }
    const chapters = await openChapters(plan, album, tools)
    const found: string[] = []
    for (const index of order) {
      const { scene, brandWarnings } = await prepareChapter(plan, album, chapters, {
        index,
        shown: undefined,
      })
      found[index] = scene.brand?.logo?.corner ?? brandWarnings.map(({ code }) => code).join()
    }
    assert.deepEqual(found, ['BOTTOM_RIGHT', 'BOTTOM_RIGHT', 'BRAND_LOGO_LEFT_OUT'])
    assert.deepEqual(looked, ['Süd 1', 'Süd 2', 'Süd 3'], 'each is looked at once')
  }
})

test('chapter by chapter an album is looked at before the first frame, with a progress that never falls', async () => {
  const seen: RenderProgress[] = []
  await renderVideo({ ...plan, samplerSecs: 3 }, { onProgress: (progress) => seen.push(progress) })
  const looks = seen.flatMap(({ stage, looked }) =>
    looked ? [`${stage} ${looked.chapters} of ${looked.of}`] : [],
  )
  assert.deepEqual(
    [...new Set(looks)],
    [0, 1, 2, 3].map((chapters) => `ANALYSING ${chapters} of 3`),
  )
  const percents = seen.map(({ percent }) => percent)
  assert.deepEqual(
    percents,
    percents.toSorted((a, b) => a - b),
  )
})
