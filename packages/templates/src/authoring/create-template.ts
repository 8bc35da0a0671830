import { access, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { type LoadedTemplate, readTemplate } from '../load-templates.ts'
import { writePreview } from './preview-template.ts'

const STARTER = fileURLToPath(new URL('../../starter/', import.meta.url))
const STARTER_ID = 'STARTER_TEMPLATE'
const STARTER_TITLE = 'Starter template'

/** Where templates live. */
const HOME = fileURLToPath(new URL('../', import.meta.url))

/** Makes the folder of a new template, with a fixture and a preview: it can be drawn and passes the examination at once. */
export async function createTemplate(
  name: string,
  home = HOME,
  { isPackage = false } = {},
): Promise<LoadedTemplate> {
  checkName(name)
  const folder = join(home, name)
  const isTaken = await access(folder).then(
    () => true,
    () => false,
  )
  if (isTaken) throw new RangeError(`There is a folder ${name} already; choose another name.`)
  const source = await readFile(join(STARTER, 'template.ts'), 'utf8')
  const fixture = await readFile(join(STARTER, 'fixture.json'), 'utf8')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'template.ts'), rename(source, name))
  await writeFile(join(folder, 'fixture.json'), fixture)
  // Node takes the module for what it is, and the folder can be installed as it stands.
  const facts = { name, version: '0.0.0', private: true, type: 'module' }
  if (isPackage) await writeFile(join(folder, 'package.json'), `${JSON.stringify(facts, null, 2)}\n`)
  const loaded = await readTemplate(pathToFileURL(`${folder}/`), name)
  await writePreview(loaded)
  return loaded
}

/** Two words at least: the first is the template's family. */
function checkName(name: string): void {
  if (/^[a-z][a-z0-9]*(-[a-z0-9]+)+$/.test(name)) return
  throw new RangeError(
    `"${name}" is no name for a template; two or more small words with hyphens, like neon-pulse.`,
  )
}

function rename(source: string, name: string): string {
  const words = name.replaceAll('-', ' ')
  return source
    .replace(STARTER_ID, name.toUpperCase().replaceAll('-', '_'))
    .replace(STARTER_TITLE, words[0]!.toUpperCase() + words.slice(1))
}
