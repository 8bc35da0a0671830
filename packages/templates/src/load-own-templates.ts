import { access, readdir, realpath, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import {
  findModule,
  type LoadedTemplate,
  loadTemplates,
  readTemplate,
  type Templates,
} from './load-templates.ts'
import { tryTemplates } from './try-templates.ts'

/** What a template's folder holds besides its module. */
const FILES = ['fixture.json', 'preview.png']

/** Templates that cannot be used; the message names each folder and what is wrong with it. */
export class TemplateFolderError extends Error {
  constructor(problems: readonly string[]) {
    super(['These templates of SONGREEL_TEMPLATES cannot be used:', ...problems].join('\n  '))
    this.name = 'TemplateFolderError'
  }
}

/** The built-in templates, and those of the user's own: of folders, or of packages that are installed. */
export async function loadAllTemplates(
  places: readonly string[],
  limits?: { longestLoadMs: number },
): Promise<Templates> {
  const all = new Map(await loadTemplates())
  const problems: string[] = []
  const folders: string[] = []
  for (const place of places) {
    try {
      folders.push(...(await listFolders(place)))
    } catch (error) {
      problems.push(`${place}: ${readReason(error)}`)
    }
  }
  const stuck = await tryTemplates(folders, limits)
  for (const [folder, problem] of stuck) problems.push(`${folder}: ${problem}`)
  for (const folder of folders) if (!stuck.has(folder)) await addTemplate(all, folder, problems)
  if (problems.length > 0) throw new TemplateFolderError(problems)
  return all
}

/** Loads the template of one folder of the user's own. */
export async function loadOwnTemplate(place: string): Promise<LoadedTemplate> {
  const folder = await findPlace(place)
  const [problem] = (await tryTemplates([folder])).values()
  if (problem) throw new Error(problem)
  return readFolder(folder)
}

/** Finds the module of one folder of the user's own, without running it. */
export async function findOwnTemplate(place: string): Promise<Pick<LoadedTemplate, 'url' | 'folder'>> {
  const folder = await findPlace(place)
  const url = await findModule(pathToFileURL(`${folder}/`))
  if (!url) throw new Error('it has no template.ts, template.js or template.json')
  return { url, folder }
}

async function addTemplate(
  all: Map<string, LoadedTemplate>,
  folder: string,
  problems: string[],
): Promise<void> {
  try {
    const loaded = await readFolder(folder)
    const { contentId } = loaded.template
    const other = all.get(contentId)
    if (other?.folder === loaded.folder) return
    if (other) throw new Error(`there is a ${contentId} already, in ${other.folder}; choose another name`)
    for (const file of FILES)
      await access(join(folder, file)).catch(() => {
        throw new Error(`it has no ${file}; songreel templates check ${folder} says more`)
      })
    all.set(contentId, loaded)
  } catch (error) {
    problems.push(`${folder}: ${readReason(error)}`)
  }
}

function readFolder(folder: string): Promise<LoadedTemplate> {
  return readTemplate(pathToFileURL(`${folder}/`), basename(folder))
}

/** A place is the folder of one template, or holds such folders. */
async function listFolders(place: string): Promise<string[]> {
  const home = await findPlace(place)
  if (await hasModule(home)) return [home]
  const entries = await readdir(home, { withFileTypes: true })
  const names = entries.filter((entry) => entry.isDirectory() && !/^(\.|node_modules$)/.test(entry.name))
  const folders = names.map(({ name }) => join(home, name)).sort()
  const isTemplate = await Promise.all(folders.map(hasModule))
  const found = folders.filter((_, index) => isTemplate[index])
  if (found.length === 0)
    throw new Error('neither it nor a folder in it has a template.ts, template.js or template.json')
  return found
}

async function hasModule(folder: string): Promise<boolean> {
  return (await findModule(pathToFileURL(`${folder}/`))) !== undefined
}

/** A folder, or a package as Node would find it from here: in the nearest node_modules that has it. */
async function findPlace(place: string): Promise<string> {
  const candidates = [resolve(place)]
  if (!/^[./~]|^[A-Za-z]:/.test(place)) {
    for (let folder = resolve('.'); ; folder = dirname(folder)) {
      candidates.push(join(folder, 'node_modules', place))
      if (folder === dirname(folder)) break
    }
  }
  for (const candidate of candidates) {
    const found = await stat(candidate).catch(() => undefined)
    if (found?.isDirectory()) return realpath(candidate)
  }
  throw new Error('there is no such folder, and no package of this name is installed')
}

function readReason(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
