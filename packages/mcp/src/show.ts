import type { CallToolResult, ResourceLink } from '@modelcontextprotocol/server'

/** A result as data, and the same as text for clients that know nothing else; links stand behind it. */
export function show(data: object, links: ResourceLink[] = []): CallToolResult {
  const structuredContent: Record<string, unknown> = { ...data }
  return { content: [{ type: 'text', text: JSON.stringify(structuredContent) }, ...links], structuredContent }
}

/** A link that a client can offer to its user. */
export function linkTo(uri: string, name: string, mimeType?: string): ResourceLink {
  return { type: 'resource_link', uri, name, ...(mimeType && { mimeType }) }
}
