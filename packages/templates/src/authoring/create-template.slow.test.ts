import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { prepareCandidate, TEMPLATE_CHECKS } from './check-template.ts'
import { createTemplate } from './create-template.ts'

const home = await mkdtemp(join(tmpdir(), 'songreel-template-'))
after(() => rm(home, { recursive: true }))
// Outside of the repository the kit is found through a link.
await symlink(fileURLToPath(new URL('../../../../node_modules', import.meta.url)), join(home, 'node_modules'))

const STARTS = {
  template: await createTemplate('neon-pulse', home),
  look: await createTemplate('paper-moon', home, { look: true }),
}

for (const [kind, created] of Object.entries(STARTS)) {
  describe(`a new ${kind} passes the examination as it is`, () => {
    for (const { name, check } of TEMPLATE_CHECKS)
      test(name, async () => check(await prepareCandidate(created)))
  })
}
