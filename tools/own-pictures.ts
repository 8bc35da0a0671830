import { writeFile } from 'node:fs/promises'
import { type ContactSheetRow, pictures, rehearse } from '@songreel/render/authoring'
import { type LoadedTemplate, loadTemplates } from '@songreel/templates'
import { readFixture, toRehearsal } from '@songreel/templates/fixture'

// Draws docs/own-pictures.jpg, every template over what it takes besides the cover: `npm run own-pictures`.

const FILE = new URL('../docs/own-pictures.jpg', import.meta.url)
const SIZE = { width: 360, height: 640 }
const ROW_HEIGHT_PX = 360
const AT_SECS = 3

const templates = [...(await loadTemplates()).values()]
const rows: ContactSheetRow[] = []
for (const background of ['VIDEOS', 'ARTIST'] as const) {
  const cells: ContactSheetRow['cells'] = []
  for (const loaded of templates)
    if (loaded.template.backgrounds.includes(background)) cells.push(await show(loaded, background))
  rows.push({ heading: background, heightPx: ROW_HEIGHT_PX, cells })
}
await writeFile(FILE, await pictures.toJpeg(await pictures.join('Own pictures behind a look', rows)))

async function show({ template, url, folder }: LoadedTemplate, background: 'VIDEOS' | 'ARTIST') {
  const fixture = toRehearsal(await readFixture(folder))
  const scene = await rehearse({ ...fixture, templateUrl: url, size: SIZE, background })
  const frame = scene.drawRgb(Math.round(AT_SECS * scene.fps))
  scene.close()
  return { caption: template.contentId, frame }
}
