import type { OpenApiDocument } from '../openapi/document.ts'
import { codeSamples } from './code-samples.ts'
import { type Html, html, prose } from './html.ts'
import { jsonMarkup } from './json-markup.ts'

/** What a newcomer reads first. */
export function startSection(document: OpenApiDocument): Html {
  const url = document.servers[0]?.url ?? ''
  return html`<section class="hero" id="start">
      <div class="hero-wave" aria-hidden="true">${Array.from({ length: 48 }, (_, index) => html`<i class="w${drawWave(index)}"></i>`)}</div>
      <p class="eyebrow">API reference · ${document.info.version}</p>
      <h1>Videos for music releases, by API</h1>
      <p class="lead">Register an artist, an album and a song. Request videos. Follow them until they are done.</p>
      <p class="base"><span>Base URL</span><code>${url}</code><button type="button" class="quiet" data-copy-text="${url}">Copy</button></p>
    </section>
    <section class="call intro">
      <div class="call-text">
        <h2>Your first call</h2>
        <p>Every call under <code>/v1</code> carries your token: <code>Authorization: Bearer &lt;authToken&gt;</code>, or <code>X-Api-Key</code>. The service printed it at its first start.</p>
        <p>This call makes a video of the demo song and needs nothing from the internet. Then <a href="#getBatch">read the batch</a> until <code>isFinal</code> is true and open its <code>renderUrl</code>.</p>
        <p>Paste the token here to try calls from this page. It stays in this tab and goes nowhere else.</p>
        <form class="token" data-token-form><label for="token">Token</label><input id="token" type="password" autocomplete="off" spellcheck="false" placeholder="srl_live_…" data-token><span class="token-state" data-token-state></span></form>
      </div>
      <div class="call-code">
        <div class="panel">
          <div class="panel-head"><span>Make a video</span><div class="panel-tools"><button type="button" class="quiet" data-copy>Copy</button><button type="button" class="try" data-try="createBatch">Try it</button></div></div>
          <pre tabindex="0"><code>export SONGREEL_TOKEN=srl_live_…

${composeFirstCall(document)}</code></pre>
        </div>
      </div>
    </section>
    ${envelopeSection(document)}
    ${conventionsSection()}`
}

/** The first call that is worth making, as it was recorded. */
function composeFirstCall({ paths, servers }: OpenApiDocument): string {
  const create = paths['/v1/batches']?.post
  const [curl] = create ? codeSamples('post', `${servers[0]?.url}/v1/batches`, create) : []
  return curl?.code ?? ''
}

/** A waveform that looks like one and is the same on every visit. */
function drawWave(index: number): number {
  const swell = Math.sin((index / 47) * Math.PI)
  const beat = Math.abs(Math.sin(index * 1.7) * 0.6 + Math.sin(index * 0.53) * 0.4)
  return Math.max(1, Math.round(swell * (0.35 + 0.65 * beat) * 10))
}

function envelopeSection({ components, paths }: OpenApiDocument): Html {
  const created = paths['/v1/artists']?.post?.responses[201]?.content?.['application/json']?.examples
  const [success] = Object.values(created ?? {})
  return html`<section class="call intro" id="envelope">
    <div class="call-text">
      <h2>Responses and errors</h2>
      ${prose('Every response is a JSON object. `success` says how it went, `data` holds the result, `message` is for people.')}
      ${prose('A failure has `error.code` for your code to check, `error.details` with every invalid field at once, and `requestId`, which is also in the header `X-Request-Id`. Quote it when you report a problem.')}
      ${prose('`error.retryable` says whether the same request may succeed later.')}
      <p><a class="more" href="/docs/errors">All error codes</a></p>
    </div>
    <div class="call-code">
      ${success && jsonPanel('Success', success.value)}
      ${jsonPanel('Failure', components.examples.VALIDATION_ERROR?.value)}
    </div>
  </section>`
}

function jsonPanel(title: string, value: unknown): Html {
  return html`<div class="panel response"><div class="panel-head"><span>${title}</span></div>
    <pre tabindex="0"><code>${jsonMarkup(value)}</code></pre></div>`
}

function conventionsSection(): Html {
  return html`<section class="intro-notes" id="conventions">
    <h2>Safe retries, limits, pages</h2>
    <div class="notes">
      <article><h3>Repeat safely</h3>${prose('Send a POST with an `Idempotency-Key`. If you repeat it within 24 hours you get the first response, marked with `Idempotency-Replayed: true`, and nothing is created twice.')}</article>
      <article><h3>Typos are reported</h3>${prose('An unknown field is ignored and listed in `warnings` with the name you probably meant. `Prefer: handling=strict` makes it a 400.')}</article>
      <article><h3>Rate limits</h3>${prose('Every response has `RateLimit-Remaining` and `RateLimit-Reset`. On a 429, `Retry-After` says how long to wait.')}</article>
      <article><h3>Pagination</h3>${prose('Lists are newest first. Pass `nextCursor` back as `cursor` until it is `null`; new records never shift a page.')}</article>
      <article><h3>Only additions</h3>${prose('Within `/v1`, fields, values and calls are added, never changed or removed. Ignore what you do not know.')}</article>
      <article><h3>Updates change what you send</h3>${prose('Fields you leave out of a `PUT` or `PATCH` stay as they are. `null` clears an optional field.')}</article>
    </div>
  </section>`
}
