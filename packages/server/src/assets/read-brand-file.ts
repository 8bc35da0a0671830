import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { WorkError } from '../work-error.ts'
import { detectType, HEAD_BYTES } from './detect-type.ts'

const KINDS = {
  LOGO: { code: 'LOGO_INVALID', types: ['image/png', 'image/svg+xml'], noun: 'a PNG or an SVG' },
  FONT: {
    code: 'FONT_INVALID',
    types: ['font/ttf', 'font/otf', 'font/woff2'],
    noun: 'a TTF, OTF or WOFF2 font',
  },
} as const

/** The content type of a logo or a font; what is something else, or cut off, is refused. */
export async function readBrandFile(file: string, kind: 'LOGO' | 'FONT'): Promise<string> {
  const { code, types, noun } = KINDS[kind]
  const bytes = await readFile(file)
  const found = await detectType(bytes.subarray(0, HEAD_BYTES))
  const contentType = 'contentType' in found ? found.contentType : found.seen
  const name = path.basename(file)
  if (!types.some((type) => type === contentType))
    throw new WorkError(code, { seen: `${name} is ${contentType}, not ${noun}.` })
  if (!isWhole(contentType, bytes))
    throw new WorkError(code, { seen: `${name} is cut off or damaged.`, advice: 'Export it again.' })
  return contentType
}

const TABLE_DIRECTORY_BYTES = 12
const TABLE_RECORD_BYTES = 16

/** Whether the file has all that its own header or its end promises. */
function isWhole(contentType: string, bytes: Buffer): boolean {
  if (contentType === 'font/woff2') return bytes.length >= 12 && bytes.readUInt32BE(8) === bytes.length
  if (contentType === 'image/svg+xml')
    return /(<\/(\w+:)?svg\s*>|\/>)\s*(<!--.*-->\s*)?$/is.test(bytes.toString('utf8'))
  if (!contentType.startsWith('font/')) return true
  const tables = bytes.length >= TABLE_DIRECTORY_BYTES ? bytes.readUInt16BE(4) : 0
  if (tables === 0 || bytes.length < TABLE_DIRECTORY_BYTES + tables * TABLE_RECORD_BYTES) return false
  return Array.from(
    { length: tables },
    (_, index) => TABLE_DIRECTORY_BYTES + index * TABLE_RECORD_BYTES,
  ).every((at) => bytes.readUInt32BE(at + 8) + bytes.readUInt32BE(at + 12) <= bytes.length)
}
