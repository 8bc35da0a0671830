import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { HostileOutcomes } from '../../testing/hostile-attempts.ts'
import { canReach } from './can-reach.ts'
import type { LayerName, LayerReport } from './containment.ts'
import { findTools } from './find-tools.ts'

const RENDER_HOSTILE = fileURLToPath(new URL('../../testing/render-hostile.ts', import.meta.url))
const NOBODY_ID = 65_534
const isRoot = process.geteuid?.() === 0
const isLinux = process.platform === 'linux'

type Report = {
  layers: LayerReport[]
  freely: HostileOutcomes
  asScript: HostileOutcomes
  asNative: HostileOutcomes
  alive: string[]
  left: string[]
}

/** Which layer stands in the way of native code; Node's permissions alone do not. */
const WALLS: [RegExp, LayerName][] = [
  [/parent's (environment|root)/, 'environment'],
  [/parent's open files|signal the parent/, 'user'],
  [/TCP|UDP|abstract/, 'network'],
  [/root|capability/, 'privileges'],
  [/^(read|list|write|make|connect)/, 'files'],
]

/** Everybody may write there; only a mount namespace takes that away. */
const OPEN_TO_ALL = /temporary folder|shared memory/

test('a child that is taken over gets at nothing', { skip: !isLinux && 'Linux only' }, async (t) => {
  const report = await runHostile([process.execPath, RENDER_HOSTILE])
  judge(t, report)
  if (isOn(report, 'user')) assert.deepEqual(report.alive, [], 'what it left behind was ended')
  assert.deepEqual(report.left, [], 'its room is gone')
})

const obstacle = await findObstacle()
test('a child of an ordinary user is contained by namespaces', { skip: obstacle }, async (t) => {
  const { setpriv } = findTools()
  const switchUser = [`--reuid=${NOBODY_ID}`, `--regid=${NOBODY_ID}`, '--clear-groups']
  const report = await runHostile([setpriv!, ...switchUser, process.execPath, RENDER_HOSTILE])
  // What this program leaves behind as an ordinary user is told in docs/operations.md, and ended here.
  for (const pid of report.alive) process.kill(Number(pid), 'SIGKILL')
  judge(t, report)
})

/** Every attempt fails behind its layer; without the layer it is not judged, and that is said. */
function judge(t: TestContext, report: Report): void {
  const { layers, freely, asScript, asNative } = report
  const free = Object.entries(freely).filter(([, outcome]) => outcome.startsWith('done'))
  assert.ok(free.length >= 15, `outside of a child these things can be done: ${JSON.stringify(freely)}`)
  for (const [name, outcome] of Object.entries(asScript)) {
    if (/^(read|list|write|make|leave)/.test(name)) assert.equal(outcome, 'ERR_ACCESS_DENIED', name)
  }
  const isReadOnly = layers.some(({ name, text }) => name === 'files' && text.includes('read-only'))
  const succeeded: string[] = []
  for (const [name, outcome] of Object.entries(asNative)) {
    const layer = WALLS.find(([pattern]) => pattern.test(name))?.[1]
    if (!layer) continue
    const isJudged = isOn(report, layer) && (isReadOnly || !OPEN_TO_ALL.test(name))
    if (!isJudged) t.diagnostic(`not judged without the layer "${layer}": ${name} (${outcome})`)
    else if (outcome.startsWith('done')) succeeded.push(name)
  }
  assert.deepEqual(succeeded, [])
}

function isOn({ layers }: Report, name: LayerName): boolean {
  return layers.find((layer) => layer.name === name)!.isOn
}

async function runHostile([program, ...words]: string[]): Promise<Report> {
  const env = { PATH: process.env.PATH, SONGREEL_AUTH_TOKEN: 'canary' }
  const { stdout } = await promisify(execFile)(program!, words, { env, cwd: '/' })
  return JSON.parse(stdout)
}

async function findObstacle(): Promise<string | false> {
  if (!isLinux || !isRoot) return 'only root can become an ordinary user'
  const tools = findTools()
  if (!tools.setpriv) return 'there is no setpriv'
  return (await canReach(tools, RENDER_HOSTILE)) ? false : 'ordinary users cannot read this checkout'
}
