import type { VideoCodec } from '../../packages/render/src/encode/formats/format.ts'
import { mp4 } from '../../packages/render/src/encode/formats/mp4.ts'
import { chooseX264Instructions } from '../../packages/render/src/encode/x264-instructions.ts'

/** Encoder settings on trial. */
export type Candidate = { name: string; codec: VideoCodec }

const LEAN = 'mbtree=1:rc-lookahead=8:b-adapt=0:b-pyramid=none:weightp=0:scenecut=0'

/** What the fine settings replaced: the first of the list, which all others are measured against. */
const BEFORE = `crf=20:${LEAN}`

/** Found good by others or by an earlier search, and why not chosen: see docs/decisions/0007-encoder-settings.md. */
const OTHERS = {
  'bframes 5': `${BEFORE}:bframes=5`,
  'dark bias': `crf=16:${LEAN}:bframes=5:aq-mode=3`,
}

/** The settings before, those of the product, a few others, and whatever stands behind `--try`. */
export function listCandidates(tries: string[]): { candidates: Candidate[]; chosen: Candidate } {
  const chosen = { name: 'chosen', codec: mp4.video }
  const others = Object.entries(OTHERS).map(([name, params]) => ({ name, codec: codecOf(params) }))
  const tried = tries.map((params) => ({ name: params, codec: codecOf(`${LEAN}:${params}`) }))
  return { candidates: [{ name: 'before', codec: codecOf(BEFORE) }, chosen, ...others, ...tried], chosen }
}

function codecOf(params: string): VideoCodec {
  return {
    ...mp4.video,
    options: ({ fps }) => ({
      preset: 'superfast',
      profile: 'high',
      'x264-params': `${params}:keyint=${2 * fps}:open-gop=0:stitchable=1:${chooseX264Instructions()}`,
    }),
  }
}
