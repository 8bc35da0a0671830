import type { Operation } from '../docs-renderer.ts'
import type { Language } from './languages.ts'

/** A call written out in every language. */
export type CodeSamples = Record<Language, string>

type Request = { method: string; url: string; headers: [string, string][]; body: unknown; hasFile: boolean }

/** The call as people paste it: on the command line, in JavaScript, in Python. */
export function composeSamples(method: string, url: string, operation: Operation): CodeSamples {
  const content = operation.requestBody?.content ?? {}
  const json = content['application/json']
  const hasFile = operation.requestBody !== undefined && !json
  const headers: [string, string][] = []
  if (operation.security.length > 0) headers.push(['Authorization', 'Bearer $SONGREEL_TOKEN'])
  if (json) headers.push(['Content-Type', 'application/json'])
  const request: Request = {
    method: method.toUpperCase(),
    url,
    headers,
    body: Object.values(json?.examples ?? {})[0]?.value,
    hasFile,
  }
  return { curl: writeCurl(request), javascript: writeJavascript(request), python: writePython(request) }
}

function writeCurl({ method, url, headers, body, hasFile }: Request): string {
  const isPlain = method === 'GET' || (method === 'POST' && (body !== undefined || hasFile))
  const lines = [`curl ${isPlain ? '' : `-X ${method} `}${url}`]
  for (const [name, value] of headers) lines.push(`-H "${name}: ${value}"`)
  if (hasFile) lines.push('-F file=@song.wav')
  if (body !== undefined) {
    lines.push(`-d '${indent(JSON.stringify(body, null, 2), 2).replaceAll("'", "'\\''")}'`)
  }
  return lines.join(' \\\n  ')
}

function writeJavascript({ method, url, headers, body, hasFile }: Request): string {
  const options: string[] = []
  if (method !== 'GET') options.push(`  method: '${method}',`)
  if (headers.length > 0) {
    const lines = headers.map(([name, value]) => `    '${name}': ${inJavascript(value)},`)
    options.push('  headers: {', ...lines, '  },')
  }
  if (body !== undefined) options.push(`  body: JSON.stringify(${indent(JSON.stringify(body, null, 2), 2)}),`)
  if (hasFile) options.push('  body: form, // a FormData with the field "file"')
  const call = options.length > 0 ? `fetch('${url}', {\n${options.join('\n')}\n})` : `fetch('${url}')`
  return `const response = await ${call}\nconst { success, data, error } = await response.json()`
}

function inJavascript(value: string): string {
  return value.includes('$') ? `\`${value.replace('$SONGREEL_TOKEN', JAVASCRIPT_TOKEN)}\`` : `'${value}'`
}

const JAVASCRIPT_TOKEN = '$'.concat('{process.env.SONGREEL_TOKEN}')

function writePython({ method, url, headers, body, hasFile }: Request): string {
  const lines = [`response = requests.${method.toLowerCase()}(`, `    "${url}",`]
  const shown = headers.filter(([name]) => name !== 'Content-Type')
  if (shown.length > 0) {
    const pairs = shown.map(([name, value]) => `"${name}": ${inPython(value)}`)
    lines.push(`    headers={${pairs.join(', ')}},`)
  }
  if (body !== undefined) lines.push(`    json=${indent(pythonValue(body), 4)},`)
  if (hasFile) lines.push('    files={"file": open("song.wav", "rb")},')
  return ['import os, requests', '', ...lines, ')', 'print(response.json())'].join('\n')
}

function inPython(value: string): string {
  return value.includes('$')
    ? `f"${value.replace('$SONGREEL_TOKEN', "{os.environ['SONGREEL_TOKEN']}")}"`
    : `"${value}"`
}

function pythonValue(value: unknown): string {
  return JSON.stringify(value, null, 4).replace(
    /: (true|false|null)\b/g,
    (_, word: string) => `: ${PYTHON_WORDS[word]}`,
  )
}

const PYTHON_WORDS: Record<string, string> = { true: 'True', false: 'False', null: 'None' }

function indent(text: string, spaces: number): string {
  return text.replaceAll('\n', `\n${' '.repeat(spaces)}`)
}
