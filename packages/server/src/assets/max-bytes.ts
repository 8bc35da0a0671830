import type { AssetKind } from '@songreel/contract'
import type { Config } from '../config/config.ts'

/** What the engine reads of an animation. */
export const MAX_ANIMATION_BYTES = 2 * 1024 ** 2

/** How large a file of a kind may be. */
export function getMaxBytes(kind: AssetKind, config: Config): number {
  const limits: Record<AssetKind, number> = {
    IMAGE: config.maxImageBytes,
    AUDIO: config.maxAudioBytes,
    VIDEO: config.maxVideoBytes,
    TEXT: config.maxLyricsBytes,
    LOGO: config.maxLogoBytes,
    FONT: config.maxFontBytes,
    ANIMATION: MAX_ANIMATION_BYTES,
  }
  return limits[kind]
}
