import type { AssetKind } from '@songreel/contract'
import type { Config } from '../config/config.ts'

/** How large a file of a kind may be. */
export function getMaxBytes(kind: AssetKind, config: Config): number {
  const limits: Record<AssetKind, number> = {
    IMAGE: config.maxImageBytes,
    AUDIO: config.maxAudioBytes,
    VIDEO: config.maxVideoBytes,
    TEXT: config.maxLyricsBytes,
    LOGO: config.maxLogoBytes,
    FONT: config.maxFontBytes,
  }
  return limits[kind]
}
