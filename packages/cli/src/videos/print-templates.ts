import { type Template, z } from '@songreel/kit'
import { formatClock } from '../clock.ts'
import { createPaint, showTable } from '../print.ts'
import { findTemplate, listTemplates } from './choose-template.ts'

type Flags = { json?: boolean }

/** Prints all templates, or with --json what the API's GET /v1/contents says of them. */
export async function printTemplates({ json }: Flags): Promise<void> {
  const templates = [...(await listTemplates()).values()].map(({ template }) => template)
  if (json) return printJson({ items: templates.map(describe) })
  const paint = createPaint(process.stdout)
  const rows = templates.map((template) => [
    `  ${paint('bold', template.contentId)}`,
    template.title,
    paint('dim', formatShapes(template)),
  ])
  const lines = showTable(rows).flatMap((row, index) => [row, `    ${templates[index]?.description}`])
  process.stdout.write(`\n${lines.join('\n')}\n\n`)
  if (process.stdout.isTTY) process.stdout.write('  One of them: songreel templates <id>\n\n')
}

/** Prints one template: what it shows, needs and takes, and a command that shows it. */
export async function printTemplate(id: string, { json }: Flags): Promise<void> {
  const { template } = findTemplate(await listTemplates(), id)
  if (json) return printJson(describe(template))
  const paint = createPaint(process.stdout)
  const facts = showTable([
    ['  Shapes', formatShapes(template)],
    ['  Part', formatPart(template)],
    ['  Needs', formatNeeds(template)],
    ['  Behind', template.backgrounds.join(', ')],
  ])
  const fields = showTable(
    listFields(template).map((field) => field.map((cell, i) => (i === 0 ? `  ${cell}` : cell))),
  )
  const blocks = [
    [`  ${paint('bold', template.contentId)}   ${template.title}`, `  ${template.description}`],
    facts,
    [`  ${paint('bold', 'Fields')}   --set key=value, or together in a file: --data fields.json`, ...fields],
    [`  ${paint('bold', 'Example')}`, `  ${composeExample(template)}`],
  ]
  process.stdout.write(`\n${blocks.map((lines) => lines.join('\n')).join('\n\n')}\n\n`)
}

/** The same facts, by the same names, as the API gives. */
function describe(template: Template) {
  const {
    contentId,
    title: name,
    description,
    family,
    version,
    energy,
    aspectRatios,
    backgrounds,
    needs,
    defaults,
    example,
  } = template
  const requiredDataSchema = toSchema(template)
  return {
    contentId,
    name,
    description,
    family,
    version,
    energy,
    aspectRatios,
    backgrounds,
    needs,
    requiredDataSchema,
    defaults,
    example,
  }
}

type FieldSchema = {
  type?: string
  enum?: string[]
  maxLength?: number
  pattern?: string
  description?: string
}

function toSchema(template: Template): { properties?: Record<string, FieldSchema>; required?: string[] } {
  return z.toJSONSchema(template.requiredData, { io: 'input' }) as {
    properties?: Record<string, FieldSchema>
    required?: string[]
  }
}

function listFields(template: Template): string[][] {
  const { properties = {}, required = [] } = toSchema(template)
  return Object.entries(properties).map(([name, schema]) => [
    name,
    required.includes(name) ? 'needed' : 'optional',
    [formatValues(schema), schema.description].filter(Boolean).join('; '),
  ])
}

function formatValues({ enum: choices, type, maxLength, pattern }: FieldSchema): string {
  if (choices) return choices.join(' | ')
  if (pattern?.startsWith('^#')) return 'a colour, such as #ff5533'
  if (type === 'string') return maxLength ? `text, up to ${maxLength} characters` : 'text'
  return (
    { number: 'number', integer: 'whole number', boolean: 'true or false', array: 'a list, in JSON' }[
      type ?? ''
    ] ?? 'JSON'
  )
}

function formatShapes({ aspectRatios }: Template): string {
  return aspectRatios === 'ALL' ? 'every shape' : aspectRatios.join(', ')
}

function formatPart({ defaults: { excerpt } }: Template): string {
  if (excerpt.kind === 'WHOLE') return 'the whole song'
  return excerpt.kind === 'LOOP'
    ? `a silent loop of ${excerpt.minSecs} to ${excerpt.maxSecs} seconds, in whole bars of the song`
    : `the best ${formatClock(excerpt.secs)} of the song, unless you say`
}

function formatNeeds({ needs }: Template): string {
  const wanted = [
    needs.audio && 'a song',
    needs.lyrics && `lyrics${needs.lyrics === 'OPTIONAL' ? ' (if there are any)' : ''}`,
    needs.clips && `${needs.clips.min} to ${needs.clips.max} videos`,
  ]
  return wanted.filter(Boolean).join(', ') || 'nothing'
}

function composeExample({ contentId, example, aspectRatios, needs }: Template): string {
  const { customText, ...others } = example
  const [shape = '9x16'] = aspectRatios === 'ALL' ? [] : aspectRatios
  const parts = [
    `npx songreel render song.mp3 --template ${contentId} --aspect ${shape}`,
    ...(needs.lyrics === 'REQUIRED' ? ['--lyrics song.lrc'] : []),
    ...(needs.clips ? ['--clip first.mp4 --clip second.mp4'] : []),
    ...(customText ? [`--text ${quote(customText)}`] : []),
    ...Object.entries(others).map(([key, value]) => `--set ${key}=${quote(value)}`),
  ]
  return parts.join(' ')
}

/** Quoted for a shell where it has to be. */
function quote(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return /^[\w.,:/-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}

function printJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value, null, 2)}\n`)
}
