import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { waitFor } from '../../testing/processes.ts'
import { readMemoryMb } from '../process/child-watch.ts'
import { composeWrapper } from './compose-wrapper.ts'
import { examineContainment } from './examine-containment.ts'
import { FIRST_CHILD_ID } from './user-ids.ts'

const containment = await examineContainment()
const skip = !containment.canHideProcesses && 'this system allows no namespace of processes'

test('a child in a namespace ends with the process that was started for it, and its memory is seen', {
  skip,
}, async (t) => {
  const room = await realpath(await mkdtemp(join(tmpdir(), 'songreel-wrapper-')))
  t.after(() => rm(room, { recursive: true, force: true }))
  await chmod(room, 0o755)
  const wrapper = composeWrapper(containment, {
    ...{ room, covered: [], readOnlyMounts: [], timeoutMs: 1000 },
    userId: containment.hasOwnUser ? FIRST_CHILD_ID : undefined,
  })
  const hoard =
    'globalThis.kept = Buffer.alloc(200e6, 1); process.stderr.write("ready"); setInterval(() => {}, 1e3)'
  const [program, ...words] = [...wrapper, process.execPath, '-e', hoard]
  const child = spawn(program!, words, { cwd: room, detached: true, stdio: ['ignore', 'ignore', 'pipe'] })
  // Node holds the other end of its error output; it is closed when Node is gone.
  let isGone = false
  child.on('close', () => {
    isGone = true
  })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  assert.ok(await waitFor(() => said.includes('ready') || isGone, 60_000), said)
  assert.ok((await readMemoryMb(child.pid!)) > 200, said)

  process.kill(child.pid!, 'SIGKILL')

  assert.ok(await waitFor(() => isGone, 60_000))
})
