import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { pino } from 'pino'
import { createEmptyTestDatabase } from '../../testing/test-database.ts'
import { openReader } from './reader.ts'

const log = pino({ level: 'silent' })
const databaseUrl = await createEmptyTestDatabase({ after })

test('of many reads at once each gets its own rows', async (t) => {
  const { read, close } = openReader(databaseUrl, log)
  t.after(close)
  const numbers = Array.from({ length: 300 }, (_, index) => index)

  const answers = await Promise.all(
    numbers.map((n) => read('select $1::int as n, $1::int * 2 as twice', [n])),
  )

  assert.deepEqual(
    answers,
    numbers.map((n) => [{ n, twice: n * 2 }]),
  )
})

test('a read that fails does not disturb those around it', async (t) => {
  const { read, close } = openReader(databaseUrl, log)
  t.after(close)
  const divide = (by: number) => read('select 12 / $1::int as result', [by])

  const answers = await Promise.allSettled([divide(1), divide(2), divide(0), divide(3)])

  assert.deepEqual(
    answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : answer.reason.code)),
    [[{ result: 12 }], [{ result: 6 }], '22012', [{ result: 4 }]],
  )
})

test('a lost connection goes unnoticed by the next read and by reads under way', async (t) => {
  const { read, close } = openReader(databaseUrl, log)
  const killer = openReader(databaseUrl, log)
  t.after(close)
  t.after(killer.close)
  const [first] = await read<{ pid: number }>('select pg_backend_pid() as pid', [])

  const underWay = [read('select pg_sleep(0.2)', []), read('select 1 as one', [])]
  await killer.read('select pg_terminate_backend($1, 1000)', [first?.pid])

  assert.deepEqual((await Promise.all(underWay))[1], [{ one: 1 }])
  const [second] = await read<{ pid: number }>('select pg_backend_pid() as pid', [])
  assert.notEqual(second?.pid, first?.pid)
})

test('closing waits for reads under way', async () => {
  const { read, close } = openReader(databaseUrl, log)
  const underWay = read('select 1 as one', [])

  await close()

  assert.deepEqual(await underWay, [{ one: 1 }])
})
