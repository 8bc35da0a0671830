import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { crc32, deflateSync } from 'node:zlib'
import type { AssetServer } from './asset-server.ts'
import { createSelfSignedCertificate } from './outbound/self-signed-certificate.ts'

type Cleanup = { after(fn: () => Promise<void>): void }

/** Addresses of files that cannot be had, or that are not what they should be; each for one reason. */
export type FailingHosts = Record<
  | 'unknownName'
  | 'closedPort'
  | 'untrusted'
  | 'missing'
  | 'broken'
  | 'silent'
  | 'large'
  | 'webPage'
  | 'midi'
  | 'cutOff'
  | 'damagedPng'
  | 'largePng'
  | 'inward',
  string
>

/** Puts the files on a test's host, and starts a host whose certificate nobody vouches for. */
export async function putFailingFiles(
  t: Cleanup,
  hosts: AssetServer,
  song: Uint8Array,
): Promise<FailingHosts> {
  const damaged = makePng(64, 64)
  damaged.fill(0xff, 200, 300)
  return {
    unknownName: 'http://no-such-host.invalid/song.mp3',
    closedPort: 'http://127.0.0.1:1/song.mp3',
    untrusted: await startUntrusted(t),
    missing: `${hosts.url}/nothing.mp3`,
    broken: hosts.put('/broken.mp3', (_, response) => response.writeHead(500).end('stack trace: secret')),
    silent: hosts.put('/silent.mp3', () => {}),
    large: hosts.put('/large.wav', Buffer.alloc(3_000_000)),
    webPage: hosts.put('/page.mp3', Buffer.from('<!DOCTYPE html><html><body>Sign in</body></html>')),
    midi: hosts.put(
      '/song.mid',
      Buffer.concat([Buffer.from('MThd\0\0\0\x06\0\x01\0\x01\0\x60'), Buffer.alloc(200)]),
    ),
    cutOff: hosts.put('/cut.wav', (_, response) => {
      response.writeHead(200, { 'Content-Length': song.length })
      response.write(song.subarray(0, 1000), () => response.destroy())
    }),
    damagedPng: hosts.put('/damaged.png', damaged),
    largePng: hosts.put('/large.png', makePng(1200, 1200)),
    inward: hosts.put('/inward.mp3', (_, response) =>
      response.writeHead(302, { Location: 'http://169.254.169.254/latest/meta-data' }).end(),
    ),
  }
}

async function startUntrusted(t: Cleanup): Promise<string> {
  const server = createServer(createSelfSignedCertificate(['localhost']), (_, response) => response.end('x'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return `https://127.0.0.1:${(server.address() as AddressInfo).port}/song.mp3`
}

/** A valid PNG. */
function makePng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  // Noise, so that there is something to damage; each row begins with the number of its filter, none.
  const noise = (_: number, at: number) => (at % (width * 3 + 1) === 0 ? 0 : (at * at) % 251)
  const rows = deflateSync(Buffer.alloc((width * 3 + 1) * height).map(noise))
  const chunks = [chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...chunks])
}

function chunk(kind: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(kind, 'latin1'), data])
  const whole = Buffer.alloc(body.length + 8)
  whole.writeUInt32BE(data.length, 0)
  body.copy(whole, 4)
  whole.writeUInt32BE(crc32(body), body.length + 4)
  return whole
}
