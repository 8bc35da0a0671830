// Builds the pages into a folder: `node build.ts`, or `node build.ts <folder>`. Everybody who needs them built runs this.
import { writeFile } from 'node:fs/promises'
import { join, relative, resolve, sep } from 'node:path'
import { build, type Plugin } from 'vite'

const HERE = import.meta.dirname

process.chdir(HERE)
const startedAtMs = Date.now()
const outDir = resolve(process.argv[2] ?? 'dist')
const sources = new Set<string>()

await build({ logLevel: 'error', build: { outDir, emptyOutDir: true }, plugins: [noteSources()] })
// The reference is written by servers, from what they know of their API: one module for them, with all that it needs.
await build({
  logLevel: 'error',
  ssr: { noExternal: true },
  build: {
    outDir,
    emptyOutDir: false,
    ssr: 'src/docs/render-docs.tsx',
    manifest: false,
    rolldownOptions: { output: { codeSplitting: false } },
  },
  plugins: [noteSources()],
})
await writeFile(join(outDir, 'sources.json'), JSON.stringify({ startedAtMs, sources: [...sources].sort() }))

/** Notes which files outside of this folder the pages are made from: a start builds again when one of them changes. */
function noteSources(): Plugin {
  return {
    name: 'note-sources',
    buildEnd() {
      for (const id of this.getModuleIds()) {
        const [file = ''] = id.split('?', 1)
        const isOurs = file.startsWith(sep) && !file.includes(`${sep}node_modules${sep}`)
        const path = relative(HERE, file)
        if (isOurs && path.startsWith('..')) sources.add(path)
      }
    },
  }
}
