import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, test } from 'node:test'
import { aMedia, createSong } from '../../testing/builders.ts'
import { startFlow, TINY } from '../../testing/start-flow.ts'
import { waitFor } from '../../testing/wait-for.ts'

// Lyrics as a client meets them: sent, read in every format, refused, shown in a video, and beside it as captions.

const { api, url, token, hosts, songUrl, post, readRender, untilRender, listEvents } = await startFlow({
  after,
})
const { mediaBundleId } = await createSong(api)
const TTML = await readFile(new URL('../../../kit/testing/lyrics/service.ttml', import.meta.url))
const LRC = '[00:00.50]Paper boats\n[00:01.50]<00:01.50>on <00:02.00>the <00:02.50>sea<00:03.00>'

test('lyrics that were sent come back in every format, in their own exactly as they were', async () => {
  const mediaId = await createWith({ name: 'Papier & Boote', lyricsUrl: hosts.put('/song.ttml', TTML) })
  await untilReady(mediaId)
  const asset = await readLyricsAsset(mediaId)
  assert.deepEqual(asset.lyrics, { source: 'TTML', timing: 'WORD', lineCount: 3 })
  assert.equal(asset.contentType, 'application/ttml+xml')

  const ttml = await download(mediaId, 'ttml')
  assert.deepEqual(ttml.bytes, TTML)
  assert.equal(ttml.headers.get('content-type'), 'application/ttml+xml; charset=utf-8')
  assert.equal(ttml.headers.get('content-disposition'), 'attachment; filename=papier-boote.ttml')
  const expected = {
    lrc: [
      'text/plain',
      /^\[ti:Papier & Boote\]\n.*\n\[00:12\.40\]<00:12\.40>Pa<00:12\.75>per <00:13\.03>boats/,
    ],
    srt: ['application/x-subrip', /^1\n00:00:12,400 --> 00:00:15,100\nPaper boats on the sea\n\n2\n/],
    vtt: [
      'text/vtt',
      /^WEBVTT\n\n00:00:12\.400 --> 00:00:15\.100\n<v v1>Pa<00:00:12\.750>per <00:00:13\.030>boats/,
    ],
    ass: [
      'text/x-ssa',
      /\nDialogue: 0,0:01:02\.00,0:01:04\.50,Default,Jon Ferry,0,0,0,,\{\\k70\}Rock \{\\k40\}& \{\\k140\}roll\n/,
    ],
  } as const
  for (const [format, [type, says]] of Object.entries(expected)) {
    const { headers, bytes } = await download(mediaId, format)
    assert.equal(headers.get('content-type'), `${type}; charset=utf-8`)
    assert.match(bytes.toString(), says)
  }
  const { body } = await api('GET', `/v1/media/${mediaId}/lyrics`)
  const { source, timing, lines } = body.data
  assert.deepEqual([source, timing, lines.length], ['TTML', 'WORD', 3])
  assert.deepEqual(lines[1], {
    startSecs: 14.6,
    endSecs: 15.4,
    text: '(on the sea)',
    words: [
      { startSecs: 14.6, endSecs: 14.9, text: '(on' },
      { startSecs: 14.9, endSecs: 15.4, text: 'the sea)' },
    ],
    agent: 'v1',
    isBackground: true,
  })
})

test('lyrics that cannot be read are refused as they are sent, with line and column, and change nothing', async () => {
  const lyricsText = '[00:01.00]Lantern\n [00:75.00]light'
  const created = await api('POST', '/v1/media', aMedia({ mediaBundleId, lyricsText }))
  const { code, details } = created.body.error
  assert.deepEqual([created.status, code, details[0].field], [400, 'LYRICS_INVALID', 'lyricsText'])
  assert.match(
    details[0].message,
    /^lyricsText: Line 2, column 2 of the lyrics, "\[00:75\.00\]light", has no time/,
  )

  const mediaId = await createWith({ lyricsText: LRC })
  const before = (await api('GET', `/v1/media/${mediaId}`)).body.data.textAssetsIds
  const updated = await api('PUT', `/v1/media/${mediaId}`, { lyricsText: '<!DOCTYPE tt><tt/>' })
  assert.deepEqual([updated.status, updated.body.error.code], [400, 'LYRICS_INVALID'])
  assert.deepEqual((await api('GET', `/v1/media/${mediaId}`)).body.data.textAssetsIds, before)
})

test('an upload that is used as lyrics is read then, and what is wrong with it is said', async () => {
  const upload = await api('POST', '/v1/uploads', '[00:75.00]light', { 'Content-Type': 'text/plain' })
  const mediaId = await createWith({ lyricsUrl: upload.body.data.url })
  const asset = await waitFor('the asset has failed', async () => {
    const row = await readLyricsAsset(mediaId)
    return row.status === 'FAILED' && row
  })
  assert.equal(asset.error.code, 'LYRICS_INVALID')
  const read = await api('GET', `/v1/media/${mediaId}/lyrics`)
  assert.deepEqual([read.status, read.body.error.code], [409, 'CONFLICT'])
  assert.match(read.body.message, /Line 1, column 1/)
  const render = { contentId: 'TEST_LYRICS', videoSettings: TINY }
  await api('PUT', `/v1/media/${mediaId}`, { audioUrl: songUrl })
  const batch = await api('POST', '/v1/batches', { mediaId, renders: [render] })
  assert.deepEqual([batch.status, batch.body.error.code], [400, 'LYRICS_INVALID'])
})

test('media without lyrics says so', async () => {
  const { status, body } = await api('GET', `/v1/media/${await createWith({})}/lyrics?format=lrc`)
  assert.deepEqual([status, body.error.code], [404, 'NOT_FOUND'])
  assert.match(body.message, /has no lyrics\. Send lyricsUrl or lyricsText/)
})

test('text without times is spread over the song once there is one, and marked', async () => {
  const mediaId = await createWith({ lyricsText: 'Paper boats\non the sea' })
  const early = await api('GET', `/v1/media/${mediaId}/lyrics?format=srt`)
  assert.deepEqual([early.status, early.body.error.code], [409, 'MEDIA_INCOMPLETE'])
  assert.match((await download(mediaId, 'ttml')).bytes.toString(), /itunes:timing="None"/)

  await api('PUT', `/v1/media/${mediaId}`, { audioUrl: songUrl })
  const { timing, lines } = await waitFor('the song is known', async () => {
    const { status, body } = await api('GET', `/v1/media/${mediaId}/lyrics`)
    return status === 200 && body.data
  })
  assert.equal(timing, 'ESTIMATED')
  assert.ok(lines[0].endSecs <= lines[1].startSecs && lines[1].endSecs <= 4.1)
  assert.match((await download(mediaId, 'vtt')).bytes.toString(), /NOTE The times are estimated/)
})

test('a template that follows words refuses text without times when the batch is made, and in a dry run', async () => {
  const renders = [{ contentId: 'TEST_WORDS', videoSettings: TINY }]
  const mediaId = await createWith({ lyricsText: 'Paper boats', audioUrl: songUrl })
  const inline = {
    artist: { name: 'Mira' },
    media: { name: 'Boats', audioUrl: songUrl, lyricsText: 'Paper boats' },
  }
  for (const body of [
    { mediaId, renders },
    { ...inline, renders },
  ])
    for (const query of ['', '?dryRun=true']) {
      const answer = await api('POST', `/v1/batches${query}`, body)
      assert.deepEqual([answer.status, answer.body.error.code], [400, 'LYRICS_INVALID'])
      assert.equal(answer.body.error.details[0].field, 'renders[0].contentId')
      assert.match(
        answer.body.message,
        /TEST_WORDS follows the words.*plain text.*Send lyrics with times: enhanced LRC/,
      )
    }
  await api('PUT', `/v1/media/${mediaId}`, { lyricsText: LRC })
  const own = { ...renders[0], requiredData: { lyrics: '[00:75.00]light' } }
  const refused = await api('POST', '/v1/batches', { mediaId, renders: [own] })
  assert.deepEqual(
    [refused.body.error.code, refused.body.error.details[0].field],
    ['LYRICS_INVALID', 'renders[0].requiredData.lyrics'],
  )
  assert.equal((await api('POST', '/v1/batches?dryRun=true', { mediaId, renders })).status, 200)
})

test('where a field of the data may stand in for lyrics, only media without both is refused', async () => {
  const mediaId = await createWith({ audioUrl: songUrl })
  const ask = (requiredData: object) => {
    const render = { contentId: 'LYRIC_QUOTE_CARD', videoSettings: TINY, requiredData }
    return api('POST', '/v1/batches?dryRun=true', { mediaId, renders: [render] })
  }
  const refused = await ask({})
  assert.deepEqual([refused.status, refused.body.error.code], [409, 'MEDIA_INCOMPLETE'])
  assert.match(refused.body.message, /needs lyrics.*lyricsUrl or lyricsText.*or send requiredData\.quote/)
  assert.equal((await ask({ quote: 'Paper boats' })).status, 200)
  await api('PUT', `/v1/media/${mediaId}`, { lyricsText: LRC })
  assert.equal((await ask({})).status, 200)
})

test('a video with lyrics has captions that count from its start: as files, in the archive, until it is deleted', async () => {
  const { renderId, batchId } = await post({
    artist: { name: 'Mira' },
    media: { name: 'Boats', audioUrl: songUrl, lyricsText: LRC },
    renders: [
      { contentId: 'TEST_LYRICS', videoSettings: { ...TINY, audioStartEndSecs: { start: 1, end: 3 } } },
    ],
  })
  const render = await untilRender(renderId, 'COMPLETED')
  const kinds = render.files.map(({ kind, contentType }) => [kind, contentType])
  assert.deepEqual(kinds.slice(1), [
    ['POSTER', 'image/jpeg'],
    ['CAPTIONS', 'application/x-subrip; charset=utf-8'],
    ['CAPTIONS', 'text/vtt; charset=utf-8'],
  ])
  const { data } = await waitFor('its event arrives', async () => listEvents(renderId)[0])
  const pathsOf = (files: { url: string }[] = []) => files.map((file) => new URL(file.url).pathname)
  assert.deepEqual(pathsOf((data as { files?: { url: string }[] }).files), pathsOf(render.files))
  const [srtUrl = '', vttUrl = ''] = render.files
    .filter(({ kind }) => kind === 'CAPTIONS')
    .map((file) => file.url)
  const srt = await fetch(`${srtUrl}&download=1`)
  assert.match(srt.headers.get('content-disposition') ?? '', /^attachment; filename=mira-boats-.*\.srt$/)
  assert.equal(
    await srt.text(),
    '1\n00:00:00,000 --> 00:00:00,500\nPaper boats\n\n2\n00:00:00,500 --> 00:00:02,000\non the sea\n',
  )
  assert.match(
    await (await fetch(vttUrl)).text(),
    /00:00:00\.500 --> 00:00:02\.000\non <00:00:01\.000>the <00:00:01\.500>sea/,
  )

  const archive = await fetch(`${url}/v1/batches/${batchId}/archive`, {
    headers: { Authorization: `Bearer ${token}` },
  })
  const zip = Buffer.from(await archive.arrayBuffer()).toString('latin1')
  const names = zip
    .split('PK\x01\x02')
    .slice(1)
    .map((entry) => /mira-boats-[\w-]+\.(mp4|srt|vtt)/.exec(entry)?.[1])
  assert.deepEqual(names, ['mp4', 'srt', 'vtt'])

  assert.equal((await api('DELETE', `/v1/renders/${renderId}`)).status, 200)
  assert.equal((await fetch(vttUrl)).status, 410)
  assert.deepEqual((await readRender(renderId)).files, [])
})

async function createWith(fields: object): Promise<string> {
  const { status, body } = await api('POST', '/v1/media', aMedia({ mediaBundleId, ...fields }))
  assert.equal(status, 201, JSON.stringify(body))
  return body.data.mediaId
}

async function readLyricsAsset(mediaId: string) {
  const { LYRICS } = (await api('GET', `/v1/media/${mediaId}`)).body.data.textAssetsIds
  return (await api('GET', `/v1/assets/${LYRICS}`)).body.data
}

function untilReady(mediaId: string): Promise<boolean> {
  return waitFor('the lyrics are here', async () => (await readLyricsAsset(mediaId)).status === 'READY')
}

async function download(mediaId: string, format: string) {
  const headers = { Authorization: `Bearer ${token}` }
  const response = await fetch(`${url}/v1/media/${mediaId}/lyrics?format=${format}`, { headers })
  assert.equal(response.status, 200, format)
  return { headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) }
}
