import { maskToken } from './choose-server.ts'
import type { OutputFlags } from './output-form.ts'
import { listColumns, printDone, printLines, printList } from './print-records.ts'
import { findProfilesFile, getProfile, readProfiles, writeProfiles } from './profiles.ts'

type ProfileFlags = OutputFlags & { quiet?: boolean }

/** `songreel config`: the profiles, without their tokens. */
export async function listProfiles(flags: ProfileFlags): Promise<undefined> {
  const { current, profiles } = await readProfiles()
  const rows = Object.entries(profiles).map(([name, { url, token }]) => ({
    profile: name,
    url,
    token: maskToken(token),
    current: name === current ? 'current' : '',
  }))
  if (rows.length > 0 || flags.json || flags.output === 'json')
    printList(rows, { columns: listColumns('profile', 'url', 'token', 'current'), idField: 'profile', flags })
  printDone(rows.length > 0 ? findProfilesFile() : 'No profiles yet. Make one: songreel login <url>', {
    flags,
  })
}

/** `songreel config use`: from now on this one is meant when none is named. */
export async function switchProfile(name: string, flags: ProfileFlags): Promise<undefined> {
  const stored = await readProfiles()
  const { url } = getProfile(stored, name)
  await writeProfiles({ ...stored, current: name })
  printDone(`${name} is current: ${url}`, { flags })
  printLines([name])
}

/** `songreel config remove`: forgets a server and its token. */
export async function removeProfile(name: string, flags: ProfileFlags): Promise<undefined> {
  const stored = await readProfiles()
  getProfile(stored, name)
  const { [name]: _, ...profiles } = stored.profiles
  const current = stored.current === name ? undefined : stored.current
  await writeProfiles({ ...(current !== undefined && { current }), profiles })
  printDone(`${name} is removed. The token itself still works; to end it: songreel orgs rotate-token`, {
    flags,
  })
  printLines([name])
}
