import { existsSync } from 'node:fs'
import { formatBytes } from '@songreel/contract/format-bytes'
import { readFreeBytes } from '../videos/disk-room.ts'
import type { Check, CheckResult } from './check.ts'

/** The server lets renders wait below this. */
const REFUSED_BYTES = 1024 ** 3
const TIGHT_BYTES = 5e9

/** Room where the server keeps its files, or here when there is no server yet. */
export const diskCheck: Check = {
  name: 'Disk',
  fix: 'free some, or move the data folder: songreel serve --data <folder>',
  async run({ dataFolder }) {
    const folder = existsSync(dataFolder) ? dataFolder : '.'
    return judgeRoom(await readFreeBytes(folder), folder === '.' ? 'this folder' : folder)
  },
}

/** Whether that many free bytes are enough. */
export function judgeRoom(freeBytes: number, where: string): CheckResult {
  const text = `${formatBytes(freeBytes)} free in ${where}`
  if (freeBytes >= TIGHT_BYTES) return { status: 'GOOD', text }
  const status = freeBytes >= REFUSED_BYTES ? 'WARNING' : 'PROBLEM'
  return { status, text: `${text}; below ${formatBytes(REFUSED_BYTES)} new renders wait` }
}
