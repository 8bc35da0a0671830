/** Markup that is safe to put into a page. */
export type Html = { readonly markup: string }

type Part = Html | string | number | false | null | undefined | Part[]

/** Writes markup; every value that is not markup itself is escaped. */
export function html(texts: TemplateStringsArray, ...parts: Part[]): Html {
  let markup = texts[0] as string
  for (let index = 0; index < parts.length; index++) markup += write(parts[index]) + texts[index + 1]
  return { markup }
}

function write(part: Part): string {
  if (part === undefined || part === null || part === false) return ''
  if (Array.isArray(part)) return part.map(write).join('')
  return typeof part === 'object' ? part.markup : escapeText(String(part))
}

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text as it may stand between tags or inside quotes. */
export function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character] as string)
}

/** Sentences with `code` in backticks, one paragraph per blank line. */
export function prose(text: string): Html {
  return html`${text.split('\n\n').map((paragraph) => html`<p>${inline(paragraph)}</p>`)}`
}

/** The same within a line. */
export function inline(text: string): Html {
  const parts = text.split('`')
  return html`${parts.map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))}`
}
