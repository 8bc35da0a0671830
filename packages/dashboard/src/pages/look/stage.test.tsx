import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LookDrawing } from '@songreel/sdk'
import { mount } from '../../../testing/mount.ts'
import { LookStage } from './stage.tsx'

test('a layer that is moved by keys is the one that is looked at, as one that is dragged', async (t) => {
  const box = { x: 100, y: 100, width: 300, height: 300 }
  const drawing = {
    image: 'data:,',
    isMirrored: false,
    frame: { width: 1080, height: 1920 },
    safe: { x: 0, y: 0, width: 1080, height: 1920 },
    layers: [{ path: 'layers[0]', box, room: { x: 0, y: 0, width: 1080, height: 1920 } }],
  } as unknown as LookDrawing
  const told: unknown[] = []
  const view = await mount(
    t,
    <LookStage
      look={{ layers: [{ kind: 'text', text: { words: 'Now' } }] }}
      shape="9x16"
      drawing={drawing}
      isWaiting={false}
      isLarge
      clip={undefined}
      chosen="layers[3]"
      hidden={new Set()}
      onLook={() => undefined}
      onChoose={(path) => told.push(path)}
      onMove={({ path }, by, isExact) => told.push([path, by, isExact])}
    />,
  )
  await view.key(view.control(/^Move .* in 9x16$/), 'ArrowLeft')
  assert.deepEqual(told, ['layers[0]', ['layers[0]', { x: -10, y: 0 }, true]])
})
