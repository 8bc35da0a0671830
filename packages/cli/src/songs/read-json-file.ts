import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { text } from 'node:stream/consumers'
import { inputError } from '../cli-error.ts'
import { cleanText } from '../print.ts'
import { findFile } from './find-file.ts'

/** The JSON object in a file, or on stdin (`-`). */
export async function readJsonFile(path: string, example: string): Promise<Record<string, unknown>> {
  const isStdin = path === '-'
  const said = isStdin ? await text(process.stdin) : await readFile(await findFile(path, 'data'), 'utf8')
  const name = isStdin ? 'stdin' : cleanText(basename(path))
  let value: unknown
  try {
    value = JSON.parse(said)
  } catch (error) {
    throw inputError(`${name} is not valid JSON: ${describeJsonError(error as Error)}.`, error)
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value }
  throw inputError(`${name} must hold one JSON object, such as ${example}.`)
}

/** Where it stops being JSON, without the whole text around it. */
function describeJsonError({ message }: Error): string {
  const problem = message.replace(/,? \.*"[\s\S]*" is not valid JSON$/, '').replace(/ in JSON at/, ' at')
  return cleanText(problem.charAt(0).toLowerCase() + problem.slice(1)) || 'it is empty'
}
