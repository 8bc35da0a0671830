import { basename, dirname, relative, resolve } from 'node:path'
import { createTemplate } from '@songreel/templates/create'
import { usageError } from '../cli-error.ts'
import { makeFolder } from '../make-folder.ts'
import { cleanText, createPaint } from '../print.ts'

/** `songreel templates new`: makes a folder that can be drawn at once, wherever it lies; its path goes to stdout. */
export async function createOwnTemplate(place: string): Promise<undefined> {
  const target = resolve(place)
  await makeFolder(dirname(target))
  const { folder } = await createTemplate(basename(target), dirname(target), { isPackage: true }).catch(
    (error: unknown) => {
      throw error instanceof RangeError ? usageError(error.message, error) : error
    },
  )
  const path = cleanText(relative(process.cwd(), folder) || '.')
  process.stdout.write(`${path}\n`)
  if (!process.stderr.isTTY) return
  const paint = createPaint(process.stderr)
  const lines = [
    `  ${paint('bold', `${path}/template.ts`)}    edit this`,
    `  ${path}/fixture.json   the song and data that it is shown with`,
    '',
    `  songreel studio ${path}            see it while you edit`,
    `  songreel templates check ${path}   the examination`,
    `  SONGREEL_TEMPLATES=${path} songreel serve`,
  ]
  process.stderr.write(`\n${lines.join('\n')}\n\n`)
}
