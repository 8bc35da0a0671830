import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import type { Batch } from '@songreel/contract'
import { sendRaw } from '@songreel/server/testing/raw-request.ts'
import { startFlow, unruly } from '@songreel/server/testing/start-flow.ts'
import { makeTestSong } from '@songreel/server/testing/test-song.ts'
import { openLocalFiles } from './local-files.ts'

const SONGREEL = fileURLToPath(new URL('../../cli/bin/songreel.cjs', import.meta.url))
const { url, token, client: songreel, songUrl } = await startFlow({ after })
const folder = mkdtempSync(join(tmpdir(), 'songreel-mcp-'))
after(() => rmSync(folder, { recursive: true, force: true }))
writeFileSync(join(folder, 'song.wav'), makeTestSong(1))

/** What a person puts into their assistant's settings. */
const PAGE = readFileSync(new URL('../../../docs/mcp.md', import.meta.url), 'utf8')
const [overStdio, overHttp] = [...PAGE.matchAll(/^```json\n(.*?)^```/gms)].map(
  ([, block = '']) => JSON.parse(block).mcpServers.songreel,
)

const RENDERS = [unruly()]

test('over stdio an assistant makes a video of a song file in four calls', async (t) => {
  const client = await connect(
    t,
    new StdioClientTransport({
      command: process.execPath,
      // The clone's songreel, and a folder that exists.
      args: [SONGREEL, ...overStdio.args.slice(0, -1), folder],
      env: { PATH: process.env.PATH ?? '', SONGREEL_URL: url, SONGREEL_TOKEN: token },
    }),
  )
  const upload = await call(client, 'upload_file', { path: 'song.wav' })
  const media = { name: 'Tin Lanterns', audioUrl: upload.data.url }
  const created = await call(client, 'create_batch', {
    artist: { name: 'Odalys Wren' },
    media,
    renders: RENDERS,
  })
  const done = await follow(client, String(created.data.batchId))
  const saved = await call(client, 'download_videos', { batchId: done.batch.batchId, folder: 'videos' })

  assert.equal(done.batch.status, 'COMPLETED')
  assert.deepEqual(done.links, [done.batch.renders[0]?.renderUrl])
  assert.equal((await fetch(done.links[0] ?? '')).headers.get('content-type'), 'video/mp4')
  // The client drops what it reads in one piece with the result, which says the same.
  assert.ok(done.progress.length > 0, 'progress was reported while it rendered')
  assert.deepEqual(
    done.progress,
    [...new Set(done.progress)].sort((a, b) => a - b),
  )
  assert.equal(saved.links.length, 1)
  assert.deepEqual(readdirSync(join(folder, 'videos')), [done.batch.renders[0]?.fileName])
})

test('over stdio only media in the named folders leave the computer', async (t) => {
  const outside = mkdtempSync(join(tmpdir(), 'songreel-mcp-outside-'))
  t.after(() => rmSync(outside, { recursive: true, force: true }))
  writeFileSync(join(outside, 'song.wav'), makeTestSong(1))
  writeFileSync(join(folder, 'id_rsa'), 'secret')
  symlinkSync(join(outside, 'song.wav'), join(folder, 'linked.wav'))
  symlinkSync(join(folder, 'id_rsa'), join(folder, 'key.txt'))
  const env = { PATH: process.env.PATH ?? '', SONGREEL_URL: url, SONGREEL_TOKEN: token }
  const client = await connect(
    t,
    new StdioClientTransport({ command: process.execPath, args: [SONGREEL, 'mcp'], env, cwd: folder }),
  )
  const tries = ['id_rsa', 'key.txt', 'linked.wav', join(outside, 'song.wav'), '../song.wav', 'missing.wav']
  const refused = await Promise.all(tries.map((path) => call(client, 'upload_file', { path })))
  const texts = refused.map(({ isError, text }) => isError && text)

  await assert.rejects(openLocalFiles(['/']), /^SongreelError: An assistant would see all of \/\. /)
  assert.match(String(texts[0]), /^id_rsa is no song/)
  assert.match(String(texts[1]), /^key\.txt leads to id_rsa/)
  assert.match(String(texts[2]), /^linked\.wav is outside of/)
  assert.match(String(texts[3]), /song\.wav is outside of/)
  assert.match(String(texts[4]), /^\.\.\/song\.wav is outside of/)
  assert.match(String(texts[5]), /missing\.wav can't be read/)
  assert.match(
    (await call(client, 'download_videos', { batchId: 'bat_1', folder: '/etc' })).text,
    /outside of/,
  )
})

test('arguments that are wrong are told in our words, all of them, and the schema is described', async (t) => {
  const client = await connect(t, openHttp(token))
  const renders = [{ videoSettings: { outputQuality: '4K', fps: 'fast', numVideos: 99 } }]
  const { isError, text } = await call(client, 'create_batch', { artist: 7, renders })
  assert.equal(isError, true)
  assert.deepEqual(text.split('\n').sort(), [
    '- artist must be an object.',
    '- renders[0].contentId is required.',
    '- renders[0].videoSettings.fps must be one of 24, 25, 30, 50, 60.',
    '- renders[0].videoSettings.numVideos must be at most 10.',
    '- renders[0].videoSettings.outputQuality must be one of PREVIEW, HD, FULL, ULTRA; did you mean ULTRA?',
    'VALIDATION_ERROR: create_batch was not called, because its arguments are wrong.',
  ])
  const { tools } = await client.listTools()
  const { inputSchema } = tools.find(({ name }) => name === 'create_batch') ?? assert.fail()
  assert.ok(inputSchema.properties?.renders)
})

test('over HTTP the tools do the same with a URL, and every tool says what it does', async (t) => {
  const client = await connect(t, openHttp(token))
  const { tools } = await client.listTools()
  const artist = { name: 'Odalys Wren' }
  const media = { name: 'Tin Lanterns', audioUrl: songUrl }
  const checked = await call(client, 'check_batch', { artist, media, renders: RENDERS })
  const created = await call(client, 'create_batch', { artist, media, renders: RENDERS })
  const done = await follow(client, String(created.data.batchId))
  const still = await client.callTool({
    name: 'preview_template',
    arguments: { contentId: 'BASE_BASIC_UNIFIED', mediaId: done.batch.mediaId },
  })

  assert.equal(tools.length, 25)
  for (const { name, annotations, inputSchema } of tools) {
    assert.equal(annotations?.readOnlyHint, /^(list|get|search|check|preview)_/.test(name), name)
    assert.equal(annotations?.destructiveHint, /^(cancel_batch|delete_look)$/.test(name), name)
    assert.equal(inputSchema.type, 'object', name)
  }
  assert.deepEqual(checked.data.estimate && Object.keys(checked.data.estimate), ['videos', 'secs'])
  assert.equal(done.batch.status, 'COMPLETED')
  assert.ok(done.progress.length > 0)
  assert.equal(still.content[0]?.type, 'image')
})

test('over HTTP a token may do what its scopes allow, and an error says which field', async (t) => {
  const { token: readKey = '' } = await songreel.apiKeys.create({ name: 'reads only', scopes: ['read'] })
  const reader = await connect(t, openHttp(readKey))
  const writer = await connect(t, openHttp(token))
  const unknown = [{ contentId: 'BASE_BASIC_UNIFED' }]
  const song = { artist: { name: 'Odalys Wren' }, media: { name: 'Tin Lanterns', audioUrl: songUrl } }

  assert.equal((await call(reader, 'list_templates')).isError, undefined)
  assert.match(
    (await call(reader, 'create_artist', { name: 'Odalys Wren' })).text,
    /^FORBIDDEN: .*write is needed/,
  )
  assert.match(
    (await call(writer, 'create_batch', { ...song, renders: unknown })).text,
    /^UNKNOWN_CONTENT: .*\n- renders\[0\]\.contentId: .*BASE_BASIC_UNIFIED/,
  )
  assert.match((await call(writer, 'get_batch', { batchId: 'bat_missing' })).text, /^BATCH_NOT_FOUND: /)
})

test('a look that was deleted is found again and restored', async (t) => {
  const client = await connect(t, openHttp(token))
  const look = { look: 1, title: 'Gone', description: 'Plain', layers: [{ kind: 'backdrop' }] }
  const { contentId } = (await call(client, 'create_look', { look })).data
  await call(client, 'delete_look', { contentId })
  const listDeleted = async () => {
    const { templates } = (await call(client, 'list_templates', { deleted: true })).data
    return (templates as { contentId: string; deletedAt?: string }[]).map((each) => [
      each.contentId,
      typeof each.deletedAt,
    ])
  }
  assert.deepEqual(await listDeleted(), [[contentId, 'string']])
  await call(client, 'restore_look', { contentId })
  assert.deepEqual(await listDeleted(), [])
})

test('over HTTP nobody gets in without a token, from a foreign page, or by a foreign name', async () => {
  const ask = async (headers: Record<string, string>) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} })
    const accept = 'application/json, text/event-stream'
    const all = { 'content-type': 'application/json', accept, ...headers }
    return (await fetch(`${url}/mcp`, { method: 'POST', headers: all, body })).status
  }
  const authorization = `Bearer ${token}`

  assert.equal(await ask({}), 401)
  assert.equal(await ask({ authorization: 'Bearer srl_live_wrong' }), 401)
  assert.equal(await ask({ authorization }), 200)
  assert.equal(await ask({ authorization, origin: url }), 200)
  assert.equal(await ask({ authorization, origin: 'https://evil.example' }), 403)
  assert.equal(await ask({ authorization, origin: 'null' }), 403)
  assert.equal((await fetch(`${url}/mcp`, { headers: { authorization } })).status, 405)
  // Last, because a foreign name makes the service strict for good.
  const rebound = `POST /mcp HTTP/1.1\r\nHost: evil.example\r\nAuthorization: ${authorization}\r\nContent-Length: 0\r\n\r\n`
  assert.equal((await sendRaw(url, rebound))?.status, 403)
})

type Cleanup = { after(fn: () => Promise<void>): void }

async function connect(t: Cleanup, transport: Parameters<Client['connect']>[0]): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' })
  await client.connect(transport)
  t.after(() => client.close())
  return client
}

function openHttp(bearer: string): StreamableHTTPClientTransport {
  const Authorization = overHttp.headers.Authorization.replace('srl_live_…', bearer)
  const address = new URL(new URL(overHttp.url).pathname, url)
  return new StreamableHTTPClientTransport(address, { requestInit: { headers: { Authorization } } })
}

async function call(client: Client, name: string, input: Record<string, unknown> = {}, options = {}) {
  const { content, structuredContent, isError } = await client.callTool(
    { name, arguments: input },
    { timeout: 180_000, ...options },
  )
  return {
    isError,
    data: (structuredContent ?? {}) as Record<string, unknown>,
    text: content.map((block) => (block.type === 'text' ? block.text : '')).join(''),
    links: content.flatMap((block) => (block.type === 'resource_link' ? [block.uri] : [])),
  }
}

/** As an assistant does it: one call, and another where the machine is so slow that the first ends too early. */
async function follow(client: Client, batchId: string) {
  for (let calls = 1; ; calls++) {
    const progress: number[] = []
    const onprogress = (state: { progress: number }) => void progress.push(state.progress)
    const result = await call(client, 'get_batch', { batchId, waitSecs: 20 }, { onprogress })
    const batch = result.data as Batch
    if (batch.isFinal || calls > 10) return { batch, links: result.links, progress }
  }
}
