import type { ProbeEnd } from './probe-many.ts'

const FAULTS = new Set(['CRASHED', 'HUNG', 'INTERNAL'])

/** What is wrong with how files ended, one line each; nothing is wrong when there is none. */
export function judgeEnds(ends: ProbeEnd[]): string[] {
  return ends.flatMap(({ file, code, message, stack }) => {
    if (FAULTS.has(code)) return [`${file.name}: ${code} ${stack ?? message}`]
    if (code === 'READABLE') return file.mustFail ? [`${file.name}: was taken as good`] : []
    return message.includes(file.name) ? [] : [`${file.name}: ${code} does not name the file: ${message}`]
  })
}
