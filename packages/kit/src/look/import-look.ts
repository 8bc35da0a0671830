import { readFile, stat } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { RenderError } from '../errors.ts'
import type { Template } from '../template.ts'
import { createLook } from './create-look.ts'
import { LOOK_LIMITS } from './limits.ts'
import { describeFaults, readLook } from './parse-look.ts'

/** Makes the template of a look: of the file `template.json` in its folder, or of a data: URL that holds all of it. */
export async function importLook(url: string): Promise<Template> {
  const isData = url.startsWith('data:')
  const { look, faults } = readLook(isData ? readDataUrl(url) : await readLookFile(url))
  if (faults) {
    const place = faults[0]?.path || 'look'
    throw new RenderError('TEMPLATE_FAILED', `The look has faults:\n  ${describeFaults(faults)}`, { place })
  }
  // A folder's name is the name of its template.
  const folder = isData ? undefined : basename(dirname(fileURLToPath(new URL(url))))
  const named = folder?.toUpperCase().replaceAll('-', '_')
  return createLook(look, look.contentId === undefined && named ? { contentId: named } : {})
}

/** The address of a look that is nowhere in a file: all of it, for plans, threads and child processes. */
export function writeLookUrl(look: unknown): string {
  return `data:application/json;base64,${Buffer.from(JSON.stringify(look)).toString('base64')}`
}

/** Base64 takes four bytes for three. */
const LONGEST_URL = Math.ceil((LOOK_LIMITS.fileBytes * 4) / 3) + 64

function readDataUrl(url: string): string {
  const [, text] =
    /^data:application\/json;base64,([A-Za-z0-9+/=]*)$/.exec(url.slice(0, LONGEST_URL + 1)) ?? []
  if (text === undefined || url.length > LONGEST_URL) {
    const seen = 'The address of the look is none: data:application/json;base64, and at most 256 KB.'
    throw new RenderError('TEMPLATE_FAILED', seen)
  }
  return Buffer.from(text, 'base64').toString()
}

async function readLookFile(url: string): Promise<string> {
  const path = fileURLToPath(new URL(url))
  const { size } = await stat(path)
  // What is too long is not even read; how long it is says the fault.
  return size > LOOK_LIMITS.fileBytes
    ? ' '.repeat(Math.min(size, 2 * LOOK_LIMITS.fileBytes))
    : readFile(path, 'utf8')
}
