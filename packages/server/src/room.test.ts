import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRoom } from './room.ts'

const never = new AbortController().signal

test('many are in a room at once, until one wants to be alone', async () => {
  const room = createRoom()
  const [leaveFirst, leaveSecond] = [await room.take(false, never), await room.take(false, never)]
  const order: string[] = []
  const alone = room.take(true, never).then((leave) => {
    order.push('alone')
    return leave
  })
  const late = room.take(false, never).then(() => order.push('late'))
  assert.deepEqual([room.isInUse(), room.isClosed()], [true, true])
  leaveFirst?.()
  await Promise.resolve()
  assert.deepEqual(order, [])
  leaveSecond?.()
  const leaveAlone = await alone
  assert.deepEqual(order, ['alone'])
  leaveAlone?.()
  leaveAlone?.()
  await late
  assert.deepEqual([order, room.isClosed()], [['alone', 'late'], false])
})

test('two who want to be alone come one after the other, and one who gives up lets the others in', async () => {
  const room = createRoom()
  const leave = await room.take(true, never)
  const giveUp = new AbortController()
  const givenUp = room.take(true, giveUp.signal)
  const next = room.take(false, never)
  giveUp.abort()
  assert.equal(await givenUp, undefined)
  leave?.()
  assert.ok(await next)
  assert.equal(room.isClosed(), false)
  assert.equal(await room.take(true, AbortSignal.abort()), undefined)
})
