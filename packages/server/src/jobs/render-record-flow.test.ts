import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startFlow, unruly } from '../../testing/start-flow.ts'
import { waitFor } from '../../testing/wait-for.ts'

type LogLine = Record<string, unknown> & { msg: string }

const lines: LogLine[] = []
const flow = await startFlow({ after }, { onLog: (line) => lines.push(JSON.parse(line)) })
const { orgId, apiAs, services } = flow

const linesOf = (renderId: string) =>
  lines.filter((line) => line.renderId === renderId && line.msg.startsWith('render'))
const readFigures = async (): Promise<string> => (await apiAs(undefined)('GET', '/metrics')).body
const figureOf = (figures: string, series: string) =>
  Number(
    figures
      .split('\n')
      .find((line) => line.startsWith(`${series} `))
      ?.split(' ')[1] ?? 0,
  )

test('a video that was made is reported in the log and in the figures, stage by stage', async () => {
  const { batchId, renderId } = await flow.post()
  await flow.untilFinal(batchId)
  await waitFor(
    'both webhooks are delivered',
    async () => flow.listEvents(batchId).length + flow.listEvents(renderId).length === 2,
  )
  const facts = { renderId, batchId, orgId, contentId: 'TEST_UNRULY', attempt: 1 }
  await waitFor('the end is logged', async () => linesOf(renderId).length === 2)
  for (const [index, msg] of ['render started', 'render finished'].entries()) {
    const { renderId, batchId, orgId, contentId, attempt, ...line } = linesOf(facts.renderId)[
      index
    ] as LogLine
    assert.deepEqual({ renderId, batchId, orgId, contentId, attempt, msg: line.msg }, { ...facts, msg })
  }

  const figures = await waitFor('deliveries are counted', async () => {
    const text = await readFigures()
    return figureOf(text, 'songreel_webhook_deliveries_total{result="delivered"}') === 2 && text
  })
  assert.equal(
    figureOf(figures, 'songreel_renders_finished_total{status="COMPLETED",template="TEST_UNRULY"}'),
    1,
  )
  assert.equal(figureOf(figures, 'songreel_render_frames_total{template="TEST_UNRULY"}'), 15)
  assert.equal(figureOf(figures, 'songreel_render_duration_seconds_count{template="TEST_UNRULY"}'), 1)
  for (const stage of ['collect', 'read', 'analyse', 'draw', 'check', 'store'])
    assert.equal(
      figureOf(figures, `songreel_render_stage_duration_seconds_count{stage="${stage}"}`),
      1,
      stage,
    )
  assert.equal(figureOf(figures, 'songreel_webhook_attempt_duration_seconds_count{result="2xx"}'), 2)
  assert.equal(figureOf(figures, 'songreel_storage_files{kind="output"}'), 1)
  assert.equal(figureOf(figures, 'songreel_workers'), 1)
  assert.doesNotMatch(figures, new RegExp(`${orgId}|${batchId}|${renderId}|127\\.0\\.0\\.1`))
})

test('a render that fails and one that is canceled are reported too', async () => {
  const failed = await flow.post({
    media: { name: 'Nothing', audioUrl: `${flow.hosts.url}/missing.mp3` },
  } as never)
  const { error } = await flow
    .untilFinal(failed.batchId)
    .then((batch) => batch.renders[0] as { error: { code: string } })
  const gate = flow.makeGate()
  const canceled = await flow.post({ renders: [unruly({ waitForFile: gate.file })] })
  await flow.untilRender(canceled.renderId, 'RENDERING')
  await flow.api('POST', `/v1/renders/${canceled.renderId}/cancel`)
  gate.open()

  const end = await waitFor(
    'the failure is logged',
    async () => linesOf(failed.renderId).at(-1)?.msg === 'render failed' && linesOf(failed.renderId).at(-1),
  )
  assert.deepEqual([end.batchId, end.orgId, end.code], [failed.batchId, orgId, error.code])
  const figures = await readFigures()
  assert.equal(
    figureOf(figures, 'songreel_renders_finished_total{status="FAILED",template="TEST_UNRULY"}'),
    1,
  )
  assert.equal(figureOf(figures, `songreel_render_failures_total{code="${error.code}"}`), 1)
  assert.equal(
    figureOf(figures, 'songreel_renders_finished_total{status="CANCELED",template="TEST_UNRULY"}'),
    1,
  )
})

test('a render that goes back to the queue says why', async () => {
  const troubled = await flow.post({ renders: [unruly({ trouble: 'CRASH' })] })
  await waitFor('it is returned', async () =>
    linesOf(troubled.renderId).some(({ msg }) => msg === 'render returned to the queue'),
  )
  await flow.untilFinal(troubled.batchId)
  const gate = flow.makeGate()
  const { batchId, renderId } = await flow.post({ renders: [unruly({ waitForFile: gate.file })] })
  await flow.untilRender(renderId, 'RENDERING')
  await services.queue.stopWork(0)

  const [first] = linesOf(troubled.renderId).filter(({ msg }) => msg === 'render returned to the queue')
  assert.deepEqual([first?.reason, first?.attempt, first?.batchId], ['RENDER_CRASHED', 1, troubled.batchId])
  const stopped = linesOf(renderId).at(-1)
  assert.equal(stopped?.msg, 'render returned to the queue')
  assert.deepEqual(
    [stopped?.reason, stopped?.attempt, stopped?.batchId, stopped?.orgId],
    ['the worker stops', 1, batchId, orgId],
  )
  const figures = await readFigures()
  assert.equal(figureOf(figures, 'songreel_renders_returned_total{cause="error"}'), 2)
  assert.equal(figureOf(figures, 'songreel_renders_returned_total{cause="stop"}'), 1)
})
