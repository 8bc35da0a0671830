import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { BatchInput } from './batches.ts'
import { Destination, DestinationCredentialsInput } from './destinations.ts'

const good = { type: 'S3', bucket: 'label-videos', credentialsId: 'dcr_01K9ZB3Q4V8M7N6P5R2S1T0WXY' }

function problemOf(field: string, value: unknown): string | undefined {
  const { error } = Destination.safeParse({ ...good, [field]: value })
  return error?.issues.find(({ path }) => path[0] === field)?.message
}

test('names of buckets are those that S3 takes', () => {
  for (const bucket of ['abc', 'label.videos', 'a-1', `a${'b'.repeat(62)}`, ' label-videos '])
    assert.equal(problemOf('bucket', bucket), undefined, bucket)
  const bad = [
    'ab',
    'Label',
    'la_bel',
    '-abc',
    'abc.',
    'a..b',
    '10.0.0.1',
    'xn--abc',
    'abc-s3alias',
    'abc--x-s3',
  ]
  for (const bucket of [...bad, `a${'b'.repeat(63)}`, 'arn:aws:s3:::b', 'a/b', 'a%2fb', 'a b', ''])
    assert.ok(problemOf('bucket', bucket), bucket)
})

test('a prefix stays below itself', () => {
  for (const prefix of ['', 'a', 'a/b/', 'Künstler/2026', 'a.b/..c', 'a=1/b+c', '%2e%2e'])
    assert.equal(problemOf('prefix', prefix), undefined, prefix)
  for (const prefix of [
    '/a',
    'a//b',
    '..',
    'a/../b',
    './a',
    'a/.',
    'a\\b',
    'a\tb',
    'a\u0085b',
    '/',
    'ü'.repeat(400),
  ])
    assert.ok(problemOf('prefix', prefix), JSON.stringify(prefix))
})

test('an endpoint is an address alone, and a region a word', () => {
  for (const endpoint of ['https://s3.example.com', 'https://s3.example.com:9000/', 'http://minio.lan'])
    assert.equal(problemOf('endpoint', endpoint), undefined, endpoint)
  for (const endpoint of [
    'https://s3.example.com/a',
    'https://s3.example.com?x',
    'https://a:b@c.de',
    'ftp://a.de',
  ])
    assert.ok(problemOf('endpoint', endpoint), endpoint)
  for (const region of ['auto', 'eu-central-1']) assert.equal(problemOf('region', region), undefined)
  for (const region of ['', 'eu.central', 'a/b', 'EU', 'x@evil', '-a'])
    assert.ok(problemOf('region', region), region)
})

test('keys are taken with a line end, and refused with anything inside', () => {
  const keys = {
    name: 'Bucket',
    accessKeyId: ' AKIAIOSFODNN7EXAMPLE\n',
    secretAccessKey: 'wJalrXUtnFEMI/K7MDENG\r\n',
  }
  assert.equal(DestinationCredentialsInput.parse(keys).accessKeyId, 'AKIAIOSFODNN7EXAMPLE')
  for (const bad of ['ab', 'a b c d e', 'abc\u0000defghi', 'schlüssel'])
    assert.equal(DestinationCredentialsInput.safeParse({ ...keys, secretAccessKey: bad }).success, false)
})

test('the batch in docs/destinations.md is taken, and the policy is JSON', () => {
  const page = readFileSync(new URL('../../../docs/destinations.md', import.meta.url), 'utf8')
  const [policy, batch] = [...page.matchAll(/^```json\n(.*?)^```/gms)].map(([, code = '']) =>
    JSON.parse(code),
  )
  assert.deepEqual(policy.Statement[0].Action, ['s3:PutObject', 's3:AbortMultipartUpload'])
  assert.equal(BatchInput.parse(batch).serviceParams?.destination?.bucket, 'label-videos')
})
