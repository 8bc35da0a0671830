import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startAssetServer } from '../../testing/asset-server.ts'
import { startService } from '../../testing/start-service.ts'
import { getAssetRow, insertAssets, type NewAsset } from '../store/assets.ts'
import { collectOnce } from './collect-once.ts'

const host = await startAssetServer({ after })
const { services, orgId } = await startService({ after }, { config: { allowPrivateHosts: ['127.0.0.1'] } })

test('an asset that two ask for at once is fetched once', async () => {
  const pending = await aPendingText(host.put('/once.lrc', Buffer.from('[00:01.00]Tin lanterns')))
  const options = { signal: new AbortController().signal, isLastAttempt: true, mayWaitOut: false }

  await Promise.all([collectOnce(services, pending, options), collectOnce(services, pending, options)])

  assert.equal(host.requests.filter(({ path }) => path === '/once.lrc').length, 1)
  assert.equal((await getAssetRow(services.db, orgId, pending.asset.assetId)).status, 'READY')
})

test('whoever waited for another that was stopped collects the asset itself', async () => {
  const stopping = new AbortController()
  let asked = 0
  const url = host.put('/stopped.lrc', (_request, response) => {
    asked++
    if (asked === 1) return stopping.abort()
    response.end('[00:01.00]Tin lanterns')
  })
  const pending = await aPendingText(url)

  const stopped = collectOnce(services, pending, {
    signal: stopping.signal,
    isLastAttempt: false,
    mayWaitOut: false,
  })
  const waiting = collectOnce(services, pending, {
    signal: new AbortController().signal,
    isLastAttempt: false,
    mayWaitOut: false,
  })
  await assert.rejects(stopped)
  await waiting

  assert.equal(asked, 2)
  assert.equal((await getAssetRow(services.db, orgId, pending.asset.assetId)).status, 'READY')
})

async function aPendingText(sourceUrl: string) {
  const nothing = { fileName: null, contentType: null, bytes: null, sha256: null, width: null, height: null }
  const unknown = { durationSecs: null, codec: null, aspectRatio: null, loudness: null }
  const wanted: NewAsset = { kind: 'TEXT', status: 'PENDING', sourceUrl, ...nothing, ...unknown }
  const [assetId] = await insertAssets(services.db, orgId, [wanted])
  return { orgId, asset: await getAssetRow(services.db, orgId, assetId!) }
}
