import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RenderError, type RenderErrorCode } from '@songreel/render'
import { CliError, EXIT, toCliError } from './cli-error.ts'

test('every failure of the engine has its exit code and keeps its sentence', () => {
  const cases: [RenderErrorCode, number][] = [
    ['ASSET_TYPE_MISMATCH', 65],
    ['ASSET_CORRUPT', 65],
    ['AUDIO_RANGE_INVALID', 65],
    ['TEMPLATE_DATA_INVALID', 64],
    ['UNKNOWN_CONTENT', 64],
    ['STORAGE_FULL', 74],
    ['RENDER_CANCELED', 130],
    ['RENDER_CRASHED', 1],
    ['OUTPUT_CHECK_FAILED', 1],
    ['INTERNAL', 1],
  ]
  for (const [code, exitCode] of cases) {
    const told = toCliError(new RenderError(code, 'A sentence.'))
    assert.deepEqual([told.code, told.exitCode, told.message], [code, exitCode, 'A sentence.'])
  }
})

test('errors of the system are told by what they mean', () => {
  const cases: [string, number, RegExp][] = [
    ['ENOENT', 65, /\/music\/x does not exist/],
    ['EACCES', 77, /permission denied/],
    ['EROFS', 77, /read-only/],
    ['ENOSPC', 74, /no space left/],
  ]
  for (const [code, exitCode, told] of cases) {
    const error = toCliError(Object.assign(new Error(code), { code, path: '/music/x' }))
    assert.equal(error.exitCode, exitCode)
    assert.match(error.message, told)
  }
})

test('a missing native part is told with the way to get it, wherever the loader complained', () => {
  const complaint = new Error('Cannot find native binding. npm has a bug related to optional dependencies')
  const here = toCliError(complaint)
  assert.equal(here.exitCode, EXIT.missingPart)
  assert.match(
    here.message,
    /^The drawing library for \w+-\w+ is not installed\. Run: npm .*--include=optional {3}Details: songreel doctor$/,
  )
  const fromChild = new RenderError('INTERNAL', 'The render failed.', {}, { cause: complaint })
  assert.equal(toCliError(fromChild).exitCode, EXIT.missingPart)
  const encoder = toCliError(new Error('Could not load the node-av native binding for linux-x64.'))
  assert.match(encoder.message, /^The encoding library/)
})

test('what is known stays as it is, and what is not is ours', () => {
  const known = new CliError('USAGE', EXIT.usage, 'Say it otherwise.')
  assert.equal(toCliError(known), known)
  const unknown = toCliError(new TypeError('x is not a function'))
  assert.deepEqual([unknown.code, unknown.exitCode], ['INTERNAL', 1])
  assert.match(unknown.message, /went wrong on our side: x is not a function/)
  assert.ok(unknown.cause instanceof TypeError)
})
