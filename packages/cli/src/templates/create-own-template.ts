import { basename, dirname, relative, resolve } from 'node:path'
import { createTemplate } from '@songreel/templates/create'
import { usageError } from '../cli-error.ts'
import { makeFolder } from '../make-folder.ts'
import { cleanText, createPaint } from '../print.ts'

/** Code, or a look as JSON; `from` is one of ours. */
export type NewFlags = { json?: boolean; from?: string }

/** `songreel templates new`: makes a folder that can be drawn at once, wherever it lies; its path goes to stdout. */
export async function createOwnTemplate(place: string, { json = false, from }: NewFlags): Promise<undefined> {
  const target = resolve(place)
  await makeFolder(dirname(target))
  const look = from ?? json
  const { folder } = await createTemplate(basename(target), dirname(target), { isPackage: true, look }).catch(
    (error: unknown) => {
      throw error instanceof RangeError ? usageError(error.message, error) : error
    },
  )
  const path = cleanText(relative(process.cwd(), folder) || '.')
  process.stdout.write(`${path}\n`)
  if (!process.stderr.isTTY) return
  const paint = createPaint(process.stderr)
  const lines = [
    `  ${paint('bold', `${path}/template.${look ? 'json' : 'ts'}`)}   edit this`,
    `  ${path}/fixture.json   the song and data that it is shown with`,
    '',
    `  songreel studio ${path}            see it while you edit`,
    `  songreel templates check ${path}   the examination`,
    `  SONGREEL_TEMPLATES=${path} songreel serve`,
  ]
  process.stderr.write(`\n${lines.join('\n')}\n\n`)
}
