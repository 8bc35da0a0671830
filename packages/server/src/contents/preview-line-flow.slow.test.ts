import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import path from 'node:path'
import { after, test } from 'node:test'
import { listChildrenRunning } from '@songreel/render/testing/processes.ts'
import { loadTestTemplates } from '../../testing/load-test-templates.ts'
import { startFlow, TINY } from '../../testing/start-flow.ts'
import { waitFor } from '../../testing/wait-for.ts'

// Real previews, which wait in the middle of their drawing until a gate opens.

const lines: Record<string, unknown>[] = []
const templates = new Map(await loadTestTemplates())
const flow = await startFlow(
  { after },
  { templates, hasWorker: false, onLog: (line) => lines.push(JSON.parse(line)) },
)
const { url, services, makeGate } = flow
const { previewTurns, guestTurns } = services.ongoing
const listChildren = () => listChildrenRunning('child-main')

const unruly = templates.get('TEST_UNRULY')!
let version = 1

/** Looks at a video of a template like no other before, which waits for this file; without one it is ready soon. */
function look(init: RequestInit = {}, waitForFile?: string): Sent {
  const example = waitForFile ? { waitForFile } : {}
  templates.set('TEST_UNRULY', { ...unruly, template: { ...unruly.template, version: ++version, example } })
  return lookAgain(init)
}

const lookAgain = (init: RequestInit = {}) =>
  send(`${url}/contents/TEST_UNRULY/preview.mp4?aspectRatio=1x1`, init)

type Sent = { result: Promise<Response>; hangUp(): void }

function send(address: string, init: RequestInit = {}): Sent {
  const ended = new AbortController()
  const result = fetch(address, { ...init, signal: ended.signal })
  result.catch(() => undefined)
  return { result, hangUp: () => ended.abort() }
}

let asked = 0

/** A clip like no other, unless its title is given. */
function askFor(
  token: string,
  { waitForFile, title = `Title ${++asked}` }: Record<string, string> = {},
): Sent {
  return send(`${url}/v1/contents/TEST_UNRULY/preview?clip=1`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ title, requiredData: waitForFile ? { waitForFile } : {}, videoSettings: TINY }),
  })
}

/** Has an organization ask until it has all that one may have and one more waits. */
async function takeAll(
  { orgId, token }: { orgId: string; token: string },
  waitForFile: string,
): Promise<Sent[]> {
  const sent: Sent[] = []
  while (previewTurns.countWaiting(orgId) === 0) {
    const children = listChildren().length
    sent.push(askFor(token, { waitForFile }))
    await waitFor(
      'it is drawn or waits',
      async () => listChildren().length > children || previewTurns.countWaiting(orgId) > 0,
    )
  }
  return sent
}

const readStatus = async ({ result }: Sent) => (await result).status

test('an organization that asks for much leaves room for the others, who take turns', async () => {
  const greedy = await flow.addOrganization('Greedy')
  const gate = makeGate()
  const held = await takeAll(greedy, gate.file)
  const more = Array.from({ length: 2 }, () => askFor(greedy.token, { waitForFile: gate.file }))
  const others = await Promise.all(Array.from({ length: 3 }, () => flow.addOrganization()))
  const statuses = await Promise.all(others.map(({ token }) => readStatus(askFor(token))))
  assert.deepEqual(statuses, [200, 200, 200])
  gate.open()
  for (const sent of [...held, ...more]) assert.equal(await readStatus(sent), 200)
})

test('who has enough in line is told so and when to come back; the log has a line and no stack', async () => {
  const { orgId, token } = await flow.addOrganization('Endless')
  const gate = makeGate()
  const sent = await takeAll({ orgId, token }, gate.file)
  const more = Array.from({ length: 40 }, () => askFor(token, { waitForFile: gate.file }))
  const refused = await Promise.race(more.map(({ result }) => result))
  const { message, error } = await refused.json()
  assert.deepEqual([refused.status, refused.headers.get('retry-after'), error.retryable], [503, '5', true])
  assert.match(message, /^16 previews of yours wait already\. Try again in 5 seconds\.$/)
  await waitFor('the line is full', async () => previewTurns.countWaiting(orgId) === 16)

  for (const each of [...sent, ...more]) each.hangUp()
  await waitFor('nobody waits', async () => previewTurns.countWaiting(orgId) === 0)
  assert.equal(await readStatus(askFor(token)), 200)
  await waitFor('the children have ended', async () => listChildren().length === 0)
  const told = lines.filter(({ msg }) => msg === 'request refused')
  assert.deepEqual([told.length, told[0]?.level, told[0]?.err], [1, 40, undefined])
  assert.deepEqual(
    lines.filter(({ level }) => Number(level) >= 50),
    [],
  )
})

test('whoever has not signed in comes last, has one at a time, and gives it back by hanging up', async () => {
  const gate = makeGate()
  const first = look({}, gate.file)
  await waitFor('it is drawn', async () => listChildren().length === 1)
  const stays = look()
  await waitFor('one waits', async () => guestTurns.countWaiting() === 1)
  const leaves = look()
  await waitFor('two wait', async () => guestTurns.countWaiting() === 2)
  assert.equal(await readStatus(look({ headers: { Authorization: `Bearer ${flow.token}` } })), 200)
  assert.equal(guestTurns.countWaiting(), 2)
  leaves.hangUp()
  await waitFor('one waits', async () => guestTurns.countWaiting() === 1)
  first.hangUp()
  assert.equal(await readStatus(stays), 200)
  await waitFor('the children have ended', async () => listChildren().length === 0)
  assert.equal((await listKept()).length, 2)
})

test('a video that others still wait for is not thrown away, and is drawn once', async () => {
  const gate = makeGate()
  const keptBefore = await listKept()
  const seen: ServerResponse[] = []
  flow.app.server.on('request', (_, response) => seen.push(response))
  const first = look({}, gate.file)
  await waitFor('it is drawn', async () => listChildren().length === 1)
  const drawing = listChildren()
  const sent = [lookAgain(), lookAgain({ headers: { 'X-Api-Key': flow.token } })]
  const waiting = Promise.all(sent.map(readBytes))
  await waitFor('all have come', async () => seen.length === 3)
  // Asked later, and answered after as much work as those took to join.
  await flow.api('GET', '/v1/batches')
  first.hangUp()
  await waitFor('the server noticed', async () => seen[0]!.destroyed)
  assert.deepEqual(listChildren(), drawing)
  gate.open()
  const [one, other] = await waiting
  assert.ok(one!.length > 0 && one!.equals(other!))
  assert.equal((await listKept()).length, keptBefore.length + 1)
})

test('what was made before takes no turn', async () => {
  const { orgId, token } = await flow.addOrganization('Back again')
  const made = await Promise.all([askFor(token, { title: 'Kept' }), look()].map(readBytes))
  const ready = templates.get('TEST_UNRULY')!
  const gate = makeGate()
  const held = [...(await takeAll({ orgId, token }, gate.file)), look({}, gate.file)]
  await waitFor('nothing is free', async () => {
    const ended = AbortSignal.timeout(10)
    const turn = await previewTurns.take('somebody', ended)
    turn?.()
    return !turn
  })
  templates.set('TEST_UNRULY', ready)
  const again = await Promise.all([askFor(token, { title: 'Kept' }), lookAgain()].map(readBytes))
  assert.deepEqual(again, made)
  assert.ok(previewTurns.countWaiting(orgId) > 0)
  for (const each of held) each.hangUp()
  await waitFor('the children have ended', async () => listChildren().length === 0)
})

async function readBytes({ result }: Sent): Promise<Buffer> {
  const response = await result
  assert.equal(response.status, 200)
  return Buffer.from(await response.arrayBuffer())
}

function listKept(): Promise<string[]> {
  return readdir(path.join(services.config.dataDir, 'cache', 'previews')).catch(() => [])
}
