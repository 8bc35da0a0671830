import type { VideoCodec } from '../../packages/render/src/encode/codecs/codec.ts'
import { h264 } from '../../packages/render/src/encode/codecs/h264.ts'
import { chooseX264Instructions } from '../../packages/render/src/encode/codecs/x264-instructions.ts'

/** Encoder settings on trial. */
export type Candidate = { name: string; codec: VideoCodec }

const LEAN = 'mbtree=1:rc-lookahead=8:b-adapt=0:b-pyramid=none:weightp=0:scenecut=0'

/** What the fine settings replaced: the first of the list, which all others are measured against. */
const BEFORE = `crf=20:${LEAN}`

/** What an earlier search recommended; docs/decisions/0007-encoder-settings.md says why it is not enough. */
const DARK_BIAS = `crf=16:${LEAN}:bframes=5:aq-mode=3`

/** The settings before, those of the product, an alternative, and whatever stands behind `--try`. */
export function listCandidates(tries: string[]): { candidates: Candidate[]; chosen: Candidate } {
  const chosen = { name: 'chosen', codec: h264 }
  const tried = tries.map((params) => ({ name: params, codec: codecOf(`${LEAN}:${params}`) }))
  const before = { name: 'before', codec: codecOf(BEFORE) }
  const darkBias = { name: 'dark bias', codec: codecOf(DARK_BIAS) }
  return { candidates: [before, chosen, darkBias, ...tried], chosen }
}

function codecOf(params: string): VideoCodec {
  return {
    ...h264,
    options: ({ fps }) => ({
      preset: 'superfast',
      profile: 'high',
      'x264-params': `${params}:keyint=${2 * fps}:open-gop=0:stitchable=1:${chooseX264Instructions()}`,
    }),
  }
}
