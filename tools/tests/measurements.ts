import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** What each test file took when it last ran. */
export type Measurements = Record<string, { tests: number; cpuSecs: number; wallSecs: number }>

const FILE = 'node_modules/.cache/tests.json'

/** What was measured in earlier runs; nothing if there was none. */
export function readMeasurements(root: string): Measurements {
  try {
    return JSON.parse(readFileSync(join(root, FILE), 'utf8'))
  } catch {
    return {}
  }
}

/** Keeps what was measured now beside what is known of the other files that still exist, the most expensive first. */
export function keepMeasurements(root: string, measured: Measurements, existing: string[]): void {
  const all = Object.entries({ ...readMeasurements(root), ...measured })
  const kept = all.filter(([file]) => existing.includes(file)).sort(([, a], [, b]) => b.cpuSecs - a.cpuSecs)
  mkdirSync(dirname(join(root, FILE)), { recursive: true })
  writeFileSync(join(root, FILE), `${JSON.stringify(Object.fromEntries(kept), null, 1)}\n`)
}
