import assert from 'node:assert/strict'
import { test } from 'node:test'
import { html, inline, prose } from './html.ts'
import { jsonMarkup } from './json-markup.ts'

test('what is put into markup is escaped, markup itself is not', () => {
  const name = '<b>"Tom" & \'Jerry\'</b>'
  assert.equal(
    html`<p title="${name}">${name}${html`<i>${1}</i>`}${[html`<br>`, false, undefined]}</p>`.markup,
    '<p title="&lt;b&gt;&quot;Tom&quot; &amp; &#39;Jerry&#39;&lt;/b&gt;">&lt;b&gt;&quot;Tom&quot; &amp; &#39;Jerry&#39;&lt;/b&gt;<i>1</i><br></p>',
  )
})

test('backticks are code, blank lines are paragraphs', () => {
  assert.equal(inline('send `<a>` now').markup, 'send <code>&lt;a&gt;</code> now')
  assert.equal(prose('one\n\ntwo').markup, '<p>one</p><p>two</p>')
})

test('JSON is coloured and escaped', () => {
  const { markup } = jsonMarkup({ 'a"<': '</span>', n: -1.5e3, t: [true, null] })

  assert.match(markup, /<span class="j-key">&quot;a\\&quot;&lt;&quot;<\/span>:/)
  assert.match(markup, /<span class="j-text">&quot;&lt;\/span&gt;&quot;<\/span>/)
  assert.match(markup, /<span class="j-number">-1500<\/span>/)
  assert.match(markup, /<span class="j-word">null<\/span>/)
})
