import type { OutputFormat } from '../../plan/render-plan.ts'
import type { FormatSpec } from './format.ts'
import { gif } from './gif.ts'
import { mov } from './mov.ts'
import { mp4 } from './mp4.ts'
import { webm } from './webm.ts'

const FORMATS: Record<OutputFormat, FormatSpec> = { MP4: mp4, GIF: gif, WEBM: webm, MOV: mov }

/** The description of an output format. */
export function getFormat(format: OutputFormat): FormatSpec {
  return FORMATS[format]
}
