import '../../testing/dom.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ComponentType, hydrate, render } from 'preact'
import { act } from 'preact/test-utils'
import { CATALOGUE, DOCUMENT } from '../../testing/sample-document.ts'
import { ISLANDS } from './islands.ts'
import { renderErrors, renderReference } from './render-docs.tsx'

const SHELL = '<html><head><!--head--></head><body><!--body--></body></html>'

function renderAll(): { page: string; steps: number } {
  const making = renderReference(DOCUMENT, CATALOGUE, SHELL)
  for (let steps = 0; ; steps++) {
    const step = making.next()
    if (step.done) return { page: step.value, steps }
  }
}

test('every call has its section, what it takes, what it gives, and an example in every language', () => {
  const { page } = renderAll()
  document.body.innerHTML = page
  const read = (selector: string) => document.querySelector(`#createArtist ${selector}`)?.textContent ?? ''
  assert.equal(read('.route'), 'post /v1/artists')
  assert.equal(read('.scope'), 'Needs a token with write.')
  assert.match(read('.call-text'), /Makes one\.No more\./)
  assert.match(read('.codes'), /404NOT_FOUND/)
  for (const language of ['curl', 'javascript', 'python'])
    assert.match(document.getElementById(`createArtist-${language}`)?.textContent ?? '', /api\.test/)
  assert.match(document.querySelector('#getArtist')?.textContent ?? '', /Needs no token/)
  assert.match(page, /<title>Sample API reference<\/title>/)
})

test('texts of the description stay texts', () => {
  const { page } = renderAll()
  assert.match(page, /Name &amp; <code>&lt;b><\/code> of the artist/)
  assert.match(page, /content="For &quot;tests&quot;"/)
  assert.doesNotMatch(page, /<b>/)
})

test('the page is made step by step, a call at a time', () => {
  assert.ok(renderAll().steps >= 2)
})

test('a code of requests that renders have, too, has two anchors', () => {
  const page = renderErrors(CATALOGUE, SHELL)
  const ids = [...page.matchAll(/<article class="error" id="([^"]+)"/g)].map(([, id]) => id)
  assert.deepEqual(ids, ['NOT_FOUND', 'render-NOT_FOUND', 'TOO_LONG', 'REFUSED'])
  assert.match(page, /<span class="again">retryable<\/span>/)
})

test('what the server wrote is what the browser finds: nothing changes when a part comes to life', async () => {
  for (const page of [renderAll().page, renderErrors(CATALOGUE, SHELL)]) {
    document.body.innerHTML = page
    const roots = [...document.querySelectorAll<HTMLElement>('[data-island]')]
    assert.ok(roots.length >= 2)
    for (const root of roots) {
      const { island = '', props = '{}' } = root.dataset
      const Part = ISLANDS[island] as ComponentType | undefined
      assert.ok(Part, `${island} is known`)
      const before = root.innerHTML
      await act(() => hydrate(<Part {...JSON.parse(props)} root={root} />, root))
      assert.equal(root.innerHTML, before, island)
      render(null, root)
    }
  }
  document.body.innerHTML = ''
})
