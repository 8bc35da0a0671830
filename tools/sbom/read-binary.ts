import type { BinaryMark } from './binary-marks.ts'

/** What a binary tells about one library. */
export type Told = { isThere: boolean; version?: string }

const WINDOW = 120

/** Looks for a library's mark and, if it has one, for the version beside it. A text may stand there for others, too: each place is tried. */
export function readMark(binary: Buffer, { text, version, decode = String }: BinaryMark): Told {
  let isThere = false
  for (let at = binary.indexOf(text); at >= 0; at = binary.indexOf(text, at + 1)) {
    isThere = true
    if (!version) break
    const end = at + text.length
    const found =
      'after' in version
        ? version.after.exec(binary.toString('latin1', end, end + WINDOW))
        : version.before.exec(binary.toString('latin1', Math.max(0, at - WINDOW), at))
    if (found?.[1]) return { isThere, version: decode(found[1]) }
  }
  return { isThere }
}

/** The libraries that FFmpeg's configuration names: what follows `--enable-`. */
export function listEnabled(configuration: string): string[] {
  return [...configuration.matchAll(/--enable-(\S+)/g)].map(([, name = '']) => name)
}
