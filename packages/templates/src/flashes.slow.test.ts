import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { makeDemo, parseTemplateData, planVideo, resolveSettings } from '@songreel/render'
import { rehearseFiles } from '@songreel/render/authoring'
import { loadTemplates } from './load-templates.ts'

// The examination pounds for three seconds in small frames. These two passed it, and flashed four times a second as the demo's video, at its own size.
const TEMPLATES = ['BASE_BASIC_UNIFIED', 'VISUAL_COVER_BOX']
const SAFE_FLASHES = 3

let folder = ''
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'songreel-flashes-'))
})
after(() => rm(folder, { recursive: true }))

for (const contentId of TEMPLATES)
  test(`${contentId} does not flash as the demo's video`, async () => {
    const { song, cover } = await makeDemo(folder)
    const { template, url } = (await loadTemplates()).get(contentId)!
    const plan = await planVideo(
      {
        template: { contentId, url },
        settings: resolveSettings(template, { aspectRatio: '9x16', outputQuality: 'FULL' }),
        data: parseTemplateData(template, {}),
        song: { title: 'Infinite Sea', artist: 'Aury Delacroix', album: '' },
        files: { audio: song, cover, clips: [] },
        variation: 1,
        seed: 1,
        watermark: false,
      },
      { folder, outFile: '', threads: 1, cacheFolder: join(folder, 'analysis') },
    )
    const scene = await rehearseFiles(plan)
    const flashes = scene.countFlashes()
    scene.close()
    assert.ok(flashes <= SAFE_FLASHES, `${flashes} flashes a second`)
  })
