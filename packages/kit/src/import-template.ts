import { realpathSync } from 'node:fs'
import { findPackageJSON, registerHooks } from 'node:module'
import { RenderError } from './errors.ts'
import type { Template, TemplateFacts } from './template.ts'

const PACKAGE = '@songreel/kit'

/**
 * Where a template lives, by which every thread of a render imports it: a module that exports `template`, a look's
 * `template.json`, or a data: URL that holds a look.
 */
export type TemplateAddress = { contentId: string; url: string }

let isHooked = false

/** Loads the template of a module, wherever it lies; it draws with the kit of the program that runs. */
export async function importTemplate(url: string): Promise<Template | undefined> {
  if (isLookAddress(url)) return (await import('./look/import-look.ts')).importLook(url)
  if (!isHooked && !findsKit(url)) lendKit()
  const { template } = (await import(url)) as { template?: Template }
  return template
}

/** Whether a look lies there, which is plain data, and no module. */
export function isLookAddress(url: string): boolean {
  return url.startsWith('data:application/json') || /\.json(\?[^/]*)?$/.test(url)
}

/** Loads a template for what it says about itself; one that does not load, or is another, is a RenderError. */
export async function loadTemplateFacts({ contentId, url }: TemplateAddress): Promise<TemplateFacts> {
  const template = await importTemplate(url).catch((error: unknown) => {
    throw blameTemplate(error, { contentId, url, doing: 'to load' })
  })
  if (template?.contentId !== contentId) {
    const message = `There is no template ${contentId} at its address.`
    throw new RenderError('UNKNOWN_CONTENT', message, { contentId })
  }
  const { backgrounds, needs, defaults, master } = template
  return { contentId, backgrounds, needs, defaults, ...(master && { master }) }
}

/** Says which template failed, where in its own files, and why; what the engine itself has to say stays as it is. */
export function blameTemplate(
  error: unknown,
  { contentId, url, doing }: { contentId: string; url: string; doing: string },
): RenderError {
  if (error instanceof RenderError) return error
  if (error instanceof RangeError && /allocation|memory/i.test(error.message)) {
    const seen = `${contentId} found no more memory ${doing}.`
    return new RenderError('RENDER_OUT_OF_MEMORY', seen, { contentId }, { cause: error })
  }
  const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  const place = findPlace(error, url)
  const seen = `${contentId} failed ${doing}: ${reason}${place ? ` (${place})` : ''}`
  return new RenderError('TEMPLATE_FAILED', seen, { contentId, ...(place && { place }) }, { cause: error })
}

/** The uppermost line of the stack that is the template's own, such as `layout.ts:12:5`. */
function findPlace(error: unknown, url: string): string | undefined {
  // What fails in a look fails in the engine.
  if (isLookAddress(url)) return undefined
  const folder = new URL('./', url).href
  const line = error instanceof Error && error.stack?.split('\n').find((each) => each.includes(folder))
  if (!line) return undefined
  const [, file, position] = /([^?]*?)(?:\?[^:]*)?(:\d+:\d+)/.exec(line.split(folder)[1] ?? '') ?? []
  return file && `${file}${position}`
}

/** Whether the template's own folder leads to this package: built-in ones, and those of a project that has it installed. */
function findsKit(url: string): boolean {
  try {
    const found = findPackageJSON(PACKAGE, url)
    const own = findPackageJSON(import.meta.url)
    return found !== undefined && own !== undefined && realpathSync(found) === realpathSync(own)
  } catch {
    return false
  }
}

/** A template may lie where nothing is installed, or beside another version: two kits in one render do not fit together. */
function lendKit(): void {
  isHooked = true
  registerHooks({
    resolve: (specifier, context, next) =>
      specifier === PACKAGE || specifier.startsWith(`${PACKAGE}/`)
        ? next(specifier, { ...context, parentURL: import.meta.url })
        : next(specifier, context),
  })
}
