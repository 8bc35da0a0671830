import type { ComponentChildren } from 'preact'
import { CodePanel } from '../components/code-panel.tsx'
import { ColouredJson } from '../components/coloured-json.tsx'
import type { CodeSamples } from './code-samples.ts'
import { Island } from './island.tsx'
import { LANGUAGES } from './languages.ts'
import { PanelTools } from './panel-tools.tsx'
import { SamplesHead } from './samples-head.tsx'

/** A call in every language; a style sheet shows the one that was chosen, and without any choice the first. */
export function SamplePanel({ operationId, samples }: { operationId: string; samples: CodeSamples }) {
  return (
    <CodePanel head={<Island isLate name="SamplesHead" of={SamplesHead} props={{ operationId }} />}>
      {LANGUAGES.map(({ language }) => (
        <pre
          key={language}
          role="tabpanel"
          tabindex={0}
          id={`${operationId}-${language}`}
          aria-labelledby={`${operationId}-${language}-tab`}
          data-language={language}
        >
          <code>{samples[language]}</code>
        </pre>
      ))}
    </CodePanel>
  )
}

type Props = {
  head: ComponentChildren
  /** A text as it is; anything else as JSON. */
  value: unknown
  /** A call that can be tried. */
  operationId?: string
  /** Too short to be worth copying. */
  isOnlyRead?: boolean
}

/** One piece of code or JSON. */
export function ValuePanel({ head, value, operationId, isOnlyRead = false }: Props) {
  const tools = (
    <Island
      isLate
      class="panel-tools"
      name="PanelTools"
      of={PanelTools}
      props={operationId ? { operationId } : {}}
    />
  )
  return (
    <CodePanel head={<span>{head}</span>} tools={isOnlyRead ? undefined : tools}>
      <pre tabindex={0}>
        <code>{typeof value === 'string' ? value : <ColouredJson value={value} />}</code>
      </pre>
    </CodePanel>
  )
}
