import { createReadStream, createWriteStream } from 'node:fs'
import { copyFile, readFile } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { AssetKind } from '@songreel/contract'
import { readLyrics } from '@songreel/kit/lyrics'
import { probeMedia, RenderError } from '@songreel/render'
import type { Logger } from 'pino'
import type { Config } from '../config/config.ts'
import { crashPoint } from '../crash-point.ts'
import type { OngoingWork } from '../ongoing-work.ts'
import { downloadFile } from '../outbound/download.ts'
import { createOutboundPolicy } from '../outbound/policy.ts'
import type { PublicAddress } from '../public-address.ts'
import { getSpan } from '../scope.ts'
import { type AssetRow, type FoundAsset, failAsset, readyAsset } from '../store/assets.ts'
import type { DbPool } from '../store/schema.ts'
import { inLastingTransaction, type Tx } from '../store/transaction.ts'
import { describeFailure } from '../work-error.ts'
import { assetKey } from './asset-key.ts'
import { ensureDemoFiles } from './demo-files.ts'
import { describeLyrics } from './describe-lyrics.ts'
import { detectType, HEAD_BYTES } from './detect-type.ts'
import { watchRoom } from './disk-room.ts'
import { getMaxBytes } from './max-bytes.ts'
import { noteAssetFile } from './note-asset-file.ts'
import { findOwnFile } from './own-url.ts'
import { readAssetError } from './read-asset-error.ts'
import type { Storage } from './storage.ts'
import { assertQuota } from './storage-quota.ts'
import { withStorage } from './with-storage.ts'
import { withWorkFolder } from './work-folder.ts'

/** What collecting needs. */
export type CollectDeps = {
  db: DbPool
  storage: Storage
  config: Config
  log: Logger
  ongoing: OngoingWork
  address: PublicAddress
}

/** An asset of an organization that is to be brought here. */
export type PendingAsset = { orgId: string; asset: AssetRow }

/** When to stop, and how errors are treated. */
export type CollectOptions = {
  signal: AbortSignal
  /** A transient error is final too: there will be no further attempt. */
  isLastAttempt: boolean
  /** Whether another try may wait for the database or the store to come back. */
  mayWaitOut: boolean
  /** Called in the transaction that makes the asset final. */
  onEnd?(transaction: Tx): Promise<void>
}

/**
 * Brings an asset's bytes into storage and finds out what they are. An error of the client's is written down for good; a
 * transient one is thrown, so that whoever asked tries again.
 */
export async function collectAsset(
  services: CollectDeps,
  { orgId, asset }: PendingAsset,
  { signal, isLastAttempt, mayWaitOut, onEnd }: CollectOptions,
): Promise<void> {
  const { assetId } = asset
  const end = (write: (transaction: Tx) => Promise<void>) =>
    inLastingTransaction(services.db, async (transaction) => {
      await write(transaction)
      await onEnd?.(transaction)
    })
  try {
    const found = await withWorkFolder(services.config.dataDir, asset.assetId, (folder) =>
      fetchAndProbe(services, { orgId, asset }, folder, signal),
    )
    await end((transaction) => readyAsset(transaction, { orgId, assetId }, found))
  } catch (error) {
    signal.throwIfAborted()
    const failed = readAssetError(error, asset, readFileName(asset))
    const { code, facts } = failed
    getSpan()?.fail(code)
    services.log.info({ assetId: asset.assetId, code, err: error }, 'asset could not be collected')
    const isTriedAgain = facts.isOutage ? mayWaitOut : !isLastAttempt
    if (facts.isTransient && isTriedAgain) throw failed
    await end((transaction) => failAsset(transaction, { orgId, assetId }, describeFailure(failed)))
  }
}

async function fetchAndProbe(
  services: CollectDeps,
  { orgId, asset }: PendingAsset,
  folder: string,
  signal: AbortSignal,
): Promise<FoundAsset> {
  const file = path.join(folder, readFileName(asset))
  const { storage, config } = services
  await watchRoom(config)(0)
  const { sha256 } = asset
  if (sha256)
    await withStorage(
      async () => pipeline(await storage.read(assetKey(orgId, sha256)), createWriteStream(file), { signal }),
      signal,
    )
  else {
    await assertQuota(services, orgId, 0)
    await download(services, asset, file, signal)
  }
  const leave = await services.ongoing.probeTurns.take(orgId, signal)
  signal.throwIfAborted()
  const facts = await probe(file, asset.kind, config, signal).finally(leave)
  const stored = await withStorage(() => {
    const maxBytes = getMaxBytes(asset.kind, config)
    return storage.putStream(createReadStream(file), noteAssetFile(services, orgId), { maxBytes, signal })
  }, signal)
  await crashPoint('asset-stored')
  return { ...facts, bytes: stored.bytes, sha256: stored.sha256 }
}

async function download(
  { config, log, address: own }: CollectDeps,
  asset: AssetRow,
  toFile: string,
  signal: AbortSignal,
): Promise<void> {
  const address = asset.sourceUrl ?? ''
  const ours = findOwnFile(own, address)
  if (ours?.kind === 'DEMO') {
    await copyFile((await ensureDemoFiles(config.dataDir))[ours.name], toFile)
    return
  }
  await downloadFile(address, {
    policy: createOutboundPolicy(config),
    toFile,
    maxBytes: getMaxBytes(asset.kind, config),
    assertFreeSpace: watchRoom(config),
    signal,
    onRefused: (refusal) => log.warn({ assetId: asset.assetId, ...refusal }, 'an address was refused'),
  })
}

/** A name from the address, so that messages name the file as its owner knows it. */
function readFileName(asset: AssetRow): string {
  const fromUrl = asset.sourceUrl ? URL.parse(asset.sourceUrl)?.pathname.split('/').at(-1) : undefined
  const name = (asset.fileName ?? fromUrl ?? '').replace(/[^\w.-]+/g, '_').slice(-80)
  return /[a-z0-9]/i.test(name) && !name.startsWith('.') ? name : `${asset.kind.toLowerCase()}-file`
}

async function probe(
  file: string,
  kind: AssetKind,
  config: Config,
  signal: AbortSignal,
): Promise<Omit<FoundAsset, 'bytes' | 'sha256'>> {
  if (kind === 'TEXT') return probeText(file)
  // A song has to be decoded to be known as whole; renders that come after need not analyse it again.
  const analysisFolder = path.join(config.dataDir, 'cache', 'analysis')
  const facts = await probeMedia(file, {
    expect: kind,
    signal,
    folder: path.dirname(file),
    closedFolders: [config.dataDir],
    ...(kind === 'AUDIO' && { analysisFolder }),
  })
  const { width = null, height = null, codec, aspectRatio = null, durationSecs = null } = facts
  if (kind === 'IMAGE' && (width ?? 0) * (height ?? 0) > config.maxImagePixels) {
    const limit = `at most ${Math.floor(config.maxImagePixels / 1e5) / 10} megapixels are read`
    throw new RenderError('ASSET_TOO_LARGE', `${path.basename(file)} is ${width}×${height}; ${limit}.`)
  }
  if (kind === 'AUDIO' && durationSecs !== null && durationSecs > config.maxAudioSecs) {
    const seen = `${path.basename(file)} lasts ${Math.round(durationSecs)} s; a song may last ${config.maxAudioSecs} s.`
    throw new RenderError('ASSET_TOO_LARGE', seen)
  }
  return {
    contentType: findContentType(facts),
    width,
    height,
    codec,
    aspectRatio,
    durationSecs,
    loudness: facts.loudness?.integratedLufs ?? null,
    lyrics: null,
    font: facts.font ?? null,
    animation: facts.animation ?? null,
  }
}

/** Text and archives have no magic number of their own: what they are is known by having been read as that. */
function findContentType({ codec, contentType, animation }: Awaited<ReturnType<typeof probeMedia>>): string {
  if (animation) return animation.format === 'JSON' ? 'video/lottie+json' : 'application/zip+dotlottie'
  return codec === 'svg' ? 'image/svg+xml' : contentType
}

/** The facts about a text: it has no picture and no sound. */
const NOTHING_SEEN = {
  width: null,
  height: null,
  codec: null,
  aspectRatio: null,
  durationSecs: null,
  loudness: null,
  font: null,
  animation: null,
}

async function probeText(file: string): Promise<Omit<FoundAsset, 'bytes' | 'sha256'>> {
  const { kind, ...type } = await detectType((await readFile(file)).subarray(0, HEAD_BYTES))
  const name = path.basename(file)
  if (!('contentType' in type))
    throw new RenderError('ASSET_TYPE_MISMATCH', `${name} is ${type.seen}, not text.`)
  if (kind !== 'TEXT')
    throw new RenderError('ASSET_TYPE_MISMATCH', `${name} is ${type.contentType}, not text.`)
  const lyrics = describeLyrics(await readLyrics(file, 0))
  return { contentType: type.contentType, ...NOTHING_SEEN, lyrics }
}
