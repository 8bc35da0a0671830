import { access, readdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Template } from '@songreel/render/kit'

/** A template as it was found: what it is, and where its module and its files lie. */
export type LoadedTemplate = {
  template: Template
  /** Address of the module, for `RenderPlan.template`. */
  url: string
  folder: string
}

/** Every template by its contentId, in the order of their names. */
export type Templates = ReadonlyMap<string, LoadedTemplate>

let loading: Promise<Templates> | undefined

/** Every folder beside this file with a template.ts is a template; nothing else registers one. Read once a process. */
export function loadTemplates(): Promise<Templates> {
  loading ??= readTemplates()
  return loading
}

/** Folder name of a contentId: BASE_ART_TRACK lives in base-art-track. */
export function folderNameOf(contentId: string): string {
  return contentId.toLowerCase().replaceAll('_', '-')
}

async function readTemplates(): Promise<Templates> {
  const here = new URL('./', import.meta.url)
  const entries = await readdir(here, { withFileTypes: true })
  const folders = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name)
  const names = await Promise.all(
    folders.sort().map(async (name) => ((await isTemplate(new URL(`./${name}/`, here))) ? [name] : [])),
  )
  const loaded = await Promise.all(
    names.flat().map((name) => readTemplate(new URL(`./${name}/`, here), name)),
  )
  return new Map(loaded.map((entry) => [entry.template.contentId, entry]))
}

function isTemplate(folderUrl: URL): Promise<boolean> {
  return access(new URL('./template.ts', folderUrl)).then(
    () => true,
    () => false,
  )
}

/** Loads one template from its folder, which must bear its name. */
export async function readTemplate(folderUrl: URL, name: string): Promise<LoadedTemplate> {
  const { href: url } = new URL('./template.ts', folderUrl)
  const { template } = (await import(url)) as { template: Template }
  if (folderNameOf(template.contentId) !== name) {
    throw new Error(
      `The template in ${name} calls itself ${template.contentId}; its folder must be ${folderNameOf(template.contentId)}.`,
    )
  }
  return { template, url, folder: fileURLToPath(folderUrl) }
}
