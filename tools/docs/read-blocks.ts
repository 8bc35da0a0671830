import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** The clone. */
export const ROOT = resolve(import.meta.dirname, '../..')
const PAGES = ['*.md', 'docs/**/*.md', 'packages/*/README.md']

/** What a page shows as code: between fences, with its language, or indented by four spaces. */
export type Block = { page: string; language: string; code: string }

/** All blocks of all pages, in their order. */
export function readBlocks(): Block[] {
  return globSync(PAGES, { cwd: ROOT })
    .sort()
    .flatMap((page) => findBlocks(page, readFileSync(join(ROOT, page), 'utf8')))
}

function findBlocks(page: string, text: string): Block[] {
  const blocks = text.matchAll(/^ *```(\w*)\n(.*?)^ *```$|(?<=\n\n)((?: {4}[^\n]*\n|\n(?= {4}))+)/gms)
  return [...blocks].map(([, language = '', fenced, indented = '']) => ({
    page,
    language,
    code: fenced ?? indented.replaceAll(/^ {4}/gm, ''),
  }))
}
