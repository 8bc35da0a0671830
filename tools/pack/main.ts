import { rm } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { packPackages, ROOT } from './pack-packages.ts'

// npm run pack [folder]: the tarballs that are published, in build/tarballs if no folder is named.

const OWN = join(ROOT, 'build', 'tarballs')

const [folder = OWN] = process.argv.slice(2)
// Of an earlier version: whoever installs build/tarballs/*.tgz would get both.
if (folder === OWN) await rm(OWN, { recursive: true, force: true })
for (const { file, packedBytes, unpackedBytes, files } of await packPackages(folder)) {
  const sizes = `${toKb(packedBytes)} packed, ${toKb(unpackedBytes)} unpacked, ${files.length} files`
  console.log(`${relative(process.cwd(), file)}  ${sizes}`)
}

function toKb(bytes: number): string {
  return `${Math.ceil(bytes / 1024)} KB`
}
