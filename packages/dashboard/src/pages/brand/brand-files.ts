import { formatBytes } from '@songreel/contract/format-bytes'
import type { Asset, Limits } from '@songreel/sdk'

/** What a box of a brand takes: what a file chooser offers, what the server finds it to be, and how people call it. */
const KINDS = {
  LOGO: {
    accept: 'image/png,image/svg+xml,.png,.svg',
    types: ['image/png', 'image/svg+xml'],
    words: 'a PNG or an SVG',
    limit: 'logo',
  },
  FONT: {
    accept: '.ttf,.otf,.woff2,font/ttf,font/otf,font/woff2',
    types: ['font/'],
    words: 'a font (TTF, OTF or WOFF2)',
    limit: 'font',
  },
  VIDEO: {
    accept: 'video/mp4,video/quicktime,video/webm,.mp4,.mov,.webm',
    types: ['video/'],
    words: 'a video (MP4, MOV or WebM)',
    limit: 'video',
  },
  ANIMATION: {
    accept: '.json,.lottie,application/json',
    types: ['video/lottie+json', 'application/zip+dotlottie'],
    words: 'a Lottie animation (JSON or .lottie)',
    limit: 'animation',
  },
} as const

export type BrandFileKind = keyof typeof KINDS

/** What a file chooser offers. */
export function listAccepted(kind: BrandFileKind): string {
  return KINDS[kind].accept
}

/** Why a file is too large to be sent; undefined if it is not. */
export function findExcess(kind: BrandFileKind, file: File, limits: Limits): string | undefined {
  const most = limits[KINDS[kind].limit].bytes
  if (file.size <= most) return undefined
  return `${file.name} has ${formatBytes(file.size)}; ${formatBytes(most)} are the most.`
}

/** Why a file that the server has read is none for this box; undefined if it is one. */
export async function findMisfit(kind: BrandFileKind, file: File, asset: Asset): Promise<string | undefined> {
  const contentType = asset.contentType ?? ''
  if (KINDS[kind].types.some((type) => contentType.startsWith(type))) return undefined
  // The server knows an upload by how it begins: an animation that begins with its pictures is any text to it.
  const mayBeAnimation = kind === 'ANIMATION' && contentType.startsWith('text/plain')
  return mayBeAnimation && isLottie(await file.text()) ? undefined : describeMisfit(kind, file.name)
}

function isLottie(text: string): boolean {
  try {
    const found = JSON.parse(text)
    const hasLayers = Array.isArray(found?.layers) && found.layers.length > 0
    return hasLayers && ['w', 'h', 'fr', 'ip', 'op'].every((field) => typeof found[field] === 'number')
  } catch {
    return false
  }
}

/** What is said of a file that is none for this box. */
export function describeMisfit(kind: BrandFileKind, name: string): string {
  return `${name} is not ${KINDS[kind].words} that can be read.`
}

/** What an animation is filled with; whatever else has a name in it stays as it was made. */
const FILLED = {
  text: ['title', 'artist', 'album', 'text'],
  colour: ['accent', 'accent2', 'text', 'background'],
  image: ['cover', 'logo'],
} as const

export function listFilled(slots: NonNullable<Asset['animation']>['slots']): string[] {
  const found = (['text', 'colour', 'image'] as const).flatMap((kind) => {
    const own = new Set(slots[kind].map((name) => name.toLowerCase()))
    return FILLED[kind].filter((name) => own.has(name))
  })
  return [...new Set(found)]
}
