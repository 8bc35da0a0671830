import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

type SharedFacts = { author: string; repository: { type: string; url: string } }

/** Adds to a staged package what is the same for all of them and stands in the clone's own package.json: who made it, and where. */
export async function addFacts(root: string, target: string, directory?: string): Promise<void> {
  const { author, repository }: SharedFacts = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  const path = join(target, 'package.json')
  const facts = JSON.parse(await readFile(path, 'utf8'))
  const address = repository.url.replace(/^git\+/, '').replace(/\.git$/, '')
  const added = {
    author,
    homepage: directory ? `${address}/tree/main/${directory}#readme` : `${address}#readme`,
    bugs: { url: `${address}/issues` },
    repository: { ...repository, ...(directory && { directory }) },
  }
  await writeFile(path, `${JSON.stringify({ ...added, ...facts }, null, 2)}\n`)
}
