import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startService } from '../../../testing/start-service.ts'
import { ServiceError } from '../../errors.ts'
import type { Routes } from '../routes/route.ts'
import { createFailureLog } from './failure-log.ts'

const lines: Record<string, unknown>[] = []
const failing: Routes = (app) => {
  app.get('/refused', { config: { scope: 'open', isPage: true } }, () => {
    throw new ServiceError('UNAVAILABLE', { message: 'Enough for now.', headers: { 'Retry-After': '5' } })
  })
  app.get('/away', { config: { scope: 'open', isPage: true } }, () => {
    throw Object.assign(new Error('connect'), { code: 'ECONNREFUSED', syscall: 'connect' })
  })
  app.get('/broken', { config: { scope: 'open', isPage: true } }, () => {
    throw new TypeError('a bug')
  })
}
const { url } = await startService(
  { after },
  { app: { extraRoutes: [failing] }, onLog: (line) => lines.push(JSON.parse(line)) },
)

async function readLines(path: string, times: number) {
  for (let time = 0; time < times; time++) await (await fetch(url + path)).text()
  return lines.filter(({ route, msg }) => route === path && msg !== 'request')
}

test('a refusal is one line without a stack, however often it is given', async () => {
  const [line, ...more] = await readLines('/refused', 40)
  assert.equal(more.length, 0)
  const { level, msg, code, reason, err } = line!
  assert.deepEqual(
    [level, msg, code, reason, err],
    [40, 'request refused', 'UNAVAILABLE', 'Enough for now.', undefined],
  )
})

test('what is away is one error with its origin', async () => {
  const [line, ...more] = await readLines('/away', 40)
  assert.equal(more.length, 0)
  assert.equal(line?.level, 50)
  assert.match(JSON.stringify(line?.err), /ECONNREFUSED/)
})

test('a bug is an error each time', async () => {
  const found = await readLines('/broken', 3)
  assert.deepEqual(
    found.map(({ level }) => level),
    [50, 50, 50],
  )
})

test('after a while it is said again, with how many were not told', () => {
  const told: [Record<string, unknown>, string][] = []
  const note = (facts: Record<string, unknown>, text: string) => told.push([facts, text])
  let nowMs = 0
  const log = createFailureLog({ log: { warn: note, error: note } as never }, () => nowMs)
  const request = { id: 'req_1', routeOptions: { url: '/refused' } } as never
  const refusal = new ServiceError('UNAVAILABLE', { message: 'Enough for now.' })
  for (nowMs of [0, 1, 2, 59_999, 60_000, 60_001]) log(refusal, request)
  log(new ServiceError('RATE_LIMITED'), request)
  assert.deepEqual(
    told.map(([facts]) => facts.untold),
    [undefined, 3],
  )
})
