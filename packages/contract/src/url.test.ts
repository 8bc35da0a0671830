import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { anyCharacter } from '../testing/any-character.ts'
import { HttpUrl } from './url.ts'

const messageOf = (text: string) => HttpUrl.safeParse(text).error?.issues[0]?.message ?? ''

test('an address on the web is kept as the caller wrote it', () => {
  fc.assert(
    fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (url) => {
      assert.equal(HttpUrl.parse(url), url)
      assert.equal(HttpUrl.parse(`  ${url}\n`), url)
    }),
  )
})

test('what is accepted can be parsed, is http or https, and carries no user', () => {
  const odd = fc.oneof(
    fc.string(),
    fc.string({ unit: anyCharacter }),
    fc.webUrl(),
    fc.constant('http://a:b@c/'),
  )
  fc.assert(
    fc.property(odd, (text) => {
      const result = HttpUrl.safeParse(text)
      if (!result.success) return
      const url = new URL(result.data)
      assert.match(url.protocol, /^https?:$/)
      assert.equal(url.username + url.password, '')
    }),
  )
})

test('a refusal says what an address must look like', () => {
  assert.match(messageOf('cover.jpg'), /full URL/)
  assert.match(messageOf(''), /full URL/)
  assert.match(messageOf('ftp://example.com/song.mp3'), /http:\/\/ or https:\/\/, not ftp:/)
  assert.match(messageOf('file:///etc/passwd'), /not file:/)
  assert.match(messageOf('https://me:secret@example.com/'), /user name or password/)
})

test('an address has at most 2,048 characters', () => {
  const start = 'https://example.com/'
  assert.equal(HttpUrl.safeParse(start.padEnd(2048, 'a')).success, true)
  assert.match(messageOf(start.padEnd(2049, 'a')), /at most 2048 characters/)
})
