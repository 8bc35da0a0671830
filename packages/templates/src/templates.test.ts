import { describe, test } from 'node:test'
import { EXAMINATION, prepareCandidate } from './examine-template.ts'
import { loadTemplates } from './load-templates.ts'

for (const loaded of (await loadTemplates()).values()) {
  describe(loaded.template.contentId, () => {
    for (const { name, ask } of EXAMINATION) {
      test(name, async () => ask(await prepareCandidate(loaded)))
    }
  })
}
