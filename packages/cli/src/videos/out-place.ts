import { stat } from 'node:fs/promises'
import { basename, dirname, extname } from 'node:path'
import { OUTPUT_FORMATS } from '@songreel/render/start'
import { inputError, usageError } from '../cli-error.ts'
import { cleanText } from '../print.ts'

/** Where videos go: a folder, and a name where the caller chose one. Paths are as the caller wrote them. */
export type OutPlace = { folder: string; name?: string }

const ENDINGS = new Set(
  [...Object.values(OUTPUT_FORMATS).map(({ extension }) => extension), 'png', 'm4v'].map(
    (each) => `.${each}`,
  ),
)

/** Understands `--out`: an existing or new folder, or the name of one file. */
export async function chooseOutPlace(
  out: string | undefined,
  { ending, fileCount, isSeries = false }: { ending: string; fileCount: number; isSeries?: boolean },
): Promise<OutPlace> {
  if (out === undefined) return { folder: '.' }
  const found = await stat(out).catch(() => undefined)
  const looksLikeFile = !/[/\\]$/.test(out) && ENDINGS.has(extname(out).toLowerCase())
  if (found?.isDirectory() || (!found && !looksLikeFile)) return { folder: out }
  if (!looksLikeFile)
    throw inputError(`--out ${cleanText(out)} is a file that is there already, and no folder.`)
  if (isSeries)
    throw usageError(`--out ${cleanText(out)} names one file, but there are several songs. Give a folder.`)
  if (fileCount > 1) {
    throw usageError(`--out ${cleanText(out)} names one file, but there will be ${fileCount}. Give a folder.`)
  }
  if (extname(out).toLowerCase() !== `.${ending}`) {
    throw usageError(`--out ${cleanText(out)} does not end in .${ending}. For another kind of file: --format`)
  }
  return { folder: dirname(out), name: basename(out) }
}
