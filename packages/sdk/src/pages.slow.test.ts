import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { startFlow } from '@songreel/server/testing/start-flow.ts'
import { makeTestSong } from '@songreel/server/testing/test-song.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const { url, token } = await startFlow({ after })

// Inside of the clone, where its packages are found.
mkdirSync(join(ROOT, 'build'), { recursive: true })
const folder = mkdtempSync(join(ROOT, 'build', 'pages-'))
after(() => rmSync(folder, { recursive: true, force: true }))
writeFileSync(join(folder, 'Odalys Wren - Tin Lanterns.mp3'), makeTestSong(1))
const cover = await fetch(`${url}/demo/cover.jpg`)
writeFileSync(join(folder, 'cover.jpg'), Buffer.from(await cover.arrayBuffer()))

const CLIENT = "import { Songreel } from '@songreel/sdk'\nconst songreel = new Songreel()\n"

/** The code of each section of a page, run as one program; those after the quick start have its client. */
for (const page of ['docs/sdk.md', 'packages/sdk/README.md']) {
  const sections = readFileSync(join(ROOT, page), 'utf8').split(/^## /m)
  for (const section of sections) {
    const code = [...section.matchAll(/^```ts\n(.*?)^```/gms)].map(([, block = '']) => block).join('\n')
    const [title = ''] = section.split('\n')
    if (code) test(`${page}, ${title}: its code runs`, () => run(code))
  }
}

async function run(code: string): Promise<void> {
  const file = join(folder, 'section.ts')
  writeFileSync(file, code.includes('new Songreel()') ? code : CLIENT + code)
  const env = { PATH: process.env.PATH, SONGREEL_URL: url, SONGREEL_TOKEN: token }
  const { stderr } = await promisify(execFile)(process.execPath, [file], { cwd: folder, env })
  assert.equal(stderr, '')
}
