import { access, readdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Template } from '@songreel/kit'
import { importTemplate } from '@songreel/kit/core'

/** A template that is no module: docs/own-looks.md. */
export const LOOK_FILE = 'template.json'

/** A template as it was found: what it is, and where its module and its files lie. */
export type LoadedTemplate = {
  template: Template
  /** Address of the module, for `RenderPlan.template`. */
  url: string
  folder: string
  /** It as JSON, to begin a look with: its own file, or that of ours which looks the same. */
  lookFile?: string
}

/** Every template by its contentId, in the order of their names. */
export type Templates = ReadonlyMap<string, LoadedTemplate>

/** The module in a template's folder: as it was written, or compiled, as in the published package; or a look as JSON. */
const MODULE_NAMES = ['template.ts', 'template.js', LOOK_FILE]

let loading: Promise<Templates> | undefined

/** Every folder beside this file with a template module is a template; nothing else registers one. Read once per process. */
export function loadTemplates(): Promise<Templates> {
  loading ??= readTemplates(new URL('./', import.meta.url))
  return loading
}

/** One built-in template, without loading the others: what a program that draws a single video needs. */
export async function loadTemplate(contentId: string): Promise<LoadedTemplate | undefined> {
  const name = nameFolder(contentId)
  const folderUrl = new URL(`./${name}/`, import.meta.url)
  const found = /^[a-z\d-]+$/.test(name) && (await findModule(folderUrl).catch(() => undefined))
  return found ? readTemplate(folderUrl, name) : undefined
}

/** Folder name of a contentId: BASE_ART_TRACK lives in base-art-track. */
export function nameFolder(contentId: string): string {
  return contentId.toLowerCase().replaceAll('_', '-')
}

async function readTemplates(here: URL): Promise<Templates> {
  const entries = await readdir(here, { withFileTypes: true })
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name)
  const loaded = await Promise.all(
    names.sort().map(async (name) => {
      const folderUrl = new URL(`./${name}/`, here)
      return (await findModule(folderUrl)) ? [await addLook(await readTemplate(folderUrl, name), name)] : []
    }),
  )
  return new Map(loaded.flat().map((entry) => [entry.template.contentId, entry]))
}

/** Some of ours were written as looks, too. */
async function addLook(loaded: LoadedTemplate, name: string): Promise<LoadedTemplate> {
  const lookFile = fileURLToPath(new URL(`../looks/${name}/${LOOK_FILE}`, import.meta.url))
  const isThere = await access(lookFile).then(
    () => true,
    () => false,
  )
  return isThere ? { ...loaded, lookFile } : loaded
}

/** Address of the module in a template's folder. */
export async function findModule(folderUrl: URL): Promise<string | undefined> {
  const names = await readdir(folderUrl)
  // Node compiles no TypeScript in there.
  const isInstalled = folderUrl.pathname.includes('/node_modules/')
  const wanted = isInstalled ? MODULE_NAMES.filter((name) => !name.endsWith('.ts')) : MODULE_NAMES
  const name = wanted.find((each) => names.includes(each))
  return name && new URL(name, folderUrl).href
}

/** Loads one template from its folder, which must bear its name. */
export async function readTemplate(folderUrl: URL, name: string): Promise<LoadedTemplate> {
  const url = await findModule(folderUrl)
  if (!url) throw new Error(`There is no template.ts in ${name}.`)
  const template = await importTemplate(url)
  if (!template) throw new Error(`The module in ${name} exports no template.`)
  if (nameFolder(template.contentId) !== name) {
    throw new Error(
      `The template in ${name} calls itself ${template.contentId}; its folder must be ${nameFolder(template.contentId)}.`,
    )
  }
  return { template, url, folder: fileURLToPath(folderUrl) }
}
