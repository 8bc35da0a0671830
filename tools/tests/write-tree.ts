import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** For tests of the runner: a small repository in a folder of its own, with these files. */
export async function writeTree(
  t: { after(fn: () => Promise<void>): void },
  files: Record<string, string>,
): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'songreel-runner-'))
  t.after(() => rm(root, { recursive: true, force: true }))
  for (const home of ['packages', 'tools', 'bench', 'eval']) await mkdir(join(root, home))
  for (const [file, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, file)), { recursive: true })
    await writeFile(join(root, file), text)
  }
  return root
}
