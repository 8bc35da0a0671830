import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type TestContext, test } from 'node:test'
import { findPortHolder } from './port-holder.ts'

const LISTEN =
  "require('node:net').createServer().listen(0, '127.0.0.1', function () { console.log(this.address().port) })"

async function listenAs(t: TestContext, words: string[]): Promise<string | undefined> {
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] })
  t.after(() => child.kill('SIGKILL'))
  const [port] = await once(child.stdout, 'data')
  return findPortHolder(Number(port))?.replace(String(child.pid), '<pid>')
}

test('a program is named by what it runs, never by its arguments', async (t) => {
  assert.equal(await listenAs(t, ['-e', LISTEN, '--', '--password=1']), 'node (pid <pid>)')
  assert.equal(await listenAs(t, ['-e', `process.title = 'my shop'; ${LISTEN}`]), 'my shop (pid <pid>)')
})

test('a port that nobody holds has no name', () => {
  assert.equal(findPortHolder(1), undefined)
})
