/** Any object of a JSON file. */
export type Json = Record<string, unknown>

/** A Lottie animation that was checked: its measures are numbers, and its layers and assets are objects. */
export type Lottie = Json & {
  w: number
  h: number
  fr: number
  ip: number
  op: number
  layers: Json[]
  assets?: Json[]
}

/** The kinds of layers that matter here, as Lottie numbers them. */
export const LAYER = { precomp: 0, solid: 1, image: 2, text: 5, audio: 6, video: 9 } as const

/** By which After Effects ends a line inside of a paragraph. */
export const SOFT_RETURN = '\u0003'

/** What an animation may be at most: bounds that are known before anything is drawn. */
export const LOTTIE_LIMITS = {
  /** Values inside of values. */
  depth: 40,
  values: 400_000,
  layers: 1000,
  assets: 200,
  /** Layers with those of compositions inside of compositions, each as often as it is shown. */
  shown: 2000,
  sidePx: 8192,
  fps: 120,
  secs: 60,
  imagePixels: 4096 * 4096,
} as const

/** How long an animation lasts, in seconds. */
export function findDuration({ ip, op, fr }: Lottie): number {
  return (op - ip) / fr
}

/** All layers, those of compositions too. */
export function listLottieLayers({ layers, assets = [] }: Lottie): Json[] {
  return [
    ...layers,
    ...assets.flatMap((asset) => (Array.isArray(asset.layers) ? readRecords(asset.layers) : [])),
  ]
}

/** The pictures among the assets. */
export function listImages({ assets = [] }: Lottie): Json[] {
  return assets.filter((asset) => typeof asset.p === 'string' && !Array.isArray(asset.layers))
}

/** What a text layer says first, as Lottie keeps it; undefined if it says nothing. */
export function findTextDocument(layer: Json): Json | undefined {
  const document = readRecord(readRecord(layer.t)?.d)
  const [first] = readRecords(document?.k)
  return readRecord(first?.s)
}

/** The names that a layer or asset can be bound by. */
export function listNames(...values: readonly unknown[]): string[] {
  return values.filter((value): value is string => typeof value === 'string' && value !== '')
}

export function readRecord(value: unknown): Json | undefined {
  return isRecord(value) ? value : undefined
}

/** The objects of a list; whatever else is in it is left out. */
export function readRecords(value: unknown): Json[] {
  return Array.isArray(value) ? value.filter(isRecord) : []
}

export function isRecord(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
