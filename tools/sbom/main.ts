import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { composeBom } from './compose-bom.ts'
import { readCanvas } from './read-canvas.ts'
import { readInstalled } from './read-lock.ts'

// npm run sbom [file]: the bill of materials of an install, as CycloneDX 1.6, in build/songreel.cdx.json if no file is named.
// The same sources give the same bytes; with SOURCE_DATE_EPOCH it also has a time.

const ROOT = resolve(import.meta.dirname, '../..')
const [file = join(ROOT, 'build/songreel.cdx.json')] = process.argv.slice(2)
const { SOURCE_DATE_EPOCH: epoch } = process.env

const bom = composeBom(readInstalled(ROOT), {
  canvas: readCanvas(ROOT),
  madeAt: epoch ? new Date(Number(epoch) * 1000) : undefined,
})
await mkdir(dirname(file), { recursive: true })
await writeFile(file, `${JSON.stringify(bom, null, 2)}\n`)
const inside = bom.components.flatMap(({ components = [] }) => components)
console.log(
  `${relative(process.cwd(), file)}  ${bom.components.length} packages, ${inside.length} parts inside them`,
)
