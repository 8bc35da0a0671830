import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { pictures } from '@songreel/render/rehearsal'
import { type LoadedTemplate, loadTemplates, nameFolder } from '@songreel/templates'
import { drawContactSheet, writePreview } from '@songreel/templates/preview'

// npm run preview <id> [-- --docs]: shows a template in every shape and refreshes its preview.png; with --docs the sheet
// goes into the pages as well.

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..')
const { positionals, values } = parseArgs({ allowPositionals: true, options: { docs: { type: 'boolean' } } })
const [wanted = ''] = positionals
const templates = await loadTemplates()
const loaded = templates.get(wanted.toUpperCase().replaceAll('-', '_'))
if (loaded) await preview(loaded)
else {
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
  if (values.docs) await save(join('docs', 'templates', `${name}.jpg`), await pictures.toJpeg(sheet))
  const secs = ((performance.now() - startMs) / 1000).toFixed(1)
  console.error(
    `${name} in every shape, over time, with difficult covers and texts (${secs} s); preview.png is new.`,
  )
  console.log(relative(process.cwd(), path))
}

async function save(name: string, bytes: Buffer): Promise<string> {
  const path = join(ROOT, name)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, bytes)
  return path
}
