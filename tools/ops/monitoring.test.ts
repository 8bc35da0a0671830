import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { startService } from '@songreel/server/testing/start-service.ts'
import { parse } from 'yaml'
import { findProgram } from './find-program.ts'
import { ROOT } from './manifests.ts'

const FOLDER = join(ROOT, 'ops/monitoring')
const { apiAs, services } = await startService({ after })

type Rule = { alert: string; expr: string; annotations: { summary: string; action: string } }
type Panel = { type: string; title: string; targets?: { expr: string }[] }

const rules: Rule[] = parse(read('alerts.yaml')).groups.flatMap((group: { rules: Rule[] }) => group.rules)
const panels: Panel[] = JSON.parse(read('dashboard.json')).panels
const expressions = [
  ...rules.map(({ alert, expr }) => ({ name: alert, expr })),
  ...panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => ({ name: title, expr }))),
]

/** What comes after a histogram's name. */
const PARTS = /_(bucket|sum|count)$/
const METRIC = /\b(?:songreel|http|process|nodejs)_[a-z0-9_]+/g

test('every metric in the alerts and on the dashboard is one that the service gives', async () => {
  const { body } = await apiAs(undefined)('GET', '/metrics')
  const kinds = new Map(
    [...String(body).matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name, kind]) => [name, kind]),
  )
  const unknown = expressions.flatMap(({ name, expr }) =>
    (expr.match(METRIC) ?? [])
      .filter((metric) => !kinds.has(metric) && kinds.get(metric.replace(PARTS, '')) !== 'histogram')
      .map((metric) => `${name}: ${metric}`),
  )
  assert.deepEqual(unknown, [])
  assert.ok(expressions.every(({ expr }) => expr.match(METRIC)))
})

test('every label by which they choose or group is one of these metrics', () => {
  const labels = new Map(
    services.metrics.registry.getMetricsAsArray().map((metric) => [
      metric.name,
      // What Prometheus adds, and what every bucket has.
      new Set([...(metric as unknown as { labelNames: string[] }).labelNames, 'instance', 'le']),
    ]),
  )
  const unknown = expressions.flatMap(({ name, expr }) => {
    const metrics = (expr.match(METRIC) ?? []).map((metric) =>
      labels.has(metric) ? metric : metric.replace(PARTS, ''),
    )
    const chosen = [...expr.matchAll(/\{([^}]*)\}/g)].flatMap(
      ([, text = '']) => text.match(/\w+(?==)/g) ?? [],
    )
    const grouped = [...expr.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, text = '']) => text.split(', '))
    return [...chosen, ...grouped]
      .filter((label) => !metrics.some((metric) => labels.get(metric)?.has(label)))
      .map((label) => `${name}: ${label}`)
  })
  assert.deepEqual(unknown, [])
})

test('figures that every process reads from the database are never added up', () => {
  const page = readFileSync(join(ROOT, 'docs/operations.md'), 'utf8')
  const rows = page.split('\n').filter((line) => line.startsWith('| `songreel_') && line.includes('◆'))
  const shared = rows.flatMap((row) => row.slice(0, row.indexOf('◆')).match(METRIC) ?? [])
  assert.ok(shared.length > 8)
  const added = expressions.filter(({ expr }) =>
    shared.some((metric) => new RegExp(`\\bsum(?: by \\([^)]*\\))? ?\\(${metric}\\b`).test(expr)),
  )
  assert.deepEqual(added, [])
})

test('every alert says what happened and what to do', () => {
  assert.equal(new Set(rules.map(({ alert }) => alert)).size, rules.length)
  for (const { alert, annotations } of rules) assert.ok(annotations.summary && annotations.action, alert)
})

test('promtool finds the rules right, and each fires when it should', (t) => {
  const promtool = findProgram('promtool')
  if (!promtool) return t.skip('promtool is not installed (on Debian: the package prometheus)')
  for (const words of [
    ['check', 'rules', 'alerts.yaml'],
    ['check', 'config', 'prometheus.yaml'],
    ['test', 'rules', 'alerts.test.yaml'],
  ])
    execFileSync(promtool, words, { cwd: FOLDER, stdio: 'pipe' })
  const tested = new Set(read('alerts.test.yaml').match(/Songreel\w+/g))
  for (const { alert } of rules) assert.ok(tested.has(alert), `${alert} has no test`)
})

function read(name: string): string {
  return readFileSync(join(FOLDER, name), 'utf8')
}
