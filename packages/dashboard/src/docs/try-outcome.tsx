import { CodePanel, HttpStatus } from '../components/code-panel.tsx'
import { ColouredJson } from '../components/coloured-json.tsx'
import { CopyButton } from '../components/copy-button.tsx'
import type { Outcome } from './send-call.ts'

/** What a call that was tried brought: JSON in colours, a picture as it is, or words about the rest. */
export function TryOutcome({ outcome }: { outcome: Outcome }) {
  const { isGood, status, tookMs, requestId, json, pictureUrl, text } = outcome
  const shown = text ?? JSON.stringify(json, null, 2) ?? ''
  return (
    <CodePanel
      head={
        <span>
          <HttpStatus status={status} mood={isGood ? 'ok' : 'bad'} /> {tookMs} ms · {requestId}
        </span>
      }
      tools={pictureUrl ? undefined : <CopyButton loudness="plain" text={shown} />}
    >
      {pictureUrl ? (
        <img class="try-picture" src={pictureUrl} alt="What came back" />
      ) : (
        <pre tabindex={0}>
          <code>{text ?? <ColouredJson value={json} />}</code>
        </pre>
      )}
    </CodePanel>
  )
}
