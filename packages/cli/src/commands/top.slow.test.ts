import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { startFlow, unruly } from '@songreel/server/testing/start-flow.ts'
import { ADMIN_TOKEN } from '@songreel/server/testing/start-service.ts'
import { waitFor } from '@songreel/server/testing/wait-for.ts'
import { BIN, makeTestFolder, removeTestFolder, runCli } from '../../testing/run-cli.ts'

const flow = await startFlow({ after }, { config: { concurrency: 1 } })
const cwd = await makeTestFolder()
after(() => removeTestFolder(cwd))
const env = { HOME: cwd, SONGREEL_URL: flow.url, SONGREEL_TOKEN: flow.token }
const asOperator = { ...env, SONGREEL_ADMIN_TOKEN: ADMIN_TOKEN }

const [ENTER, LEAVE] = ['\x1b[?1049h\x1b[?25l', '\x1b[?25h\x1b[?1049l']

/** Runs it in a terminal of its own; keys are typed, and its size can be changed. */
function openTerminal(words: string[]) {
  const ttyFile = join(cwd, `tty-${Math.random()}`)
  const command = `tty >'${ttyFile}'; stty cols 100 rows 30; exec '${process.execPath}' '${BIN}' ${words.join(' ')}`
  const [program, ...args] = ['script', '-qefc', command, '/dev/null'] as const
  const child = spawn(program, args, {
    cwd,
    env: { PATH: process.env.PATH, TERM: 'xterm', SHELL: '/bin/sh', ...asOperator },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  const tty = () => (existsSync(ttyFile) ? readFileSync(ttyFile, 'utf8').trim() : '')
  return {
    output: () => output,
    /** What the screen shows after the last drawing. */
    frame: () => output.slice(output.lastIndexOf('\x1b[H') + 3).split('\r\n'),
    type: (keys: string) => void child.stdin.write(keys),
    resize: (columns: number, rows: number) =>
      execFileSync('stty', ['-F', tty(), 'cols', String(columns), 'rows', String(rows)]),
    exit: once(child, 'close').then(([code]) => code as number),
    kill: () => void child.kill('SIGKILL'),
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences are what is taken away.
const plain = (line: string) => line.replace(/\x1b\[[\d;?]*[A-Za-z]/g, '')

test('a pipe gets it once and plainly; --json is the record', async (t) => {
  const gate = flow.makeGate()
  t.after(gate.open)
  const { renderId, batchId } = await flow.post({ renders: [unruly({ waitForFile: gate.file })] })
  await flow.untilRender(renderId, 'RENDERING')
  const { code, stdout, stderr } = await runCli(['top'], { cwd, env: asOperator })
  assert.equal(code, 0, stderr)
  assert.ok(!stdout.includes('\x1b'))
  assert.match(stdout, /^Queue +0 waiting · 1 running/m)
  assert.match(stdout, /^Workers +1 alive · 1 slots$/m)
  assert.match(
    stdout,
    new RegExp(`^\\S+:${process.pid} \\(1 × 1 threads\\) +${renderId} +TEST_UNRULY +\\w+ +\\d+ %`, 'm'),
  )
  assert.match(stdout, new RegExp(`^ORGANIZATION .*\\n.* 1 +${flow.orgId}$`, 'm'))
  const json = await runCli(['top', '--json'], { cwd, env })
  const { workers, queue } = JSON.parse(json.stdout)
  assert.deepEqual([workers[0].host, workers[0].renders[0].renderId, queue.running], [null, renderId, 1])
  gate.open()
  await flow.untilFinal(batchId)
})

for (const [name, key] of [
  ['q', 'q'],
  ['Ctrl-C', '\x03'],
] as const)
  test(`in a terminal it goes on, follows its size, and ${name} leaves the terminal as it was`, async (t) => {
    const terminal = openTerminal(['top', '--interval', '0.2'])
    t.after(terminal.kill)
    await waitFor('it has drawn twice', async () => terminal.output().split('\x1b[H').length > 3)
    assert.ok(terminal.output().startsWith(ENTER), JSON.stringify(terminal.output().slice(0, 80)))
    assert.match(plain(terminal.frame()[0] ?? ''), /^songreel top .* q quits$/)
    const gate = flow.makeGate()
    t.after(gate.open)
    const { renderId, batchId } = await flow.post({ renders: [unruly({ waitForFile: gate.file })] })
    await waitFor('the new render is shown', async () => terminal.output().includes(renderId))
    terminal.resize(40, 8)
    await waitFor('it fits the new size', async () => {
      const lines = terminal.frame().map(plain)
      return lines.length > 1 && lines.length <= 8 && lines.every((line) => line.length < 40)
    })
    terminal.type(key)
    assert.equal(await terminal.exit, 0)
    assert.ok(terminal.output().endsWith(LEAVE), JSON.stringify(terminal.output().slice(-80)))
    gate.open()
    await flow.untilFinal(batchId)
  })

test('a server that is not there, and a token that is none, are said in a sentence', async () => {
  const away = await runCli(['top'], { cwd, env: { ...env, SONGREEL_URL: 'http://127.0.0.1:1' } })
  assert.equal(away.code, 69, away.stderr)
  const wrong = await runCli(['top'], {
    cwd,
    env: { ...env, SONGREEL_ADMIN_TOKEN: 'not-the-operators-token' },
  })
  assert.equal(wrong.code, 77, wrong.stderr)
  const interval = await runCli(['top', '--interval', 'often'], { cwd, env })
  assert.equal(interval.code, 64, interval.stderr)
})
