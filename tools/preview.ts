import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { pictures } from '@songreel/render/authoring'
import { type LoadedTemplate, loadTemplates, nameFolder } from '@songreel/templates'
import { readFixture } from '@songreel/templates/fixture'
import { LIVELY, measureTemplate } from '@songreel/templates/measure'
import { drawContactSheet, drawMovingPreview, writePreview } from '@songreel/templates/preview'
import { describeGallery } from './describe-gallery.ts'

// npm run preview <id> [-- --docs | --measure]: shows a template in every shape, refreshes its preview.png and says how
// much of it moves; with --docs the sheet and a moving preview go into the pages as well, with --measure it is only
// measured. npm run preview -- --gallery writes only the moving previews, of all templates or of those that are named,
// and the page that shows them.

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..')
const GALLERY = join('docs', 'templates')
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { docs: { type: 'boolean' }, measure: { type: 'boolean' }, gallery: { type: 'boolean' } },
})
const [wanted = ''] = positionals
const templates = await loadTemplates()
const find = (name: string) => templates.get(name.toUpperCase().replaceAll('-', '_'))
const loaded = find(wanted)
if (values.gallery && (loaded || wanted === '')) {
  await writeGallery(
    wanted === '' ? [...templates.values()] : positionals.flatMap((name) => find(name) ?? []),
  )
} else if (loaded) {
  await printLife(loaded)
  if (!values.measure) await preview(loaded)
} else {
  const names = [...templates.keys()].map(nameFolder).join('\n  ')
  console.error(`${wanted ? `No template ${wanted}.` : 'Which template?'} There are:\n  ${names}`)
  process.exitCode = 64
}

async function preview(loaded: LoadedTemplate): Promise<void> {
  const startMs = performance.now()
  const name = nameFolder(loaded.template.contentId)
  const sheet = await drawContactSheet(loaded)
  const path = await save(join('build', 'previews', `${name}.png`), sheet)
  await writePreview(loaded)
  if (values.docs) {
    await save(join(GALLERY, `${name}.jpg`), await pictures.toJpeg(sheet))
    await writeGallery([loaded])
  }
  const secs = ((performance.now() - startMs) / 1000).toFixed(1)
  console.error(
    `${name} in every shape, over time, with difficult covers and texts (${secs} s); preview.png is new.`,
  )
  console.log(relative(process.cwd(), path))
}

/** The moving previews of these, and the page with all. */
async function writeGallery(chosen: readonly LoadedTemplate[]): Promise<void> {
  for (const each of chosen) {
    const name = `${nameFolder(each.template.contentId)}.webp`
    const moving = await drawMovingPreview(each)
    await save(join(GALLERY, name), moving)
    console.error(`${name}: ${Math.round(moving.length / 1000)} KB`)
  }
  await save(join(GALLERY, 'README.md'), Buffer.from(describeGallery(templates)))
}

async function printLife(loaded: LoadedTemplate): Promise<void> {
  const { energy } = loaded.template
  const { least, most } = LIVELY[energy]
  const fixture = await readFixture(loaded.folder)
  const { changedPixels, changedLuma } = await measureTemplate({ ...loaded, fixture })
  const percent = (share: number) => `${(share * 100).toFixed(share < 0.1 ? 2 : 1)} %`
  const isLively = changedPixels >= least && changedPixels <= most
  console.error(
    `From frame to frame ${percent(changedPixels)} of the pixels and ${percent(changedLuma)} of the luminance change: ` +
      `${isLively ? 'well' : 'not well'} for a template that is ${energy} (${percent(least)} to ${percent(most)} of the pixels).`,
  )
}

async function save(name: string, bytes: Buffer): Promise<string> {
  const path = join(ROOT, name)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, bytes)
  return path
}
