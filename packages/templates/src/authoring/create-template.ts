import { access, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { LOOK_FILE, type LoadedTemplate, nameFolder, readTemplate } from '../load-templates.ts'
import { writePreview } from './preview-template.ts'

const STARTER = fileURLToPath(new URL('../../starter/', import.meta.url))
const STARTER_ID = 'STARTER_TEMPLATE'
const STARTER_TITLE = 'Starter template'
/** Templates of ours that were written as looks, too. */
const LOOKS = fileURLToPath(new URL('../../looks/', import.meta.url))

/** Where templates live. */
const HOME = fileURLToPath(new URL('../', import.meta.url))

/** What the new folder is to be. */
export type NewTemplate = {
  /** It lies outside of this package. */
  isPackage?: boolean
  /** True: a look, which is JSON. A contentId: a copy of that look of ours. */
  look?: boolean | string
}

/** Makes the folder of a new template, with a fixture and a preview: it can be drawn and passes the examination at once. */
export async function createTemplate(
  name: string,
  home = HOME,
  { isPackage = false, look = false }: NewTemplate = {},
): Promise<LoadedTemplate> {
  checkName(name)
  const folder = join(home, name)
  const isTaken = await access(folder).then(
    () => true,
    () => false,
  )
  if (isTaken) throw new RangeError(`There is a folder ${name} already; choose another name.`)
  const file = look ? LOOK_FILE : 'template.ts'
  const from = typeof look === 'string' ? await findLook(look) : STARTER
  const source = await readFile(join(from, file), 'utf8')
  const fixture = await readFile(join(from, 'fixture.json'), 'utf8')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, file), look ? renameLook(source, name) : rename(source, name))
  await writeFile(join(folder, 'fixture.json'), fixture)
  // Node takes the module for what it is, and the folder can be installed as it stands.
  const facts = { name, version: '0.0.0', private: true, type: 'module' }
  if (isPackage && !look) await writeFile(join(folder, 'package.json'), `${JSON.stringify(facts, null, 2)}\n`)
  const loaded = await readTemplate(pathToFileURL(`${folder}/`), name)
  await writePreview(loaded)
  return loaded
}

/** The looks of ours that one may start from, by contentId. */
export async function listLooks(): Promise<string[]> {
  const names = await readdir(LOOKS)
  return names.map((name) => name.toUpperCase().replaceAll('-', '_')).sort()
}

async function findLook(contentId: string): Promise<string> {
  const looks = await listLooks()
  const found = looks.find((each) => nameFolder(each) === nameFolder(contentId))
  if (found) return join(LOOKS, nameFolder(found))
  throw new RangeError(`${contentId} is no look to start from. There are ${looks.join(', ')}.`)
}

/** Two words at least: the first is the template's family. */
function checkName(name: string): void {
  if (/^[a-z][a-z0-9]*(-[a-z0-9]+)+$/.test(name)) return
  throw new RangeError(
    `"${name}" is no name for a template; two or more small words with hyphens, like neon-pulse.`,
  )
}

function rename(source: string, name: string): string {
  return source
    .replace(STARTER_ID, name.toUpperCase().replaceAll('-', '_'))
    .replace(STARTER_TITLE, writeTitle(name))
}

/** Its folder names it, and its versions begin anew. */
function renameLook(source: string, name: string): string {
  return source
    .replace(/("title": )"[^"]*"/, `$1${JSON.stringify(writeTitle(name))}`)
    .replace(/\n {2}"version": \d+,/, '')
}

function writeTitle(name: string): string {
  const words = name.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
