import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type TestContext, test } from 'node:test'
import { FORBIDDEN_NAMES, forbiddenUrls, unreadableUrls } from '../../testing/outbound/forbidden-urls.ts'
import {
  aPolicy,
  createWorldDial,
  PUBLIC_ADDRESS,
  resolveFrom,
  sendHead,
  startRawServer,
  startVictim,
} from '../../testing/outbound/outside-world.ts'
import { WorkError } from '../work-error.ts'
import { downloadFile } from './download.ts'
import { postJson } from './post-json.ts'
import { getUrlHost } from './url-rules.ts'

const ZONE = { ...FORBIDDEN_NAMES, 'cdn.example.com': [PUBLIC_ADDRESS], localhost: ['127.0.0.1', '::1'] }

/** Whether only the name server can tell that it is forbidden: then it reads like a name that does not exist. */
function isForbiddenName(url: string): boolean {
  const read = URL.parse(url)
  return read !== null && getUrlHost(read) in FORBIDDEN_NAMES
}

/** A listener that nobody may reach, and a public host that sends everybody on to the address in its query. */
async function openWorld(t: TestContext, env: Record<string, string> = {}) {
  const victim = await startVictim(t)
  const front = await startRawServer(t, (socket, request) => {
    const target = /^GET \/\?to=(\S+)/.exec(request)?.[1]
    if (target) sendHead(socket, '302 Found', `Location: ${decodeURIComponent(target)}`, 'Content-Length: 0')
    else sendHead(socket, '200 OK', 'Content-Length: 6')
    socket.end(target ? '' : 'PUBLIC')
  })
  const { dial, dialled } = createWorldDial(front.port)
  const ports = `80,443,${victim.port}`
  // The listener's port is an allowed one, so that only the address can be what is refused.
  const policy = aPolicy({ SONGREEL_FETCH_PORTS: ports, ...env }, { resolve: resolveFrom(ZONE), dial })
  const folder = mkdtempSync(path.join(tmpdir(), 'songreel-forbidden-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const options = { policy, toFile: path.join(folder, 'file'), maxBytes: 1024, limits: { connectMs: 60_000 } }
  const download = (url: string) => downloadFile(url, options).catch((error: Error) => error)
  const post = (url: string) => postJson(url, { policy, body: '{}', limitMs: 60_000 })
  return { victim, dialled, download, post, folder }
}

test('no forbidden address of an asset is ever connected to', async (t) => {
  const { victim, dialled, download, folder } = await openWorld(t)
  const urls = [...forbiddenUrls(victim.port), ...unreadableUrls(victim.port)]
  assert.ok(new Set(urls).size === urls.length && urls.length >= 250, `${urls.length} forms`)
  for (const url of urls) {
    const error = await download(url)
    const code = isForbiddenName(url) ? 'ASSET_UNREACHABLE' : 'URL_NOT_ALLOWED'
    assert.ok(error instanceof WorkError && error.code === code, `${url}: ${error}`)
  }
  assert.deepEqual([dialled, victim.connections(), readdirSync(folder)], [[], 0, []])
})

test('no forbidden address of a webhook is ever connected to', async (t) => {
  const { victim, dialled, post } = await openWorld(t)
  for (const url of [...forbiddenUrls(victim.port), ...unreadableUrls(victim.port)]) {
    const outcome = await post(url)
    assert.ok(
      outcome.kind === 'failed' &&
        outcome.code === (isForbiddenName(url) ? 'UNREACHABLE' : 'URL_NOT_ALLOWED'),
      `${url}: ${JSON.stringify(outcome)}`,
    )
  }
  assert.deepEqual([dialled, victim.connections()], [[], 0])
})

test('no redirect leads to a forbidden address', async (t) => {
  const { victim, dialled, download, folder } = await openWorld(t)
  // Others can not stand in a header.
  const targets = forbiddenUrls(victim.port).filter((url) => /^[\x21-\x7e]+$/.test(url))
  targets.push(`//127.0.0.1:${victim.port}/`, `\\\\127.0.0.1:${victim.port}\\`, `/\\localhost:${victim.port}`)
  assert.ok(targets.length >= 200, `${targets.length} forms`)
  for (const target of targets) {
    const error = await download(`http://cdn.example.com/?to=${encodeURIComponent(target)}`)
    assert.ok(error instanceof WorkError, `${target}: ${error}`)
    if (isForbiddenName(target)) {
      // As of a name behind a redirect that does not exist.
      assert.equal(error.code, 'ASSET_UNREACHABLE', target)
      assert.match(
        error.message,
        /^[\w.-]+\.evil\.test\.?:\d+ has no address in the DNS that can be reached from here\./,
      )
    } else {
      assert.equal(error.code, 'URL_NOT_ALLOWED', target)
      assert.match(error.message, /^cdn\.example\.com may not be reached from here\./)
    }
  }
  assert.deepEqual([victim.connections(), readdirSync(folder)], [0, []])
  assert.equal(dialled.length, targets.length)
  assert.ok(dialled.every(({ address }) => address === PUBLIC_ADDRESS))
})

test('the same forms do reach the listener where loopback is allowed', async (t) => {
  const { victim, download, post } = await openWorld(t, { SONGREEL_HOST: '127.0.0.1' })
  const urls = forbiddenUrls(victim.port).filter(
    (url) => /^http:/i.test(url.trim()) && !url.includes('mixed'),
  )
  for (const url of urls) {
    const before = victim.connections()
    const file = await download(url)
    if (file instanceof Error) continue
    assert.equal((await post(url)).kind, 'answered', url)
    assert.equal(victim.connections(), before + 2, url)
  }
  assert.ok(victim.connections() > 100, `${victim.connections()} connections`)
})

test('addresses that only look forbidden lead to the public host they name', async (t) => {
  const { victim, dialled, download, folder } = await openWorld(t)
  const urls = [
    'http://cdn.example.com/',
    'http://CDN.Example.COM./',
    'http://cdn。example。com/',
    `http://cdn.example.com#@127.0.0.1:${victim.port}/`,
    `http://cdn.example.com/@127.0.0.1:${victim.port}/`,
    `http://cdn.example.com?@127.0.0.1:${victim.port}/`,
    `http://cdn.example.com\\@127.0.0.1:${victim.port}/`,
    `http://${PUBLIC_ADDRESS}/`,
    `http://1572395042/`,
    `http://[::ffff:${PUBLIC_ADDRESS}]/`,
    `http://cdn.example.com/?to=${encodeURIComponent('/elsewhere')}`,
    `http://cdn.example.com/?to=${encodeURIComponent('//CDN.example.com./elsewhere')}`,
  ]
  for (const url of urls) {
    const file = await download(url)
    assert.ok(!(file instanceof Error) && file.bytes === 6, `${url}: ${file}`)
  }
  assert.deepEqual([victim.connections(), readdirSync(folder)], [0, ['file']])
  assert.equal(dialled.length, urls.length + 2)
})
