import { formatBytes } from '@songreel/contract/format-bytes'
import type { Limits } from '@songreel/sdk'
import { songreel } from '../../client.ts'
import { Card } from '../../components/card.tsx'
import { useRead } from '../../data/use-read.ts'
import { formatSecs } from '../../format/format.ts'

/** Every bound that people meet; `GET /v1/limits` has the rest. */
export function LimitsCard() {
  const { value } = useRead(() => songreel.service.limits())
  return (
    <Card title="Limits" aside={<span class="soft small">set by the operator</span>}>
      <dl class="facts">
        {value &&
          listLimits(value).map(([name, limit]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{limit}</dd>
            </div>
          ))}
      </dl>
    </Card>
  )
}

function listLimits({ requests, storage, ...limits }: Limits): [name: string, limit: string][] {
  const used = formatBytes(storage.usedBytes)
  return [
    ['Stored', storage.bytes === 0 ? used : `${used} of ${formatBytes(storage.bytes)}`],
    [
      'Requests',
      requests.count === 0 ? 'no limit' : `${requests.count} in ${formatSecs(requests.windowSecs)}`,
    ],
    ['Videos per batch', String(limits.videosPerBatch)],
    ['A song', `${formatBytes(limits.audio.bytes)}, ${formatSecs(limits.audio.durationSecs)}`],
    ['A cover', `${formatBytes(limits.image.bytes)}, ${Math.round(limits.image.pixels / 1e6)} megapixels`],
    ['A video of a song', formatBytes(limits.video.bytes)],
    ['An upload', formatBytes(limits.upload.bytes)],
    ['Length of a video', formatSecs(limits.render.outputSecs)],
    ['Work on a video', formatSecs(limits.render.workSecs)],
  ]
}
