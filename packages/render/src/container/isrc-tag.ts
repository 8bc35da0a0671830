import { open } from 'node:fs/promises'

/** Where iTunes and every tag reader look for an ISRC: the free-form atom `----:com.apple.iTunes:ISRC`. */
const MEAN = 'com.apple.iTunes'
const NAME = 'ISRC'
const TEXT_TYPE = 1
const ISRC_LENGTH = 12

/** FFmpeg's muxer knows no free-form atoms, so a comment atom of the same size keeps their place. */
const FREE_FORM_BYTES = 8 + (12 + MEAN.length) + (12 + NAME.length) + (16 + ISRC_LENGTH)
const COMMENT_HEADER_BYTES = 8 + 16
const PLACEHOLDER = 'ISRC follows here'.padEnd(FREE_FORM_BYTES - COMMENT_HEADER_BYTES, '.')

/** The tags box stands in the first bytes of a fast-start file; two hours of video need some 8 MB of tables before it. */
const SEARCH_STEP_BYTES = 1 << 20

/** Metadata that keeps the place for `writeIsrc`. */
export function reserveIsrc(): Record<string, string> {
  return { comment: PLACEHOLDER }
}

/** Puts the ISRC where `reserveIsrc` kept its place; the file's size and all offsets stay as they are. */
export async function writeIsrc(path: string, isrc: string): Promise<void> {
  const file = await open(path, 'r+')
  try {
    const position = await findPlaceholder(file)
    if (position === undefined) return
    await file.write(createFreeFormAtom(isrc), 0, FREE_FORM_BYTES, position - COMMENT_HEADER_BYTES)
  } finally {
    await file.close()
  }
}

async function findPlaceholder(file: Awaited<ReturnType<typeof open>>): Promise<number | undefined> {
  const { size } = await file.stat()
  const window = Buffer.alloc(SEARCH_STEP_BYTES + PLACEHOLDER.length)
  for (let start = 0; start < size; start += SEARCH_STEP_BYTES) {
    const { bytesRead } = await file.read(window, 0, window.length, start)
    const found = window.subarray(0, bytesRead).indexOf(PLACEHOLDER)
    if (found >= 0) return start + found
  }
  return undefined
}

function createFreeFormAtom(isrc: string): Buffer {
  const empty = Buffer.alloc(4)
  const type = Buffer.alloc(4)
  type.writeUInt32BE(TEXT_TYPE)
  return createAtom('----', [
    createAtom('mean', [empty, Buffer.from(MEAN)]),
    createAtom('name', [empty, Buffer.from(NAME)]),
    createAtom('data', [type, empty, Buffer.from(isrc.padEnd(ISRC_LENGTH).slice(0, ISRC_LENGTH))]),
  ])
}

function createAtom(kind: string, parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  const header = Buffer.alloc(8)
  header.writeUInt32BE(8 + body.length)
  header.write(kind, 4, 'latin1')
  return Buffer.concat([header, body])
}
