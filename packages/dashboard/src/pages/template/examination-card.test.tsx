import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mount } from '../../../testing/mount.ts'
import { ExaminationCard } from './examination-card.tsx'

test('an examination says how it went, and shows the frame of what is wrong', async (t) => {
  const view = await mount(t, <ExaminationCard examination={{ status: 'PENDING', faults: [] }} />)
  assert.match(view.text(), /Being examined/)
  const fault = {
    check: 'titles',
    aspectRatio: '9x16',
    message: 'The title is cut.',
    pictureUrl: '/files/a.jpg',
  }
  const bare = { check: 'cost', message: 'It takes 14 ms a frame.' }
  await view.show(<ExaminationCard examination={{ status: 'FAILED', faults: [fault, bare] }} />)
  assert.match(view.text(), /Has faults.*The title is cut\. ?titles · 9x16.*14 ms a frame\. ?cost/)
  assert.deepEqual(
    [...view.root.querySelectorAll('img')].map((picture) => [picture.getAttribute('src'), picture.alt]),
    [['/files/a.jpg', 'The frame: The title is cut.']],
  )
  await view.show(<ExaminationCard examination={{ status: 'PASSED', faults: [] }} />)
  assert.match(view.text(), /Passed/)
})
