import assert from 'node:assert/strict'
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { makeTestFolder, removeTestFolder, runCli } from '../../testing/run-cli.ts'
import { ALL_CHECKS } from './all-checks.ts'
import type { Check } from './check.ts'
import { dataFolderCheck } from './data-folder.ts'
import { judgeRoom } from './disk.ts'
import { type CheckReport, runChecks } from './run-checks.ts'

describe('songreel doctor', () => {
  let folder = ''
  before(async () => {
    folder = await makeTestFolder()
  })
  after(() => removeTestFolder(folder))

  test('makes a trial video and tells the machine apart from its secrets', async () => {
    const data = join(folder, 'data')
    await mkdir(data)
    await writeFile(join(data, 'token'), 'srl_live_canary\n', { mode: 0o600 })
    const env = { SONGREEL_AUTH_TOKEN: 'canary-in-the-environment', SONGREEL_TEMP_DIR: folder }
    const { code, stdout, stderr } = await runCli(['doctor', '--json', '--data', data], { cwd: folder, env })
    const report = JSON.parse(stdout) as { good: number; problems: number; checks: CheckReport[] }
    assert.deepEqual([code, stderr, report.problems], [0, '', 0], stdout)
    assert.deepEqual(
      report.checks.map(({ name }) => name),
      [
        ...['Node', 'Drawing', 'Encoder', 'Trial', 'Fonts', 'Disk', 'Data folder', 'Clock'],
        ...['Own user', 'Files', 'Environment', 'Processes', 'Network', 'Privileges'],
        ...['System calls', 'Namespaces', 'Limits', 'Permissions'],
      ],
    )
    for (const { name, text, isOn, status } of report.checks.slice(8)) {
      assert.match(text, isOn ? /^on: / : /^off: .+: /, `${name} says whether it is on, and why not`)
      if (isOn) assert.equal(status, 'GOOD', name)
    }
    const trial = report.checks.find(({ name }) => name === 'Trial')
    assert.match(trial!.text, /^3-second video made in [\d.]+ s \(\d+ fps at 1080×1920\)$/)
    assert.doesNotMatch(stdout, /canary/)
  })

  test('a check that is not good says what to do, and one that throws is a problem', async () => {
    const checks: Check[] = [
      { name: 'Good', fix: 'nothing', run: async () => ({ status: 'GOOD', text: 'fine' }) },
      { name: 'Bad', fix: 'mend it', run: async () => ({ status: 'WARNING', text: 'hm' }) },
      { name: 'Own', fix: 'mend it', run: async () => ({ status: 'PROBLEM', text: 'no', fix: 'mend this' }) },
      { name: 'Thrown', fix: 'look', run: () => Promise.reject(new Error('Cannot find native binding.')) },
    ]
    const reports: CheckReport[] = []
    const signal = new AbortController().signal
    for await (const report of runChecks(checks, { dataFolder: '.', signal })) reports.push(report)
    assert.deepEqual(
      reports.map(({ status, fix, code }) => [status, fix, code]),
      [
        ['GOOD', undefined, undefined],
        ['WARNING', 'mend it', undefined],
        ['PROBLEM', 'mend this', undefined],
        ['PROBLEM', 'look', 'MISSING_PART'],
      ],
    )
  })

  test('every check has a name of its own and a remedy', () => {
    assert.equal(new Set(ALL_CHECKS.map(({ name }) => name)).size, ALL_CHECKS.length)
    for (const { fix } of ALL_CHECKS) assert.ok(fix.length > 0)
  })

  test('a tight disk is a warning, a full one a problem', () => {
    assert.deepEqual(
      [6.1e9, 3e9, 0.2e9].map((free) => judgeRoom(free, './songreel-data')),
      [
        { status: 'GOOD', text: '6.1 GB free in ./songreel-data' },
        { status: 'WARNING', text: '3.0 GB free in ./songreel-data; below 1.1 GB new renders wait' },
        { status: 'PROBLEM', text: '200 MB free in ./songreel-data; below 1.1 GB new renders wait' },
      ],
    )
  })

  test('a token that others can read is found', async () => {
    const dataFolder = join(folder, 'open')
    const signal = new AbortController().signal
    const look = () => dataFolderCheck.run({ dataFolder, signal })
    assert.match((await look()).text, /is not there yet/)
    await mkdir(dataFolder)
    await writeFile(join(dataFolder, 'token'), 'x')
    await chmod(join(dataFolder, 'token'), 0o644)
    const { status, fix } = await look()
    assert.deepEqual([status, fix], ['WARNING', `chmod 600 ${join(dataFolder, 'token')}`])
    await chmod(join(dataFolder, 'token'), 0o600)
    assert.equal((await look()).status, 'GOOD')
  })
})
