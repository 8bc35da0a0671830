import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { showTable } from '../print.ts'
import { listPackages } from './list-packages.ts'

const NOTE = `
  songreel's own sources are under the MIT licence.
  The bundled FFmpeg (inside node-av) is under the GPL, version 3: using it here asks nothing of you and your videos
  are yours alone; whoever passes songreel on together with it passes that part on under the GPL.
  The song and the cover of songreel demo are CC0.
`

/** Prints every package that is installed with this program and its licence. */
export async function printLicences({ json }: { json?: boolean }): Promise<void> {
  const packages = await listPackages(await realpath(join(import.meta.dirname, '..', '..')))
  if (json) {
    process.stdout.write(`${JSON.stringify({ packages }, null, 2)}\n`)
    return
  }
  const rows = packages.map(({ name, version, licence }) => [`  ${name}`, version, licence])
  process.stdout.write(`${NOTE}\n${showTable(rows).join('\n')}\n\n`)
}
