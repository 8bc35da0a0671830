import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { type TestContext, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { listAdvisories } from './list-advisories.ts'

test('flaws are told with where they are, the worst first, as npm finds them', async (t) => {
  const folder = await writeProject(t)
  const registry = await startRegistry(t, async (request, response) => {
    if (request.method === 'POST') {
      const asked = await readJson(request)
      response.end(
        JSON.stringify({
          ...(asked.pond && { pond: [describe('pond', 'moderate')] }),
          ...(asked.reed && { reed: [describe('reed', 'critical')] }),
        }),
      )
    } else response.end(JSON.stringify(describePackage(request.url?.slice(1) ?? '')))
  })
  const { advisories, unanswered } = await listAdvisories(folder, [`--registry=${registry}`])
  assert.equal(unanswered, undefined)
  assert.deepEqual(
    advisories.map(({ name, severity, isInstalled }) => [name, severity, isInstalled]),
    [
      ['reed', 'critical', false],
      ['pond', 'moderate', true],
    ],
  )
})

test('a registry that knows no flaws is told apart from one that cannot be asked', async (t) => {
  const folder = await writeProject(t)
  const clean = await startRegistry(t, (_, response) => response.end('{}'))
  assert.deepEqual(await listAdvisories(folder, [`--registry=${clean}`]), { advisories: [] })
  const closed = await startRegistry(t, (_, response) => response.writeHead(405).end())
  const { advisories, unanswered } = await listAdvisories(folder, [`--registry=${closed}`])
  assert.deepEqual(advisories, [])
  assert.match(unanswered ?? '', /405/)
})

/** A program that is installed with pond and developed with reed. */
async function writeProject(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'songreel-audit-'))
  t.after(() => rm(folder, { recursive: true }))
  const facts = { name: 'lake', dependencies: { pond: '1.0.0' }, devDependencies: { reed: '1.0.0' } }
  const packages = {
    '': facts,
    'node_modules/pond': { version: '1.0.0' },
    'node_modules/reed': { version: '1.0.0', dev: true },
  }
  await writeFile(join(folder, 'package.json'), JSON.stringify(facts))
  await writeFile(join(folder, 'package-lock.json'), JSON.stringify({ lockfileVersion: 3, packages }))
  return folder
}

async function startRegistry(
  t: TestContext,
  respond: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<string> {
  const server = createServer(respond).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function readJson(request: IncomingMessage): Promise<Record<string, string[]>> {
  if (request.headers['content-encoding'] !== 'gzip') return (await json(request)) as Record<string, string[]>
  return JSON.parse(gunzipSync(Buffer.concat(await request.toArray())).toString())
}

function describe(name: string, severity: string): object {
  const url = `https://example.com/${name}`
  return { id: name.length, url, title: `${name} leaks`, severity, vulnerable_versions: '<2.0.0' }
}

function describePackage(name: string): object {
  return { name, 'dist-tags': { latest: '1.0.0' }, versions: { '1.0.0': { name, version: '1.0.0' } } }
}
