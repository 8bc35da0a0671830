import type { ApiDocument } from '../docs-renderer.ts'
import { BaseUrl } from './base-url.tsx'
import { composeSamples } from './code-samples.ts'
import { Island } from './island.tsx'
import { Prose } from './prose.tsx'
import { ValuePanel } from './sample-panels.tsx'
import { TokenForm } from './token-form.tsx'

const BARS = 48

const NOTES = [
  {
    title: 'Repeat safely',
    text: 'Send a POST with an `Idempotency-Key`. If you repeat it within 24 hours you get the first response, marked with `Idempotency-Replayed: true`, and nothing is created twice.',
  },
  {
    title: 'Typos are reported',
    text: 'An unknown field is ignored and listed in `warnings` with the name you probably meant. `Prefer: handling=strict` makes it a 400.',
  },
  {
    title: 'Rate limits',
    text: 'Every response has `RateLimit-Remaining` and `RateLimit-Reset`. On a 429, `Retry-After` says how long to wait.',
  },
  {
    title: 'Pagination',
    text: 'Lists are newest first. Pass `nextCursor` back as `cursor` until it is `null`; new records never shift a page.',
  },
  {
    title: 'Only additions',
    text: 'Within `/v1`, fields, values and calls are added, never changed or removed. Ignore what you do not know.',
  },
  {
    title: 'Updates change what you send',
    text: 'Fields you leave out of a `PUT` or `PATCH` stay as they are. `null` clears an optional field.',
  },
]

/** What a newcomer reads first. */
export function StartSection({ document }: { document: ApiDocument }) {
  const url = document.servers[0]?.url ?? ''
  return (
    <>
      <section class="hero" id="start">
        <div class="hero-wave" aria-hidden="true">
          {Array.from({ length: BARS }, (_, index) => (
            <i key={index} class={`w${drawWave(index)}`} />
          ))}
        </div>
        <p class="eyebrow">API reference · {document.info.version}</p>
        <h1>Videos for music releases, by API</h1>
        <p class="lead">
          Register an artist, an album and a song. Request videos. Follow them until they are done.
        </p>
        <Island isLate class="base" name="BaseUrl" of={BaseUrl} props={{ url }} />
      </section>
      <FirstCall document={document} />
      <Envelope document={document} />
      <section class="intro-notes" id="conventions">
        <h2>Safe retries, limits, pages</h2>
        <div class="notes">
          {NOTES.map(({ title, text }) => (
            <article key={title}>
              <h3>{title}</h3>
              <Prose text={text} />
            </article>
          ))}
        </div>
      </section>
    </>
  )
}

/** A waveform that looks like one and is the same on every visit. */
function drawWave(index: number): number {
  const swell = Math.sin((index / (BARS - 1)) * Math.PI)
  const beat = Math.abs(Math.sin(index * 1.7) * 0.6 + Math.sin(index * 0.53) * 0.4)
  return Math.max(1, Math.round(swell * (0.35 + 0.65 * beat) * 10))
}

/** The first call that is worth making, as it was recorded. */
function FirstCall({ document: { paths, servers } }: { document: ApiDocument }) {
  const create = paths['/v1/batches']?.post
  const code = create ? composeSamples('post', `${servers[0]?.url}/v1/batches`, create).curl : ''
  return (
    <section class="call intro">
      <div class="call-text">
        <h2>Your first call</h2>
        <p>
          Every call under <code>/v1</code> carries your token:{' '}
          <code>Authorization: Bearer &lt;authToken&gt;</code>, or <code>X-Api-Key</code>. The service printed
          it at its first start.
        </p>
        <p>
          This call makes a video of the demo song and needs nothing from the internet. Then{' '}
          <a href="#getBatch">read the batch</a> until <code>isFinal</code> is true and open its{' '}
          <code>renderUrl</code>.
        </p>
        <p>Paste the token here to try calls from this page. It stays in this tab and goes nowhere else.</p>
        <Island name="TokenForm" of={TokenForm} props={{}} />
      </div>
      <div class="call-code">
        <ValuePanel
          head="Make a video"
          value={`export SONGREEL_TOKEN=srl_live_…\n\n${code}`}
          operationId="createBatch"
        />
      </div>
    </section>
  )
}

function Envelope({ document: { components, paths } }: { document: ApiDocument }) {
  const created = paths['/v1/artists']?.post?.responses[201]?.content?.['application/json']?.examples
  const [success] = Object.values(created ?? {})
  return (
    <section class="call intro" id="envelope">
      <div class="call-text">
        <h2>Responses and errors</h2>
        <Prose text="Every response is a JSON object. `success` says how it went, `data` holds the result, `message` is for people." />
        <Prose text="A failure has `error.code` for your code to check, `error.details` with every invalid field at once, and `requestId`, which is also in the header `X-Request-Id`. Quote it when you report a problem." />
        <Prose text="`error.retryable` says whether the same request may succeed later." />
        <p>
          <a class="more" href="/docs/errors">
            All error codes
          </a>
        </p>
      </div>
      <div class="call-code">
        {success && <ValuePanel head="Success" value={success.value} isOnlyRead />}
        <ValuePanel head="Failure" value={components.examples.VALIDATION_ERROR?.value} isOnlyRead />
      </div>
    </section>
  )
}
