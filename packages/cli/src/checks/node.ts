import type { Check } from './check.ts'

/** The version of Node. An older one does not come this far: bin/songreel.cjs stops it. */
export const nodeCheck: Check = {
  name: 'Node',
  fix: 'get a newer one from https://nodejs.org',
  run: async () => ({ status: 'GOOD', text: `${process.versions.node} (needs 22.18)` }),
}
