import { gzipSync } from 'node:zlib'
import { build } from 'esbuild-wasm'

/** What a page gains that imports this door of a package: bundled, minified and gzipped, with what the package needs. */
export async function measureInBrowser(home: string, door: string): Promise<number> {
  const { outputFiles } = await build({
    stdin: { contents: `export * from '${door}'`, resolveDir: home },
    platform: 'browser',
    format: 'esm',
    target: 'esnext',
    bundle: true,
    minify: true,
    write: false,
  })
  return outputFiles.reduce((bytes, { contents }) => bytes + gzipSync(contents, { level: 9 }).length, 0)
}
