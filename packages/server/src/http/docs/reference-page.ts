import type { OpenApiDocument } from '../openapi/document.ts'
import type { Steps } from '../openapi/in-pieces.ts'
import { eventSections } from './event-sections.ts'
import { type Html, html, inline, prose } from './html.ts'
import { type Entry, operationSection } from './operation-section.ts'
import { pageFrame } from './page-frame.ts'
import { startSection } from './start-section.ts'

/** The whole reference on one page, from the OpenAPI document. */
export function* referencePage(document: OpenApiDocument, shell: string): Steps<string> {
  const groups = groupOperations(document)
  const sections = new Map<Entry, Html>()
  for (const entry of groups.flatMap(({ entries }) => entries)) {
    sections.set(entry, operationSection(entry, document))
    yield
  }
  const main = html`${startSection(document)}
    ${groups.map(
      ({ tag, entries }) => html`<section class="group" id="${toElementId(tag.name)}">
        <h2>${tag.name}</h2>
        ${prose(tag.description)}
      </section>
      ${entries.map((entry) => sections.get(entry))}
      ${tag.name === 'Webhooks' && eventSections(document)}`,
    )}`
  const { title, summary } = document.info
  return pageFrame({
    title: `${title} API reference`,
    description: summary,
    shell,
    nav: drawNav(groups, document),
    main,
    current: 'reference',
  })
}

type Group = { tag: { name: string; description: string }; entries: Entry[] }

function groupOperations({ tags, paths }: OpenApiDocument): Group[] {
  const entries = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  )
  return tags.map((tag) => ({
    tag,
    entries: entries.filter(({ operation }) => operation.tags.includes(tag.name)),
  }))
}

function drawNav(groups: Group[], { webhooks }: OpenApiDocument): Html {
  return html`<ol class="nav-group">
      <li><a class="nav-plain" href="#start">Getting started</a></li>
      <li><a class="nav-plain" href="#envelope">Responses and errors</a></li>
      <li><a class="nav-plain" href="#conventions">Safe retries, limits, pages</a></li>
    </ol>
    ${groups.map(
      ({ tag, entries }) => html`<section class="nav-section" data-nav-group>
        <h2><a href="#${toElementId(tag.name)}">${tag.name}</a></h2>
        <ol class="nav-group">
          ${entries.map(
            ({
              method,
              path,
              operation,
            }) => html`<li data-call="${`${operation.summary} ${method} ${path} ${operation.operationId}`.toLowerCase()}">
              <a href="#${operation.operationId}"><span class="verb ${method}">${method === 'delete' ? 'del' : method}</span><span>${inline(shortenSummary(operation.summary))}</span></a>
            </li>`,
          )}
          ${
            tag.name === 'Webhooks' &&
            Object.entries(webhooks).map(
              ([type, { post }]) => html`<li data-call="${`${type} ${post.summary}`.toLowerCase()}">
              <a href="#${post.operationId}"><span class="verb post">evt</span><span>${type}</span></a>
            </li>`,
            )
          }
        </ol>
      </section>`,
    )}
    <p class="nav-empty" hidden data-nav-empty>No call matches.</p>`
}

/** What stands before a remark; the list at the side is narrow. */
function shortenSummary(summary: string): string {
  return summary.split(/[;(]/, 1)[0]?.trim() ?? summary
}

/** A heading as an anchor. */
function toElementId(name: string): string {
  return name.toLowerCase().replaceAll(' ', '-')
}
