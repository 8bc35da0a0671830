import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { rolldown } from 'rolldown'

/** What a page gains that imports this door of a package: bundled, minified and gzipped, with what the package needs. */
export async function measureInBrowser(home: string, door: string): Promise<number> {
  const folder = await mkdtemp(join(home, 'page-'))
  try {
    const input = join(folder, 'page.js')
    await writeFile(input, `export * from '${door}'\n`)
    const bundle = await rolldown({ input, platform: 'browser' })
    const { output } = await bundle.generate({ format: 'esm', minify: true })
    await bundle.close()
    return output.reduce(
      (bytes, file) => bytes + gzipSync('code' in file ? file.code : file.source).length,
      0,
    )
  } finally {
    await rm(folder, { recursive: true })
  }
}
