import assert from 'node:assert/strict'
import { type ExecFileSyncOptions, execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { Webhook } from 'standardwebhooks'

const page = readFileSync(new URL('../../../../docs/webhooks.md', import.meta.url), 'utf8')
const folder = mkdtempSync(path.join(tmpdir(), 'songreel-snippets-'))
after(() => rmSync(folder, { recursive: true }))

const SECRET = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'
const OTHER_SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const BODY = '{"type":"ping","data":{"text":"größer ✓"}}'

/** Bodies with their headers, and what each snippet must say of them with SECRET. */
const CASES = [
  { name: 'a right signature', right: true, body: BODY, headers: signedHeaders() },
  { name: 'two, the newer first', right: true, body: BODY, headers: signedHeaders([OTHER_SECRET, SECRET]) },
  { name: 'two, the older first', right: true, body: BODY, headers: signedHeaders([SECRET, OTHER_SECRET]) },
  { name: 'a signature of another secret', right: false, body: BODY, headers: signedHeaders([OTHER_SECRET]) },
  { name: 'a changed body', right: false, body: `${BODY} `, headers: signedHeaders() },
  { name: 'an old timestamp', right: false, body: BODY, headers: signedHeaders([SECRET], -301) },
  { name: 'a timestamp to come', right: false, body: BODY, headers: signedHeaders([SECRET], 330) },
]
const INPUT = JSON.stringify(CASES.map(({ body, headers }) => ({ body, headers })))

function signedHeaders(secrets = [SECRET], afterSecs = 0): Record<string, string> {
  const at = new Date(Date.now() + afterSecs * 1000)
  return {
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign('evt_1', at, BODY)).join(' '),
  }
}

function snippetOf(language: string): string {
  const [, after = ''] = page.split(`<!-- verify:${language} -->`)
  const [, block = ''] = after.split('```')
  return block.split('\n').slice(1).join('\n')
}

function unlessInstalled(program: string): string | false {
  const { error } = spawnSync(program, ['--version'], { stdio: 'ignore' })
  return error !== undefined && `${program} is not installed`
}

function run(program: string, args: string[], options: ExecFileSyncOptions = {}): string {
  return execFileSync(program, args, { ...options, input: INPUT, encoding: 'utf8', timeout: 300_000 })
}

function assertAnswers(answers: boolean[]) {
  assert.deepEqual(
    CASES.map(({ name }, at) => [name, answers[at]]),
    CASES.map(({ name, right }) => [name, right]),
  )
}

test('the Node snippet takes right signatures only', async () => {
  const file = path.join(folder, 'verify.mjs')
  writeFileSync(file, snippetOf('node'))
  const { verify } = await import(file)
  assertAnswers(CASES.map(({ body, headers }) => verify(body, headers, SECRET)))
})

test('so does the Python snippet', { skip: unlessInstalled('python3') }, () => {
  const program = `${snippetOf('python')}
import json, sys
cases = json.load(sys.stdin.buffer)
print(json.dumps([verify(it["body"].encode(), it["headers"], sys.argv[1]) for it in cases]))`
  assertAnswers(JSON.parse(run('python3', ['-c', program, SECRET])))
})

test('so does the PHP snippet', { skip: unlessInstalled('php') }, () => {
  const program = `${snippetOf('php').replace('<?php', '')}
$cases = json_decode(stream_get_contents(STDIN), true);
echo json_encode(array_map(fn ($it) => verify($it['body'], $it['headers'], $argv[1]), $cases));`
  assertAnswers(JSON.parse(run('php', ['-r', program, '--', SECRET])))
})

test('so does the Go snippet', { skip: unlessInstalled('go') }, () => {
  const cwd = path.join(folder, 'go')
  mkdirSync(path.join(cwd, 'check'), { recursive: true })
  writeFileSync(path.join(cwd, 'go.mod'), 'module webhook\n\ngo 1.19\n')
  writeFileSync(path.join(cwd, 'verify.go'), snippetOf('go'))
  writeFileSync(path.join(cwd, 'check', 'main.go'), GO_CHECK)
  // Nothing is fetched, neither modules nor another Go; no C compiler is needed.
  const offline = { GOFLAGS: '-mod=mod', GOPROXY: 'off', GOTOOLCHAIN: 'local', CGO_ENABLED: '0' }
  const options = { cwd, env: { ...process.env, ...offline } }
  assertAnswers(JSON.parse(run('go', ['run', './check', SECRET], options)))
})

const GO_CHECK = `package main

import (
	"encoding/json"
	"net/http"
	"os"
	"webhook"
)

func main() {
	var cases []struct {
		Body    string
		Headers map[string]string
	}
	if err := json.NewDecoder(os.Stdin).Decode(&cases); err != nil {
		panic(err)
	}
	var answers []bool
	for _, it := range cases {
		header := http.Header{}
		for name, value := range it.Headers {
			header.Set(name, value)
		}
		answers = append(answers, webhook.Verify([]byte(it.Body), header, os.Args[1]))
	}
	json.NewEncoder(os.Stdout).Encode(answers)
}
`
