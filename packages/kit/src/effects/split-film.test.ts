import assert from 'node:assert/strict'
import { test } from 'node:test'
import { planFrame } from '../paint/frame-layout.ts'
import { splitFilm } from './split-film.ts'

test('a room is inside of the safe part, and the window reaches three edges of the frame and not the room', () => {
  for (const frame of [
    { width: 1080, height: 1920 },
    { width: 1080, height: 1080 },
    { width: 1920, height: 1080 },
  ])
    for (const side of ['TOP', 'BOTTOM', 'LEFT', 'RIGHT'] as const) {
      const { safe } = planFrame(frame)
      const { room, window } = splitFilm(frame, safe, { side, roomPx: 300 })
      assert.ok(room.x >= safe.x && room.x + room.width <= safe.x + safe.width)
      assert.ok(room.y >= safe.y && room.y + room.height <= safe.y + safe.height)
      assert.equal(side === 'TOP' || side === 'BOTTOM' ? room.height : room.width, 300)
      const edges = [
        window.x === 0,
        window.y === 0,
        window.x + window.width === frame.width,
        window.y + window.height === frame.height,
      ]
      assert.equal(edges.filter((isThere) => isThere).length, 3)
      const isApart =
        room.y + room.height < window.y ||
        room.y > window.y + window.height ||
        room.x + room.width < window.x ||
        room.x > window.x + window.width
      assert.ok(isApart, side)
    }
})
