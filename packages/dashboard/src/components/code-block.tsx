import './code-block.css'
import { CopyButton } from './copy-button.tsx'

/** Text for a terminal or a program, with a button that copies it. */
export function CodeBlock({ text, label }: { text: string; label: string }) {
  return (
    <div class="code">
      {/* biome-ignore lint/a11y/useSemanticElements: a pre is the element for it; what scrolls needs a name and a stop. */}
      <pre tabindex={0} role="region" aria-label={label}>
        {text}
      </pre>
      <CopyButton text={text} />
    </div>
  )
}
