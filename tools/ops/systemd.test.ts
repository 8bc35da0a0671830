import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { SETTINGS } from '@songreel/server/internal/config/settings.ts'
import { findProgram } from './find-program.ts'
import { ROOT } from './manifests.ts'

const FOLDER = join(ROOT, 'ops/systemd')
const UNITS = globSync('*.service', { cwd: FOLDER }).sort()
const PROGRAM = '/opt/songreel/bin/songreel'
/** In tenths, as systemd-analyze counts: 30 is "OK", a plain service has 96. */
const MOST_EXPOSURE = 30

const analyze = findProgram('systemd-analyze')
const skip = analyze ? false : 'systemd-analyze is not installed (on Debian: the package systemd)'

for (const unit of UNITS) {
  test(`systemd finds nothing wrong with ${unit}, and little that is open`, { skip }, async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'songreel-units-'))
    t.after(() => rm(folder, { recursive: true }))
    const file = join(folder, unit)
    // Songreel is not installed where tests run, and systemd looks whether the program is there.
    await writeFile(file, read(unit).replace(PROGRAM, '/bin/true'))
    const run = (...words: string[]) => {
      const { status, stdout, stderr } = spawnSync(analyze!, [...words, '--no-pager', file], {
        encoding: 'utf8',
      })
      return { status, stdout, stderr }
    }
    // What it only warns of, such as a directive that it doesn't know, stands on stderr.
    assert.deepEqual(run('verify'), { status: 0, stdout: '', stderr: '' })
    const { status, stdout } = run('security', '--offline=true', `--threshold=${MOST_EXPOSURE}`)
    assert.equal(status, 0, stdout)
    assert.match(stdout, /Overall exposure level/)
  })

  test(`${unit} waits longer for the end than renders do, and does not insist on wrong settings`, () => {
    const text = read(unit)
    const graceSecs = Number(
      /SONGREEL_STOP_GRACE_SECS=(\d+)/.exec(text)?.[1] ?? SETTINGS.stopGraceSecs.default,
    )
    assert.ok(Number(readDirective(text, 'TimeoutStopSec')) >= graceSecs + 30)
    assert.equal(readDirective(text, 'KillMode'), 'mixed')
    assert.deepEqual(readDirective(text, 'RestartPreventExitStatus')?.split(' '), ['64', '78'])
  })

  test(`${unit} leaves what the containment of renders needs`, () => {
    const text = read(unit)
    assert.deepEqual(readDirective(text, 'RestrictNamespaces')?.split(' ').sort(), [
      'ipc',
      'mnt',
      'net',
      'pid',
      'user',
    ])
    assert.deepEqual(readDirective(text, 'SystemCallFilter')?.split(' '), [
      '@system-service',
      '@mount',
      'seccomp',
    ])
    for (const name of ['ProtectKernelTunables', 'ProtectKernelLogs', 'ProcSubset', 'MemoryDenyWriteExecute'])
      assert.equal(readDirective(text, name), undefined, name)
  })
}

test('every variable in the units and the example of settings is a setting', () => {
  const known = new Set<string>(Object.values(SETTINGS).map(({ name }) => name))
  const texts = [...UNITS, 'songreel.env'].map(read).join('\n')
  const names = texts.match(/\b(SONGREEL_[A-Z_]+|DATABASE_URL)(?==)/g) ?? []
  assert.ok(names.length > 5)
  assert.deepEqual(
    names.filter((name) => !known.has(name)),
    [],
  )
})

function readDirective(text: string, name: string): string | undefined {
  return new RegExp(`^${name}=(.*)$`, 'm').exec(text)?.[1]
}

function read(name: string): string {
  return readFileSync(join(FOLDER, name), 'utf8')
}
