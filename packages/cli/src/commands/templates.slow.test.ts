import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { makeDemo } from '@songreel/render'
import { linesOf, makeTestFolder, removeTestFolder, runCli } from '../../testing/run-cli.ts'

// The folder of a person who has nothing installed but the program.
let cwd: string

before(async () => {
  cwd = await makeTestFolder()
})
after(() => removeTestFolder(cwd))

test('a new template is listed, can be checked, and what it does wrong is reported', async () => {
  const made = await runCli(['templates', 'new', 'templates/neon-pulse'], { cwd })
  assert.deepEqual([made.code, made.stdout], [0, 'templates/neon-pulse\n'], made.stderr)
  const env = { SONGREEL_TEMPLATES: 'templates' }
  const list = JSON.parse((await runCli(['templates', 'list', '--json'], { cwd, env })).stdout)
  assert.equal(list.items.at(-1).contentId, 'NEON_PULSE')

  const file = join(cwd, 'templates/neon-pulse/template.ts')
  const source = await readFile(file, 'utf8')
  await writeFile(file, source.replace('example: {}', "example: { colour: 'red' }"))
  const checked = await runCli(['templates', 'check', 'templates/neon-pulse'], { cwd })
  assert.equal(checked.code, 1, checked.stderr)
  const lines = linesOf(checked.stdout)
  assert.equal(lines[0], '  ✖ its example and its fixture are data that it takes')
  assert.equal(lines.filter((line) => line.startsWith('  ✖')).length, 1, checked.stdout)
  assert.match(lines.at(-1) ?? '', /NEON_PULSE fails 1 of \d+ checks\.$/)
})

test('a look without code is made, listed, drawn and checked like a template', async () => {
  const made = await runCli(['templates', 'new', 'looks/paper-moon', '--json'], { cwd })
  assert.deepEqual([made.code, made.stdout], [0, 'looks/paper-moon\n'], made.stderr)
  const env = { SONGREEL_TEMPLATES: 'looks' }
  const list = JSON.parse((await runCli(['templates', 'list', '--json'], { cwd, env })).stdout)
  assert.equal(list.items.at(-1).contentId, 'PAPER_MOON')
  const schema = JSON.parse((await runCli(['templates', 'schema'], { cwd })).stdout)
  assert.equal(schema.title, 'Songreel look')

  const { song, cover } = await makeDemo(join(cwd, 'demo'))
  const words = ['render', song, '--art', cover, '--template', './looks/paper-moon', '--aspect', '1x1']
  const video = await runCli([...words, '--quality', 'PREVIEW', '--length', '3', '--out', 'moon.mp4'], {
    cwd,
  })
  assert.equal(video.code, 0, video.stderr)

  const file = join(cwd, 'looks/paper-moon/template.json')
  const source = await readFile(file, 'utf8')
  await writeFile(file, source.replace('"around": "cover"', '"around": "sleeve"'))
  const checked = await runCli(['templates', 'check', 'looks/paper-moon'], { cwd })
  assert.equal(checked.code, 65)
  assert.match(checked.stderr, /layers\[1\]\.around: There is no layer sleeve\./)
})

test('a folder that is taken, is no template or cannot be loaded is a sentence', async () => {
  const taken = await runCli(['templates', 'new', 'templates/neon-pulse'], { cwd })
  assert.deepEqual([taken.code, taken.stdout], [64, ''])
  assert.match(taken.stderr, /There is a folder neon-pulse already/)
  const missing = await runCli(['templates', 'check', 'nowhere'], { cwd })
  assert.equal(missing.code, 65)
  assert.match(missing.stderr, /nowhere: there is no such folder/)
  const listed = await runCli(['templates'], { cwd, env: { SONGREEL_TEMPLATES: 'nowhere' } })
  assert.equal(listed.code, 65)
  assert.match(listed.stderr, /SONGREEL_TEMPLATES cannot be used:\n {2}nowhere: there is no such folder/)
})
