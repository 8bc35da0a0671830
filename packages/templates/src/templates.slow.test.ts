import { describe, test } from 'node:test'
import { prepareCandidate, TEMPLATE_CHECKS } from './authoring/check-template.ts'
import { loadTemplates } from './load-templates.ts'

for (const loaded of (await loadTemplates()).values()) {
  describe(loaded.template.contentId, () => {
    for (const { name, check } of TEMPLATE_CHECKS) {
      test(name, async () => check(await prepareCandidate(loaded)))
    }
  })
}
