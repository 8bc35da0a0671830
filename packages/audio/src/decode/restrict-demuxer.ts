import type { FormatContext } from 'node-av/lib'

/** What FFmpeg calls the formats that one of its demuxers reads, where that is more than its own name. */
const FORMAT_NAMES: Readonly<Record<string, string>> = {
  mov: 'mov,mp4,m4a,3gp,3g2,mj2',
  matroska: 'matroska,webm',
}

/** Before a file is opened: a demuxer may read this file and no other, in this format, and look into it with these decoders. */
export function restrictDemuxer(demuxer: FormatContext, format: string, decoders: Iterable<string>): void {
  demuxer.setOption('protocol_whitelist', 'file')
  demuxer.setOption('format_whitelist', FORMAT_NAMES[format] ?? format)
  demuxer.setOption('codec_whitelist', [...decoders].join(','))
}
