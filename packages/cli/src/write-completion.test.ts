import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'
import { createProgram } from './program.ts'
import { writeCompletion } from './write-completion.ts'

const script = writeCompletion('bash', createProgram())

/** What bash offers for the last of these words. */
function complete(...words: string[]): string[] {
  const ask = `COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _songreel; printf '%s\\n' "\${COMPREPLY[@]}"`
  const output = execFileSync('bash', ['-c', `${script}\n${ask}`, 'bash', 'songreel', ...words], {
    encoding: 'utf8',
  })
  return output.trim().split('\n')
}

test('bash completes commands, their words and their options', () => {
  assert.deepEqual(complete('bat'), ['batch', 'batches'])
  assert.deepEqual(complete('batches', 'c'), ['create', 'cancel'])
  assert.deepEqual(complete('batches', 'create', 'song.mp3', '--fr'), ['--fresh'])
  assert.deepEqual(complete('artists', 'list', '--se'), ['--search'])
  assert.deepEqual(complete('render', 'so'), [''])
})

test('zsh and fish know every command and option, too', () => {
  const [zsh, fish] = [writeCompletion('zsh', createProgram()), writeCompletion('fish', createProgram())]
  assert.match(zsh, /" batches create"\) all=\(\) flags=\(.*--fresh.*\) ;;/)
  assert.match(fish, /__fish_seen_subcommand_from batches; and __fish_seen_subcommand_from create' -l fresh/)
  assert.throws(() => writeCompletion('bsh', createProgram()), /No completion for bsh\. Did you mean bash\?/)
})
