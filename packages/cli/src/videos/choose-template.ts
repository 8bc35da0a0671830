import { type LoadedTemplate, loadTemplate, type Templates } from '@songreel/templates'
import { loadAllTemplates, loadOwnTemplate } from '@songreel/templates/own'
import { inputError, usageError } from '../cli-error.ts'
import { suggest } from '../suggest.ts'

/** What is taken when nobody says which. */
const DEFAULT_TEMPLATE = 'BASE_BASIC_UNIFIED'

/** The template of this name, in any spelling: `BASE_ART_TRACK`, `base-art-track`; or of a folder: `./neon-pulse`. */
export async function chooseTemplate(name = DEFAULT_TEMPLATE): Promise<LoadedTemplate> {
  if (/[\\/]/.test(name)) return openFolder(name)
  // With templates of one's own all are loaded, so that whatever is wrong with one of them is said.
  const builtIn = listPlaces().length === 0 && (await loadTemplate(toContentId(name)))
  return builtIn || findTemplate(await listTemplates(), name)
}

/** The built-in templates, and those of the user's own that SONGREEL_TEMPLATES names. */
export function listTemplates(): Promise<Templates> {
  return loadAllTemplates(listPlaces())
}

/** The same among templates that are loaded already. */
export function findTemplate(templates: Templates, name: string): LoadedTemplate {
  const found = templates.get(toContentId(name))
  if (found) return found
  throw usageError(`No template ${name}.${suggest(name, templates.keys())}   List: songreel templates`)
}

async function openFolder(place: string): Promise<LoadedTemplate> {
  return loadOwnTemplate(place).catch((error: unknown) => {
    throw inputError(`${place}: ${error instanceof Error ? error.message : error}`, error)
  })
}

function listPlaces(): string[] {
  const places = process.env.SONGREEL_TEMPLATES?.split(',').map((place) => place.trim())
  return places?.filter(Boolean) ?? []
}

function toContentId(name: string): string {
  return name.toUpperCase().replaceAll('-', '_')
}
