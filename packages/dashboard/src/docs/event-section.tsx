import type { ApiDocument, Operation } from '../docs-renderer.ts'
import { ParameterList } from './operation-section.tsx'
import { ObjectFields } from './property-list.tsx'
import { Inline, Prose } from './prose.tsx'
import { Verb } from './route.tsx'
import { ValuePanel } from './sample-panels.tsx'

type Props = { type: string; post: Operation; document: ApiDocument }

/** A call that we make to a receiver, with what was really sent. */
export function EventSection({ type, post, document }: Props) {
  const { schema = {}, examples = {} } = post.requestBody?.content['application/json'] ?? {}
  const [example] = Object.values(examples)
  return (
    <section class="call" id={post.operationId}>
      <div class="call-text">
        <h3>
          <a class="anchor" href={`#${post.operationId}`}>
            <Inline text={post.summary} />
          </a>
        </h3>
        <p class="route">
          <Verb name="post" label="event" /> <code>{type}</code>
        </p>
        <Prose text={post.description} />
        <details class="response-fields">
          <summary>
            <h4>Headers</h4>
          </summary>
          <ParameterList parameters={post.parameters ?? []} document={document} areRequired />
        </details>
        <details class="response-fields">
          <summary>
            <h4>Body</h4>
          </summary>
          <ObjectFields schema={schema} schemas={document.components.schemas} />
        </details>
      </div>
      <div class="call-code">
        <ValuePanel head="What is sent" value={example?.value} />
      </div>
    </section>
  )
}
