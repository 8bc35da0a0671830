import type { OpenApiDocument } from '../openapi/document.ts'
import { fieldList, parameterList } from './field-list.ts'
import { type Html, html, inline, prose } from './html.ts'
import { jsonMarkup } from './json-markup.ts'

/** The calls that we make to a receiver, each with what was really sent. */
export function eventSections({ webhooks, components }: OpenApiDocument): Html {
  return html`${Object.entries(webhooks).map(([type, { post }]) => {
    const { schema = {}, examples = {} } = post.requestBody?.content['application/json'] ?? {}
    const headers = (post.parameters ?? []).map(({ name = '', schema = {}, description }) => ({
      name,
      schema: { ...schema, ...(description && { description }) },
      isRequired: true,
    }))
    const [example] = Object.values(examples)
    return html`<section class="call" id="${post.operationId}">
      <div class="call-text">
        <h3><a class="anchor" href="#${post.operationId}">${inline(post.summary)}</a></h3>
        <p class="route"><span class="verb post">event</span> <code>${type}</code></p>
        ${prose(post.description)}
        <details class="response-fields"><summary><h4>Headers</h4></summary>${parameterList(headers, components.schemas)}</details>
        <details class="response-fields"><summary><h4>Body</h4></summary>${fieldList(schema, components.schemas)}</details>
      </div>
      <div class="call-code"><div class="panel response">
        <div class="panel-head"><span>What is sent</span>
          <div class="panel-tools"><button type="button" class="quiet" data-copy>Copy</button></div>
        </div>
        <pre tabindex="0"><code>${jsonMarkup(example?.value)}</code></pre>
      </div></div>
    </section>`
  })}`
}
