import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createDie, randomLook, spoil } from '@songreel/kit/testing/random-look.ts'
import { startService } from '../../testing/start-service.ts'

const COUNT = Number(process.env.SONGREEL_HOSTILE_LOOKS ?? 1000)
const { api } = await startService({ after }, { config: { rateLimit: 0, maxLooks: COUNT } })

// What is drawn of such looks is tried in the kit; here it is the way through HTTP, the checks and the database.
test('many looks that nobody would write are stored or refused with their faults, and never break the service', async (t) => {
  const counts = { stored: 0, refused: 0, unread: 0 }
  const slowest = { seed: 0, ms: 0 }
  for (let seed = 1; seed <= COUNT; seed++) {
    const die = createDie(seed)
    // Half of them have words that no body may hold; without those, more of them come through the door.
    const look = seed % 4 === 0 ? randomLook(die) : tidy(randomLook(die))
    const sent = seed % 2 === 0 ? spoil(look, die) : look
    const startMs = performance.now()
    const { status, body } = await api('POST', '/v1/contents', sent ?? null)
    const ms = Math.round(performance.now() - startMs)
    if (ms > slowest.ms) Object.assign(slowest, { seed, ms })
    const told = `seed ${seed}: ${status} ${JSON.stringify(body).slice(0, 300)}`
    assert.ok([201, 400, 422].includes(status), told)
    if (status === 201) {
      counts.stored++
      const path = `/v1/contents/${body.data.contentId}`
      const { contentId: _, version: __, title, description, ...rest } = sent as Record<string, unknown>
      const stored = (await api('GET', path)).body.data?.look ?? {}
      assert.deepEqual(
        { ...stored, title, description },
        { ...JSON.parse(JSON.stringify(rest)), title, description },
        told,
      )
      const again = await api('PUT', path, sent)
      assert.deepEqual([again.status, again.body.data?.version], [200, 1], told)
    } else if (status === 422) {
      counts.refused++
      assert.equal(body.error.code, 'LOOK_INVALID', told)
      assert.ok(body.error.details.length > 0 && body.error.details.length <= 20, told)
    } else counts.unread++
  }
  const rssMb = Math.round(process.memoryUsage.rss() / 2 ** 20)
  t.diagnostic(JSON.stringify({ ...counts, slowest, rssMb }))
  assert.ok(counts.stored >= COUNT / 20 && counts.refused >= COUNT / 10, JSON.stringify(counts))
  const { status, body } = await api('GET', '/v1/contents')
  assert.equal(status, 200)
  assert.equal(body.data.items.filter(({ isOwn }: { isOwn?: true }) => isOwn).length, counts.stored)
})

test('bodies beyond all bounds are refused before they are looked into', async () => {
  const many = {
    look: 1,
    title: 'Many',
    description: 'x',
    layers: Array.from({ length: 49 }, () => ({ kind: 'backdrop' })),
  }
  assert.equal((await api('POST', '/v1/contents', many)).status, 422)
  const long = JSON.stringify({ ...many, layers: [], note: 'x'.repeat(2_000_000) })
  assert.equal((await api('POST', '/v1/contents', long)).status, 413)
  const deep = `{"look":1,"title":"Deep","description":"x","layers":${'['.repeat(5000)}${']'.repeat(5000)}}`
  assert.equal((await api('POST', '/v1/contents', deep)).body.error.code, 'UNSAFE_JSON')
  const proto = '{"look":1,"title":"P","description":"x","layers":[],"__proto__":{"a":1}}'
  assert.equal((await api('POST', '/v1/contents', proto)).body.error.code, 'UNSAFE_JSON')
  const nul = { look: 1, title: 'a\0b', description: 'x', layers: [{ kind: 'backdrop' }] }
  assert.equal((await api('POST', '/v1/contents', nul)).body.error.code, 'INVALID_CHARACTERS')
})

/** Without NUL and halves of characters. */
function tidy(look: object): Record<string, unknown> {
  return JSON.parse(JSON.stringify(look).replace(/\\u0000|\\ud[89a-f][\da-f]{2}/g, ''))
}
