import { parseArgs } from 'node:util'
import { StartError } from '../start-error.ts'
import type { EndingFlags } from './read-until.ts'
import { runServer } from './run-server.ts'
import { reportStartFailure } from './start-failure.ts'

const SETTINGS = {
  port: 'SONGREEL_PORT',
  host: 'SONGREEL_HOST',
  data: 'SONGREEL_DATA_DIR',
  'public-url': 'SONGREEL_PUBLIC_URL',
} as const

/** The program without the command line (`npm start -- …`): it takes the same options as `songreel serve`. */
export async function runProgram(words: readonly string[]): Promise<number> {
  let read: ReturnType<typeof readWords>
  try {
    read = readWords(words)
  } catch (error) {
    return reportStartFailure(error)
  }
  return runServer(read.flags, read.ending)
}

function readWords(words: readonly string[]): { flags: Record<string, string>; ending: EndingFlags } {
  const { api, worker, once, 'until-idle': untilIdle, ...rest } = parseWords(words)
  if (api && worker)
    throw refuse('--api and --worker exclude each other; without either the server does both.')
  const role = api ? 'api' : worker ? 'worker' : undefined
  const settings = Object.entries(rest).map(([name, value]) => [
    SETTINGS[name as keyof typeof SETTINGS],
    value,
  ])
  return {
    flags: { ...Object.fromEntries(settings), ...(role && { SONGREEL_ROLE: role }) },
    // An empty word stands for the option without a number; with one it is refused by itself.
    ending: { once, untilIdle: untilIdle === '' ? true : untilIdle },
  }
}

function parseWords(words: readonly string[]) {
  const text = { type: 'string' } as const
  const flag = { type: 'boolean' } as const
  const options = {
    ...{ port: text, host: text, data: text, 'public-url': text },
    ...{ api: flag, worker: flag, once: flag, 'until-idle': text },
  }
  try {
    const args = words.map((word) => (word === '--until-idle' ? '--until-idle=' : word))
    return parseArgs({ args, options }).values
  } catch (error) {
    throw refuse((error as Error).message, error)
  }
}

function refuse(message: string, cause?: unknown): StartError {
  return new StartError('ARGUMENTS_INVALID', { message, cause })
}
