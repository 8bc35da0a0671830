import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import type { Command } from 'commander'
import { EXIT } from './cli-error.ts'
import { EXAMPLES, HELP } from './help.ts'
import { createProgram } from './program.ts'

const page = await readFile(new URL('../../../docs/cli.md', import.meta.url), 'utf8')
const everyWhere = new Set(['--help', '--version'])

test('every command and every option is in the manual', () => {
  const program = createProgram()
  const walk = (command: Command): Command[] => [command, ...command.commands.flatMap(walk)]
  for (const command of walk(program)) {
    if (command !== program) assert.match(page, new RegExp(`\\b${command.name()}\\b`))
    const flags = command.options.map(({ long }) => long!).filter((long) => !everyWhere.has(long))
    for (const flag of flags)
      assert.ok(page.includes(`\`${flag}`) || page.includes(` ${flag}`), `${command.name()} ${flag}`)
  }
})

test('every command is in the help, with three examples of its own', () => {
  for (const command of createProgram().commands) {
    assert.match(HELP, new RegExp(`^    ${command.name()}\\b`, 'm'))
    assert.equal(EXAMPLES[command.name()]?.length, 3, command.name())
  }
})

test('every exit code is in the manual', () => {
  for (const code of Object.values(EXIT)) assert.match(page, new RegExp(`^\\| ${code} \\|`, 'm'))
})
