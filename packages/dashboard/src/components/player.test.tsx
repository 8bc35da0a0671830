import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mount } from '../../testing/mount.ts'
import { Player } from './player.tsx'

test('comma and point step through a video frame by frame, and it stands still meanwhile', async (t) => {
  const view = await mount(t, <Player src="/files/a.mp4" label="Tin Lanterns" ratio="9x16" />)
  const video = view.root.querySelector('video') as HTMLVideoElement
  let pauses = 0
  Object.assign(video, { pause: () => pauses++ })
  video.currentTime = 2
  await view.key(video, '.')
  await view.key(video, '.')
  await view.key(video, ',')
  await view.key(video, 'x')
  assert.ok(Math.abs(video.currentTime - (2 + 1 / 30)) < 1e-9, `${video.currentTime} s`)
  assert.equal(pauses, 3)
  assert.equal(video.style.aspectRatio, '9 / 16')
})
