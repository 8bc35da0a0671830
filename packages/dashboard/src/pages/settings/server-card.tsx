import { formatBytes } from '@songreel/contract/format-bytes'
import { songreel } from '../../client.ts'
import { Card } from '../../components/card.tsx'
import { StatusPill } from '../../components/status-pill.tsx'
import { useRead } from '../../data/use-read.ts'
import { describeError } from '../../format/describe-error.ts'
import { formatCount, formatSecs } from '../../format/format.ts'
import { session } from '../../session/scopes.ts'

/** Version and health, as /readyz gives them. */
export function ServerCard() {
  const { value, error } = useRead(() => songreel.service.readiness({ maxRetries: 0 }))
  const { queue, disk } = value?.checks ?? {}
  const { depth, oldestWaitSecs, workers } = queue ?? {}
  const facts: [name: string, value: string | undefined][] = [
    ['Version', session.value?.version],
    [
      'Queue',
      depth === undefined ? undefined : depth === 0 ? 'empty' : `${formatCount(depth, 'job')} waiting`,
    ],
    ['Longest wait', depth && oldestWaitSecs !== undefined ? formatSecs(oldestWaitSecs) : undefined],
    ['Workers', workers?.toString()],
    ['Disk', disk && `${formatBytes(disk.freeBytes)} free`],
    ['Database', value && 'works'],
    ['File storage', value && 'works'],
  ]
  return (
    <Card
      title="This server"
      aside={(value || error !== undefined) && <StatusPill status={error ? 'NOT_READY' : 'WORKING'} />}
    >
      {error !== undefined && <p>{describeError(error)}</p>}
      <dl class="facts">
        {facts.map(
          ([name, fact]) =>
            fact !== undefined && (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{fact}</dd>
              </div>
            ),
        )}
      </dl>
    </Card>
  )
}
