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
  /** Of a star: Skottie draws as many as it is told. */
  points: 1000,
  sidePx: 8192,
  fps: 120,
  secs: 60,
  imagePixels: 4096 * 4096,
} as const

/** How long an animation lasts, and its pictures a second. */
export function findLength({ ip, op, fr }: Lottie): { durationSecs: number; fps: number } {
  return { durationSecs: (op - ip) / fr, fps: fr }
}

/** All layers, those of compositions too. */
export function listLottieLayers({ layers, assets = [] }: Lottie): Json[] {
  return [
    ...layers,
    ...assets.flatMap((asset) => (Array.isArray(asset.layers) ? readRecords(asset.layers) : [])),
  ]
}

/** The pictures among the assets: files that some layer shows, and not those that are only heard. */
export function listImages(lottie: Lottie): Json[] {
  const heard = new Set(
    listLottieLayers(lottie).flatMap(({ ty, refId }) => (ty === LAYER.audio ? [refId] : [])),
  )
  return (lottie.assets ?? []).filter(
    ({ id, p, layers }) =>
      typeof p === 'string' && !Array.isArray(layers) && !heard.has(id) && !SOUND.test(p),
  )
}

const SOUND = /^data:audio\/|\.(?:mp3|wav|ogg|m4a|aac)$/i

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
