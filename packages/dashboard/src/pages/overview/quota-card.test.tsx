import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Quota } from '@songreel/sdk'
import { mount, type View } from '../../../testing/mount.ts'
import { QuotaCard } from './quota-card.tsx'

const IN_TEN_DAYS = new Date(Date.now() + 10.2 * 86_400_000).toISOString()
const free = { limit: null, used: 7, open: 1 }

function aQuota(limited: Partial<Quota>): Quota {
  return { resetsAt: IN_TEN_DAYS, videos: free, secs: free, bytes: free, ...limited }
}

const rowsOf = ({ root }: View) => [...root.querySelectorAll('li')]
const statesOf = (view: View) => rowsOf(view).map(({ dataset }) => dataset.state)
const valuesOf = (view: View) => rowsOf(view).map((row) => row.querySelector('meter')?.getAttribute('value'))

test('what is limited is shown with how much of it is taken, and when that ends; what is not is left out', async (t) => {
  const quota = aQuota({
    videos: { limit: 1000, used: 400, open: 12 },
    secs: { limit: 36_000, used: 32_612, open: 0 },
  })
  const view = await mount(t, <QuotaCard quota={quota} />)
  assert.equal(
    view.text(),
    'Monthly quotaresets in 10 daysVideos412 of 1,00012 not finished yetLength9 h 4 min of 10 h',
  )
  assert.deepEqual(valuesOf(view), ['0.412', String(32_612 / 36_000)])
  assert.deepEqual(statesOf(view), ['free', 'nearly'])
  assert.equal(view.root.querySelector('meter')?.getAttribute('aria-label'), 'Videos: 412 of 1,000')
})

test('one that is used up says so in words, also where it was lowered or allows nothing', async (t) => {
  const quota = aQuota({
    videos: { limit: 10, used: 9, open: 1 },
    secs: { limit: 0, used: 0, open: 0 },
    bytes: { limit: 1_000_000, used: 2_500_000, open: 0 },
  })
  const view = await mount(t, <QuotaCard quota={quota} />)
  assert.deepEqual(statesOf(view), ['full', 'full', 'full'])
  assert.deepEqual(valuesOf(view), ['1', '1', '1'])
  assert.equal(view.text().match(/Used up: new batches are refused/g)?.length, 3)
  assert.match(view.text(), /Length0 s of 0 s.*Files2\.5 MB of 1\.0 MB/)
})

test('nothing is shown where nothing is limited, or nobody knows', async (t) => {
  const view = await mount(t, <QuotaCard quota={null} />)
  assert.equal(view.text(), '')
  await view.show(<QuotaCard quota={undefined} />)
  assert.equal(view.text(), '')
  await view.show(<QuotaCard quota={aQuota({})} />)
  assert.equal(view.text(), '')
})
