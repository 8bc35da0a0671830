import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { inputError, usageError } from '../cli-error.ts'
import { createPaint, showSentence } from '../print.ts'
import { checkUrl, findLocalToken, isThisMachine, LOCAL_URL, type Server } from './choose-server.ts'
import { openClient } from './open-client.ts'
import { printDone, printJson, printLines } from './print-records.ts'
import { DEFAULT_PROFILE, findProfilesFile, readProfiles, writeProfiles } from './profiles.ts'
import { toRemoteError } from './to-remote-error.ts'

type LoginFlags = { profile?: string; tokenFile?: string; json?: boolean; quiet?: boolean }

/** `songreel login`: tries the token, keeps it, and makes its profile the current one. */
export async function logIn(
  address: string | undefined,
  { profile: name = DEFAULT_PROFILE, tokenFile, ...flags }: LoginFlags,
  { signal }: { signal: AbortSignal },
): Promise<undefined> {
  if (name === '') throw usageError('--profile needs a name.')
  const url = checkUrl(address ?? (process.env.SONGREEL_URL || LOCAL_URL))
  const token = await findToken(url, tokenFile)
  const server: Server = { url, token, from: address ? 'as given' : 'by default' }
  const { orgId, name: orgName } = await openClient(server)
    .organizations.get(undefined, { signal })
    .catch((error: unknown) => {
      throw toRemoteError(error, server)
    })
  const { profiles } = await readProfiles()
  await writeProfiles({ current: name, profiles: { ...profiles, [name]: { url, token } } })
  const file = findProfilesFile()
  printDone(`Signed in to ${url} as ${orgName}. Profile ${name} in ${file}`, { flags })
  if (url.startsWith('http:') && !isThisMachine(url) && !flags.quiet)
    warn(`${url} is not encrypted: others on the way can read the token.`)
  if (flags.json) printJson({ profile: name, url, orgId, name: orgName, file })
  else printLines([orgId])
}

/** A flag would leave it in the shell's history, so it comes from a file, from stdin, or from the environment. */
async function findToken(url: string, file: string | undefined): Promise<string> {
  if (file !== undefined) {
    const token = (file === '-' ? await text(process.stdin) : await readFile(file, 'utf8')).trim()
    if (/^[\x21-\x7e]+$/.test(token)) return token
    const what = token === '' ? 'is empty' : 'must hold one token and nothing else'
    throw inputError(`${file === '-' ? 'stdin' : file} ${what}.`)
  }
  const token = process.env.SONGREEL_TOKEN || (await findLocalToken(url))
  if (token) return token
  throw usageError(
    `Which token? Put it in a file, --token-file <file> (- for stdin), or in SONGREEL_TOKEN. On the server's machine: songreel token show`,
  )
}

function warn(sentence: string): void {
  process.stderr.write(`${showSentence('warning', sentence, createPaint(process.stderr))}\n`)
}
