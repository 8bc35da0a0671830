import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import type { RenderFailureCode } from '@songreel/contract'
import { aPolicy, sendForEver, sendHead, startRawServer } from '../../testing/outbound/outside-world.ts'
import { type OutboundProblem, WorkError } from '../work-error.ts'
import { downloadFile } from './download.ts'
import type { FetchLimits } from './policy.ts'

type Case = {
  name: string
  answer: (socket: Socket) => void
  code: RenderFailureCode
  problem: OutboundProblem
  isRetryable: boolean
  message: RegExp
  status?: number
  retryAfterSecs?: number
  limits?: Partial<FetchLimits>
}

const unreachable: Case[] = [
  status('404 Not Found', {
    status: 404,
    isRetryable: false,
    message: /answers with status 404\. Check the link/,
  }),
  status('410 Gone', { status: 410, isRetryable: false, message: /make a new one/ }),
  status('403 Forbidden', { status: 403, isRetryable: false, message: /without signing in/ }),
  status('304 Not Modified', { status: 304, isRetryable: false, message: /Check the link/ }),
  status('502 Bad Gateway', { status: 502, isRetryable: true, message: /Try again later/ }),
  status('204 No Content', { status: 204, isRetryable: false, message: /status 204/ }),
  status('206 Partial Content', { status: 206, isRetryable: false, message: /status 206/ }),
  {
    ...status('429 Too Many', { status: 429, isRetryable: true, message: /Try again later/ }),
    answer: (socket) => sendHead(socket, '429 Too Many', 'Retry-After: 7', 'Content-Length: 0'),
    retryAfterSecs: 7,
  },
  noAnswer('a connection closed without an answer', (socket) => socket.end(), {
    problem: 'connection',
    isRetryable: true,
    message: /closed the connection\. Check that the server runs/,
  }),
  noAnswer('a connection reset without an answer', (socket) => socket.resetAndDestroy(), {
    problem: 'connection',
    isRetryable: true,
    message: /closed the connection/,
  }),
  noAnswer('something that is not HTTP', (socket) => socket.end('220 mail.example.com ESMTP\r\n'), {
    problem: 'protocol',
    isRetryable: false,
    message: /proper HTTP/,
  }),
  noAnswer('endless headers', (socket) => sendHead(socket, '200 OK', `X: ${'x'.repeat(100_000)}`), {
    problem: 'protocol',
    isRetryable: false,
    message: /proper HTTP/,
  }),
  noAnswer('a redirect to nowhere', (socket) => sendHead(socket, '302 Found', 'Content-Length: 0'), {
    problem: 'redirect',
    isRetryable: false,
    message: /without saying where to/,
  }),
]

const cutShort: Case[] = [
  truncated('a body shorter than it says', (socket) => {
    sendHead(socket, '200 OK', 'Content-Length: 1000')
    socket.end('abc')
  }),
  truncated('a body shorter than it says, on a connection that is to close', (socket) => {
    sendHead(socket, '200 OK', 'Content-Length: 1000', 'Connection: close')
    socket.end('abc')
  }),
  truncated('chunks without an end', (socket) => {
    sendHead(socket, '200 OK', 'Transfer-Encoding: chunked', 'Connection: close')
    socket.end('5\r\nabcde\r\n')
  }),
  truncated('chunks that are no chunks', (socket) => {
    sendHead(socket, '200 OK', 'Transfer-Encoding: chunked')
    socket.end('5\r\nabcde\r\nxyz\r\n')
  }),
  truncated('a connection reset in the body', (socket) => {
    sendHead(socket, '200 OK', 'Content-Length: 1000')
    socket.write('abc', () => resetOnceRead(socket))
  }),
  truncated('a connection reset in a body without a length', (socket) => {
    sendHead(socket, '200 OK', 'Connection: close')
    socket.write('abc', () => resetOnceRead(socket))
  }),
  {
    ...truncated('an empty file', (socket) => sendHead(socket, '200 OK', 'Content-Length: 0')),
    message: /sent an empty file/,
  },
]

const wrongFiles: Case[] = [
  {
    name: 'a file too large by its own word',
    answer: (socket) => sendHead(socket, '200 OK', 'Content-Length: 1048577'),
    code: 'ASSET_TOO_LARGE',
    problem: 'too-large',
    isRetryable: false,
    message: /has 1\.1 MB; the limit is 1 MB\. Send a smaller file/,
  },
  {
    name: 'an endless body',
    answer: sendForEver,
    code: 'ASSET_TOO_LARGE',
    problem: 'too-large',
    isRetryable: false,
    message: /sends more than the limit of 1 MB/,
  },
  {
    name: 'a compressed body',
    answer: (socket) => sendHead(socket, '200 OK', 'Content-Encoding: gzip', 'Content-Length: 5'),
    code: 'ASSET_UNSUPPORTED',
    problem: 'encoded',
    isRetryable: false,
    message: /without Content-Encoding/,
  },
]

const slow: Case[] = [
  tooSlow('no answer', /does not answer\. Put the file on a faster host/, () => {}),
  tooSlow('headers that trickle', /does not answer/, (socket) => {
    socket.write('HTTP/1.1 200 OK\r\n')
    trickle(socket, 'X-Slow: 1\r\n')
  }),
  tooSlow('a body that stops', /stopped sending in the middle/, (socket) => {
    sendHead(socket, '200 OK', 'Content-Length: 1000')
    socket.write('abc')
  }),
  {
    ...tooSlow('a body that trickles', /took longer than 0\.7 s/, (socket) => {
      sendHead(socket, '200 OK', 'Content-Length: 1000')
      trickle(socket, 'x')
    }),
    limits: { totalMs: 700 },
  },
]

test('every way in which a server can fail us has its code, its facts and its advice', async (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'songreel-failing-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const cases = [...unreachable, ...cutShort, ...wrongFiles, ...slow]
  const policy = aPolicy({ SONGREEL_HOST: '127.0.0.1' })
  const lookAt = async ({ name, answer, message, limits = {}, ...expected }: Case, index: number) => {
    const { url, port } = await startRawServer(t, answer)
    const toFile = path.join(folder, `file-${index}`)
    const error = await downloadFile(url, {
      policy,
      toFile,
      maxBytes: 1024 * 1024,
      field: 'audioUrl',
      limits,
    }).then(
      () => assert.fail(`${name} was taken for a file`),
      (reason) => reason,
    )
    assert.ok(error instanceof WorkError, `${name}: ${error?.stack}`)
    const { problem, status, host, field, isTransient: isRetryable, retryAfterSecs } = error.facts
    const { code } = error
    const seen = { code, problem, isRetryable, status, retryAfterSecs }
    assert.deepEqual(seen, { status: undefined, retryAfterSecs: undefined, ...expected }, name)
    assert.deepEqual([host, field], [`127.0.0.1:${port}`, 'audioUrl'], name)
    assert.match(error.message, message, name)
    assert.ok(error.message.startsWith(`audioUrl: 127.0.0.1:${port} `), error.message)
  }
  await Promise.all(cases.map(lookAt))
  assert.deepEqual(readdirSync(folder), [], 'nothing half-written stays')
})

function status(line: string, expected: Pick<Case, 'status' | 'isRetryable' | 'message'>): Case {
  const answer = (socket: Socket) => sendHead(socket, line, 'Content-Length: 0')
  return { name: line, answer, code: 'ASSET_UNREACHABLE', problem: 'status', ...expected }
}

function noAnswer(
  name: string,
  answer: Case['answer'],
  expected: Pick<Case, 'problem' | 'isRetryable' | 'message'>,
): Case {
  return { name, answer, code: 'ASSET_UNREACHABLE', ...expected }
}

function truncated(name: string, answer: Case['answer']): Case {
  const message = /broke off in the middle of the file\. Store the file again/
  return { name, answer, code: 'ASSET_TRUNCATED', problem: 'truncated', isRetryable: true, message }
}

function tooSlow(name: string, message: RegExp, answer: Case['answer']): Case {
  const limits = { idleMs: 2000 }
  return { name, answer, code: 'ASSET_TIMEOUT', problem: 'timeout', isRetryable: true, message, limits }
}

/** The other end is in this process too, and reads between a timer and what comes right after it. */
function resetOnceRead(socket: Socket): void {
  setTimeout(() => setImmediate(() => socket.resetAndDestroy()), 20)
}

function trickle(socket: Socket, text: string): void {
  const timer = setInterval(() => socket.write(text), 50)
  socket.on('close', () => clearInterval(timer))
}
