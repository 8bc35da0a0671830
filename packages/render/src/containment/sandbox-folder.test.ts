import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import {
  chmod,
  link,
  mkdir,
  mkdtemp,
  readFile,
  realpath,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { listCovered } from './covered-folders.ts'
import { openSandboxFolder } from './sandbox-folder.ts'
import { FIRST_CHILD_ID } from './user-ids.ts'

const skip = process.geteuid?.() !== 0 && 'only root can give a folder to another user'

test('only a plain file that the child made is taken out of its room', async (t) => {
  const folder = await makeFolder(t)
  const secret = join(folder, 'secret')
  await writeFile(secret, 'canary')
  const sandbox = await openSandboxFolder({ parent: folder, userId: undefined, closedFolders: [] })
  await symlink(secret, join(sandbox.path, 'symbolic'))
  await link(secret, join(sandbox.path, 'hard'))
  await mkdir(join(sandbox.path, 'folder'))
  await writeFile(join(sandbox.path, 'plain'), 'made')

  for (const name of ['symbolic', 'hard', 'folder', 'absent']) {
    assert.equal(await sandbox.take(name, join(folder, 'taken')), false, name)
  }
  assert.equal(await sandbox.take('plain', join(folder, 'taken')), true)
  assert.equal(await readFile(join(folder, 'taken'), 'utf8'), 'made')
  await sandbox.close()
  assert.equal(existsSync(sandbox.path), false)
  assert.equal(await readFile(secret, 'utf8'), 'canary')
})

test("a file of the parent's does not pass for the child's, and the child's becomes the parent's", {
  skip,
}, async (t) => {
  const folder = await makeFolder(t)
  const sandbox = await openSandboxFolder({ parent: folder, userId: FIRST_CHILD_ID, closedFolders: [] })
  t.after(sandbox.close)
  await writeFile(join(sandbox.path, 'own'), '')
  assert.equal(await sandbox.take('own', join(folder, 'taken')), false)
  assert.equal((await stat(sandbox.path)).uid, FIRST_CHILD_ID)
})

test('files are lent without changing them: a closed one as a copy, an open one by a second name', {
  skip,
}, async (t) => {
  const folder = await makeFolder(t)
  const sandbox = await openSandboxFolder({ parent: folder, userId: FIRST_CHILD_ID, closedFolders: [] })
  t.after(sandbox.close)
  const song = join(folder, 'song.mp3')
  for (const [mode, names] of [
    [0o600, 1],
    [0o644, 2],
  ] as const) {
    await writeFile(song, 'sound')
    await chmod(song, mode)
    const lent = (await sandbox.shareFile(song)).replace('/proc/self/cwd', sandbox.path)
    assert.equal(await readFile(lent, 'utf8'), 'sound')
    assert.equal((await stat(lent)).mode & 0o777, 0o644)
    assert.deepEqual([(await stat(song)).mode & 0o777, (await stat(song)).nlink], [mode, names])
  }
  assert.match(await sandbox.shareFile(join(folder, 'absent.mp3')), /absent\.mp3$/)
})

test('every folder between a room and a closed folder is covered, the innermost first', () => {
  assert.deepEqual(listCovered(['/data', '/other'], '/data/rooms/run/own'), [
    '/data/rooms/run',
    '/data/rooms',
    '/data',
    '/other',
  ])
})

async function makeFolder(t: TestContext): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'songreel-room-')))
  t.after(() => rm(folder, { recursive: true, force: true }))
  return folder
}
