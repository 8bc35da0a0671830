import { fileURLToPath } from 'node:url'
import { type LoadedTemplate, loadTemplates, type Templates } from '@songreel/templates'

const NAMES = ['test-unruly', 'test-lyrics', 'test-words', 'test-clips']

/** The templates of the product and those of templates/, which misbehave on demand. */
export async function loadTestTemplates(): Promise<Templates> {
  const own = await Promise.all(NAMES.map(readOne))
  return new Map([...(await loadTemplates()), ...own.map((one) => [one.template.contentId, one] as const)])
}

async function readOne(name: string): Promise<LoadedTemplate> {
  const url = new URL(`./templates/${name}.ts`, import.meta.url)
  const { template } = await import(url.href)
  return { template, url: url.href, folder: fileURLToPath(new URL('./', url)) }
}
