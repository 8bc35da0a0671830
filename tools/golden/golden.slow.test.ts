import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { before, describe, test } from 'node:test'
import { type Golden, MACHINE_KIND, takeGolden } from './take-golden.ts'

const FILE = new URL(`./${MACHINE_KIND}.json`, import.meta.url)
const RECORD = 'then run npm run record-golden and commit what it writes'
const RAISE_ENGINE = `raise ENGINE_VERSION in packages/render/src/plan/engine-version.ts, ${RECORD}`

const skip = existsSync(FILE)
  ? false
  : `nothing is recorded for ${MACHINE_KIND}: npm run record-golden on such a machine`

// Each test is skipped, not the group: a file in which no test is counted looks like one that broke.
describe('what changes in videos and analyses shows in the numbers that identify them', () => {
  let recorded: Golden
  let seen: Golden
  before(async () => {
    if (skip) return
    recorded = JSON.parse(readFileSync(FILE, 'utf8'))
    seen = await takeGolden()
  })

  test('pictures', { skip }, () => {
    const changed = Object.entries(seen.templates).filter(
      ([contentId, { frames }]) => recorded.templates[contentId]?.frames !== frames,
    )
    const names = changed.map(([contentId]) => contentId).join(', ')
    assert.equal(
      names,
      '',
      `${names}: other pictures than before. Raise the template's version or, if the cause is shared, ${RAISE_ENGINE}`,
    )
    assert.deepEqual(seen.templates, recorded.templates, RECORD)
  })

  test('encoding', { skip }, () =>
    assert.equal(seen.video, recorded.video, `another file than before: ${RAISE_ENGINE}`),
  )

  test('analysis', { skip }, () =>
    assert.equal(
      seen.analysis,
      recorded.analysis,
      `other figures than before: raise ANALYSIS_VERSION in packages/audio/src/analysis-cache.ts, ${RECORD}`,
    ),
  )

  test('versions', { skip }, () => {
    assert.equal(seen.engineVersion, recorded.engineVersion, RECORD)
    assert.equal(seen.analysisVersion, recorded.analysisVersion, RECORD)
  })
})
