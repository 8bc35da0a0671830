import { RenderError } from '@songreel/kit/core'

/** A still picture in a HEIF file, ready to be decoded: one coded image, or a grid of them. */
export type HeifPicture = {
  width: number
  height: number
  tiles: HeifTile[]
  /** To be done to the whole picture, in this order. */
  transforms: HeifTransform[]
  /** What the numbers of a pixel mean, as far as the file says. */
  matrix?: number
  isFullRange?: boolean
  iccProfile?: Buffer
}

/** One coded image and its place in the picture. */
export type HeifTile = { x: number; y: number; data: Buffer; decoderSetup: Buffer }

/** How a decoded picture becomes upright. */
export type HeifTransform =
  | { kind: 'ROTATE'; quarterTurnsLeft: number }
  | { kind: 'MIRROR'; axis: 'TOP_BOTTOM' | 'LEFT_RIGHT' }

/** Phones tile in squares of 512; nothing needs more tiles than 100 megapixels of those. */
const MAX_TILES = 1024

/** Reads the boxes of a HEIF file (ISO/IEC 23008-12) as far as its main picture needs them. Throws on damage. */
export function parseHeif(file: Buffer): HeifPicture {
  const meta = listBoxes(file, 0, file.length).find(({ type }) => type === 'meta')
  if (!meta) throw new Error('it has no description of its pictures')
  const boxes = listBoxes(file, meta.start + 4, meta.end)
  const body = (type: string) => {
    const box = boxes.find((each) => each.type === type)
    return box ? file.subarray(box.start, box.end) : undefined
  }
  const items: Items = {
    file,
    types: readTypes(body('iinf')),
    places: readPlaces(body('iloc')),
    inline: body('idat'),
    properties: readProperties(body('iprp')),
    parts: readParts(body('iref')),
  }
  return composePicture(items, readPrimary(body('pitm')))
}

type Items = {
  file: Buffer
  types: Map<number, string>
  places: Map<number, Place>
  inline: Buffer | undefined
  properties: Map<number, Property[]>
  parts: Map<number, number[]>
}

type Place = { isInline: boolean; extents: { offset: number; length: number }[] }

type Property = { type: string; body: Buffer }

function composePicture(items: Items, id: number): HeifPicture {
  const properties = items.properties.get(id) ?? []
  const kind = items.types.get(id)
  const shape = kind === 'grid' ? readGrid(items, id) : { ...readSize(properties), columns: 1, ids: [id] }
  const [firstTile = id] = shape.ids
  const { tileWidth, tileHeight } = measureTile(items, firstTile)
  const tiles = shape.ids.map((each, index) => ({
    x: (index % shape.columns) * tileWidth,
    y: Math.floor(index / shape.columns) * tileHeight,
    ...readTile(items, each),
  }))
  const colours = [...properties, ...(items.properties.get(firstTile) ?? [])].filter(
    ({ type }) => type === 'colr',
  )
  const { width, height } = shape
  return { width, height, tiles, transforms: readTransforms(properties), ...readColours(colours) }
}

function readGrid(items: Items, id: number) {
  const grid = readData(items, id)
  const isLong = (grid.readUInt8(1) & 1) === 1
  const rows = grid.readUInt8(2) + 1
  const columns = grid.readUInt8(3) + 1
  const width = isLong ? grid.readUInt32BE(4) : grid.readUInt16BE(4)
  const height = isLong ? grid.readUInt32BE(8) : grid.readUInt16BE(6)
  const ids = items.parts.get(id) ?? []
  if (ids.length !== rows * columns || ids.length > MAX_TILES || width * height === 0)
    throw new Error(`its grid of ${columns} by ${rows} does not fit its ${ids.length} tiles`)
  return { width, height, columns, ids }
}

function measureTile(items: Items, id: number): { tileWidth: number; tileHeight: number } {
  const { width, height } = readSize(items.properties.get(id) ?? [])
  return { tileWidth: width, tileHeight: height }
}

function readSize(properties: readonly Property[]): { width: number; height: number } {
  const size = properties.find(({ type }) => type === 'ispe')
  if (!size) throw new Error('it does not say how large it is')
  return { width: size.body.readUInt32BE(4), height: size.body.readUInt32BE(8) }
}

function readTile(items: Items, id: number): { data: Buffer; decoderSetup: Buffer } {
  const kind = items.types.get(id) ?? 'nothing'
  if (kind !== 'hvc1') throw new RenderError('ASSET_UNSUPPORTED', `it holds ${kind.trim()} instead of HEVC`)
  const setup = items.properties.get(id)?.find(({ type }) => type === 'hvcC')
  if (!setup) throw new Error('the set-up of its decoder is missing')
  return { data: readData(items, id), decoderSetup: setup.body }
}

function readTransforms(properties: readonly Property[]): HeifTransform[] {
  return properties.flatMap(({ type, body }): HeifTransform[] => {
    if (type === 'irot') return [{ kind: 'ROTATE', quarterTurnsLeft: body.readUInt8(0) & 3 }]
    if (type === 'imir')
      return [{ kind: 'MIRROR', axis: body.readUInt8(0) & 1 ? 'LEFT_RIGHT' : 'TOP_BOTTOM' }]
    return []
  })
}

function readColours(boxes: readonly Property[]): Pick<HeifPicture, 'matrix' | 'isFullRange' | 'iccProfile'> {
  const find = (...kinds: string[]) =>
    boxes.find(({ body }) => kinds.includes(body.toString('latin1', 0, 4)))?.body
  const numbers = find('nclx')
  const profile = find('prof', 'rICC')
  return {
    ...(numbers && { matrix: numbers.readUInt16BE(8), isFullRange: numbers.readUInt8(10) >= 128 }),
    ...(profile && { iccProfile: Buffer.from(profile.subarray(4)) }),
  }
}

function readData({ file, places, inline }: Items, id: number): Buffer {
  const place = places.get(id)
  const source = place?.isInline ? inline : file
  if (!place || !source) throw new Error('a picture in it is nowhere')
  const parts = place.extents.map(({ offset, length }) => {
    if (offset + length > source.length) throw new Error('premature end of file')
    return source.subarray(offset, length === 0 ? source.length : offset + length)
  })
  const [only, ...others] = parts
  return only && others.length === 0 ? only : Buffer.concat(parts)
}

type Box = { type: string; start: number; end: number }

function listBoxes(bytes: Buffer, from: number, to: number): Box[] {
  const boxes: Box[] = []
  for (let at = from; at + 8 <= to; ) {
    const short = bytes.readUInt32BE(at)
    const isLong = short === 1
    const length = isLong ? Number(bytes.readBigUInt64BE(at + 8)) : short === 0 ? to - at : short
    const head = isLong ? 16 : 8
    if (length < head) throw new Error('a box in it is shorter than its head')
    const end = Math.min(to, at + length)
    boxes.push({ type: bytes.toString('latin1', at + 4, at + 8), start: at + head, end })
    at += length
  }
  return boxes
}

function readPrimary(box: Buffer | undefined): number {
  if (!box) throw new Error('it does not say which picture is the main one')
  return box[0] === 0 ? box.readUInt16BE(4) : box.readUInt32BE(4)
}

function readTypes(box: Buffer | undefined): Map<number, string> {
  const types = new Map<number, string>()
  if (!box) return types
  for (const { type, start } of listBoxes(box, box[0] === 0 ? 6 : 8, box.length)) {
    if (type !== 'infe') continue
    const isLong = box.readUInt8(start) >= 3
    const id = isLong ? box.readUInt32BE(start + 4) : box.readUInt16BE(start + 4)
    const at = start + (isLong ? 10 : 8)
    types.set(id, box.toString('latin1', at, at + 4))
  }
  return types
}

function readPlaces(box: Buffer | undefined): Map<number, Place> {
  const places = new Map<number, Place>()
  if (!box) return places
  const reader = createReader(box, 4)
  const version = box.readUInt8(0)
  const sizes = reader.take(2)
  const [offsetSize, lengthSize, baseSize] = [sizes >> 12, (sizes >> 8) & 15, (sizes >> 4) & 15]
  const indexSize = version > 0 ? sizes & 15 : 0
  const count = reader.take(version < 2 ? 2 : 4)
  for (let item = 0; item < count; item++) {
    const id = reader.take(version < 2 ? 2 : 4)
    const method = version > 0 ? reader.take(2) & 15 : 0
    reader.take(2)
    const base = reader.take(baseSize)
    const extents = Array.from({ length: reader.take(2) }, () => {
      reader.take(indexSize)
      const offset = base + reader.take(offsetSize)
      return { offset, length: reader.take(lengthSize) }
    })
    places.set(id, { isInline: method === 1, extents })
  }
  return places
}

/** Which pictures a grid is made of. */
function readParts(box: Buffer | undefined): Map<number, number[]> {
  const parts = new Map<number, number[]>()
  if (!box) return parts
  const idSize = box[0] === 0 ? 2 : 4
  for (const { type, start } of listBoxes(box, 4, box.length)) {
    if (type !== 'dimg') continue
    const reader = createReader(box, start)
    const id = reader.take(idSize)
    parts.set(
      id,
      Array.from({ length: reader.take(2) }, () => reader.take(idSize)),
    )
  }
  return parts
}

function readProperties(box: Buffer | undefined): Map<number, Property[]> {
  const properties = new Map<number, Property[]>()
  if (!box) return properties
  const boxes = listBoxes(box, 0, box.length)
  const container = boxes.find(({ type }) => type === 'ipco')
  if (!container) return properties
  const all = listBoxes(box, container.start, container.end).map(({ type, start, end }) => ({
    type,
    body: box.subarray(start, end),
  }))
  for (const { start } of boxes.filter(({ type }) => type === 'ipma')) {
    const version = box.readUInt8(start)
    const isWide = (box.readUInt8(start + 3) & 1) === 1
    const reader = createReader(box, start + 4)
    for (let left = reader.take(4); left > 0; left--) {
      const id = reader.take(version < 1 ? 2 : 4)
      const indexes = Array.from({ length: reader.take(1) }, () =>
        isWide ? reader.take(2) & 0x7fff : reader.take(1) & 0x7f,
      )
      properties.set(
        id,
        indexes.flatMap((index) => all[index - 1] ?? []),
      )
    }
  }
  return properties
}

/** Numbers of 0 to 8 bytes, one after the other; past the end it throws. */
function createReader(bytes: Buffer, from: number) {
  let at = from
  return {
    take(size: number): number {
      if (size === 0) return 0
      const value = size === 8 ? Number(bytes.readBigUInt64BE(at)) : bytes.readUIntBE(at, size)
      at += size
      return value
    },
  }
}
