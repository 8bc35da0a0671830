import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { medianOf, percentileOf } from './service/medians.ts'
import { MAY_FETCH_HERE, startSongHost } from './service/song-host.ts'
import { type Stack, withStack } from './service/stack.ts'
import { measureBrandPage } from './stills/brand-page.ts'
import { measureEditor } from './stills/editor.ts'
import { prepareLabel } from './stills/label.ts'
import type { StillTimes } from './stills/request-still.ts'
import { watchChildren } from './stills/watch-children.ts'

/**
 * How soon stills follow a change of a brand, with the eight looks of its page, and of a look, with its shapes in the editor.
 * `--art` and `--song` name files of your own; `--changes` says how often each is changed.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      art: { type: 'string' },
      song: { type: 'string' },
      changes: { type: 'string', default: '6' },
      json: { type: 'boolean', default: false },
    },
  })
  const { song, art } = values
  const files = song && art ? { song, cover: art } : undefined
  const measured = await withStack({ ...MAY_FETCH_HERE, SONGREEL_ROLE: 'all' }, async (stack) => {
    const host = await startSongHost(stack.folder, files)
    try {
      return await measure(stack, await prepareLabel(stack, host), Number(values.changes))
    } finally {
      host.stop()
    }
  })
  console.log(values.json ? JSON.stringify(measured) : describe(measured))
}

type Measured = { name: string; stills: number; times: StillTimes[]; memoryMb: number }

async function measure(
  stack: Stack,
  label: Awaited<ReturnType<typeof prepareLabel>>,
  changes: number,
): Promise<Measured[]> {
  const found: Measured[] = []
  for (const [name, act] of [
    ['a brand, with eight looks', measureBrandPage],
    ['a look, with all of its shapes', measureEditor],
  ] as const) {
    // The first one starts the children, as whoever opens the page does.
    await act(stack, label, 1)
    const children = watchChildren(stack.api.pid)
    const { times, stills } = await act(stack, label, changes)
    found.push({
      name,
      stills,
      times,
      memoryMb: children.stop(),
    })
  }
  return found
}

function describe(measured: Measured[]): string {
  const [load = ''] = readFileSync('/proc/loadavg', 'utf8').split(' ')
  const ms = (value: number) => `${Math.round(value)}`.padStart(6)
  return [
    `${availableParallelism()} core(s), load ${load}`,
    ...measured.flatMap(({ name, stills, times, memoryMb }) => [
      '',
      `After a change of ${name}: ${stills} stills, the service's children up to ${Math.round(memoryMb)} MB`,
      `${'milliseconds'.padEnd(40)} median    p95`,
      ...times.map(
        ({ name: what, ms: all }) => `${what.padEnd(40)} ${ms(medianOf(all))} ${ms(percentileOf(all, 95))}`,
      ),
    ]),
  ].join('\n')
}
