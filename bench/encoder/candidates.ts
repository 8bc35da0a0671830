import type { SegmentCodec } from '@songreel/render/testing/decode-luma.ts'
import type { VideoCodec } from '../../packages/render/src/encode/codecs/codec.ts'
import { h264 } from '../../packages/render/src/encode/codecs/h264.ts'
import { vp9 } from '../../packages/render/src/encode/codecs/vp9.ts'
import { chooseX264Instructions } from '../../packages/render/src/encode/codecs/x264-instructions.ts'

/** Encoder settings on trial. */
export type Candidate = { name: string; codec: VideoCodec; segmentCodec: SegmentCodec }

const LEAN = 'mbtree=1:rc-lookahead=8:b-adapt=0:b-pyramid=none:weightp=0:scenecut=0:force-cfr=1'

/** What kept the dither (docs/decisions/0007-encoder-settings.md): the first of the list, which all others are measured against. */
const BEFORE = [
  `crf=9.5:${LEAN}:rc-lookahead=7:aq-mode=3:aq-strength=1.7:qcomp=0.1`,
  'no-dct-decimate=1:deadzone-intra=0:chroma-qp-offset=6:bframes=5:subme=0:partitions=none',
].join(':')

/** The settings before, those of the product, and whatever stands behind `--try`; with `--webm` those of WEBM, too. What the product makes is judged. */
export function listCandidates(
  tries: string[],
  hasWebm: boolean,
): { candidates: Candidate[]; judged: Candidate[] } {
  const chosen: Candidate = { name: 'chosen', codec: h264, segmentCodec: 'h264' }
  const before = ofParams('before', BEFORE)
  const tried = tries.map((params) => ofParams(params, `${LEAN}:${params}`))
  const webm: Candidate[] = hasWebm ? [{ name: 'WEBM', codec: vp9, segmentCodec: 'vp9' }] : []
  return { candidates: [before, chosen, ...webm, ...tried], judged: [chosen, ...webm] }
}

function ofParams(name: string, params: string): Candidate {
  const codec: VideoCodec = {
    ...h264,
    options: ({ fps }) => ({
      preset: 'superfast',
      profile: 'high',
      'x264-params': `${params}:keyint=${2 * fps}:open-gop=0:stitchable=1:${chooseX264Instructions()}`,
    }),
  }
  return { name, codec, segmentCodec: 'h264' }
}
