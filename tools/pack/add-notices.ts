import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The command line and the server bring everything along; the dashboard's pages have other people's code built in. */
export const WITH_NOTICES = ['songreel', '@songreel/server', '@songreel/dashboard']

/** Adds the notices of third parties to a staged package, if it is one that brings their work. */
export async function addNotices(root: string, target: string): Promise<void> {
  const path = join(target, 'package.json')
  const facts = JSON.parse(await readFile(path, 'utf8'))
  if (!WITH_NOTICES.includes(facts.name)) return
  await cp(join(root, 'THIRD_PARTY_NOTICES'), join(target, 'THIRD_PARTY_NOTICES'))
  const files = [...facts.files, 'THIRD_PARTY_NOTICES']
  await writeFile(path, `${JSON.stringify({ ...facts, files }, null, 2)}\n`)
}
