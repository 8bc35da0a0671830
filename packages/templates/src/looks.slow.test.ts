import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { prepareCandidate, TEMPLATE_CHECKS } from './authoring/check-template.ts'
import { writePreview } from './authoring/preview-template.ts'
import { readTemplate } from './load-templates.ts'

const LOOKS = fileURLToPath(new URL('../looks/', import.meta.url))
const home = await mkdtemp(join(tmpdir(), 'songreel-looks-'))
after(() => rm(home, { recursive: true }))

// Looks pass the examination that templates pass.
for (const name of await readdir(LOOKS)) {
  const folder = join(home, name)
  await cp(join(LOOKS, name), folder, { recursive: true })
  const loaded = await readTemplate(pathToFileURL(`${folder}/`), name)
  await writePreview(loaded)
  describe(loaded.template.contentId, () => {
    for (const { name: question, check } of TEMPLATE_CHECKS) {
      test(question, async () => check(await prepareCandidate(loaded)))
    }
  })
}
