import { type LoadedTemplate, loadTemplates, type Templates } from '@songreel/templates'
import { usageError } from '../cli-error.ts'
import { suggest } from '../suggest.ts'

/** What is taken when nobody says which. */
const DEFAULT_TEMPLATE = 'BASE_BASIC_UNIFIED'

/** The template of this name, in any spelling: `BASE_ART_TRACK`, `base-art-track`. */
export async function chooseTemplate(name: string | undefined): Promise<LoadedTemplate> {
  const templates = await loadTemplates()
  return findTemplate(templates, name ?? DEFAULT_TEMPLATE)
}

/** The same among templates that are loaded already. */
export function findTemplate(templates: Templates, name: string): LoadedTemplate {
  const found = templates.get(name.toUpperCase().replaceAll('-', '_'))
  if (found) return found
  throw usageError(`No template ${name}.${suggest(name, templates.keys())}   List: songreel templates`)
}
