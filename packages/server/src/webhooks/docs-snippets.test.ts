import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { Webhook } from 'standardwebhooks'

const page = readFileSync(new URL('../../../../docs/webhooks.md', import.meta.url), 'utf8')
const folder = mkdtempSync(path.join(tmpdir(), 'songreel-snippets-'))
after(() => rmSync(folder, { recursive: true }))

const SECRET = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'
const BODY = '{"type":"ping","data":{"text":"größer ✓"}}'

function signedHeaders(body = BODY): Record<string, string> {
  const at = new Date()
  return {
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': `v1,b3RoZXI= ${new Webhook(SECRET).sign('evt_1', at, body)}`,
  }
}

function snippetOf(language: string): string {
  return page.split(`<!-- verify:${language} -->`)[1].split('```')[1].split('\n').slice(1).join('\n')
}

function isInstalled(program: string): boolean {
  return spawnSync(program, ['--version'], { stdio: 'ignore' }).error === undefined
}

test('the Node snippet takes a right signature and refuses a changed body', async () => {
  const file = path.join(folder, 'verify.mjs')
  writeFileSync(file, snippetOf('node'))
  const { verify } = await import(file)
  assert.equal(verify(BODY, signedHeaders(), SECRET), true)
  assert.equal(verify(`${BODY} `, signedHeaders(), SECRET), false)
})

test('the Python snippet does the same', {
  skip: !isInstalled('python3') && 'python3 is not installed',
}, () => {
  const program = `${snippetOf('python')}
import json, sys
body, headers, secret = json.loads(sys.argv[1])
print(verify(body.encode(), headers, secret), verify(b"x" + body.encode(), headers, secret))`
  const input = JSON.stringify([BODY, signedHeaders(), SECRET])
  assert.equal(execFileSync('python3', ['-c', program, input], { encoding: 'utf8' }).trim(), 'True False')
})

test('the PHP snippet does the same', { skip: !isInstalled('php') && 'php is not installed' }, () => {
  const program = `${snippetOf('php').replace('<?php', '')}
[$body, $headers, $secret] = json_decode($argv[1], true);
echo var_export(verify($body, $headers, $secret), true), ' ', var_export(verify("x$body", $headers, $secret), true);`
  const input = JSON.stringify([BODY, signedHeaders(), SECRET])
  assert.equal(execFileSync('php', ['-r', program, '--', input], { encoding: 'utf8' }).trim(), 'true false')
})
