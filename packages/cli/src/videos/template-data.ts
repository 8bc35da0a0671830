import type { Template, z } from '@songreel/kit'
import type { TemplateData } from '@songreel/render'
import { usageError } from '../cli-error.ts'
import { cleanText } from '../print.ts'
import { readJsonFile } from '../songs/read-json-file.ts'
import { suggest } from '../suggest.ts'
import { describeIssue } from './describe-issue.ts'

/** The words and numbers for a template, as they come from the command line. */
export type GivenData = {
  /** `--set key=value`, any number of them. */
  set: readonly string[]
  text: string | undefined
  /** A JSON file; what is set by hand wins over it. */
  data: string | undefined
}

type Data = Record<string, unknown>

/** What a file of template data looks like. */
export const DATA_EXAMPLE = '{"customText": "Out now"}'

/** A template's data as it was given, for a server that parses it itself, and as its schema makes it. */
export type ReadData = { given: Data; parsed: TemplateData }

/** Puts a template's data together and checks it by the template's own schema. */
export async function readTemplateData(template: Template, given: GivenData): Promise<ReadData> {
  const data: Data = given.data ? await readJsonFile(given.data, DATA_EXAMPLE) : {}
  for (const pair of given.set) Object.assign(data, readPair(template, pair))
  if (given.text !== undefined) data.customText = given.text
  const unknown = Object.keys(data).find((key) => !(key in getShape(template)))
  if (unknown) throw unknownField(template, unknown)
  const parsed = template.requiredData.safeParse(data)
  if (parsed.success) return { given: data, parsed: parsed.data }
  const [issue] = parsed.error.issues
  const seen = issue ? describeIssue(issue, data) : 'The data does not suit the template'
  throw usageError(`${seen}.   Fields: songreel templates ${template.contentId}`)
}

function readPair(template: Template, pair: string): Data {
  const at = pair.indexOf('=')
  if (at < 1) throw usageError(`--set ${cleanText(pair)} is not key=value.`)
  const [key, text] = [pair.slice(0, at).trim(), pair.slice(at + 1)]
  const field = getShape(template)[key]
  if (!field) throw unknownField(template, key)
  return { [key]: readValue(field, text) }
}

/** A text is a text; what the field does not take as one may be a number, true or false, or a list in JSON. */
function readValue(field: z.ZodType, text: string): unknown {
  const asText = field.safeParse(text)
  if (asText.success) return text
  try {
    const value: unknown = JSON.parse(text)
    // For a field that takes no text at all, the error says what is wrong with the number or the list.
    const takesText = asText.error.issues[0]?.code !== 'invalid_type'
    return takesText && !field.safeParse(value).success ? text : value
  } catch {
    return text
  }
}

function unknownField(template: Template, key: string): Error {
  const known = Object.keys(getShape(template))
  const hint = suggest(key, known) || ` It has ${known.join(', ')}.`
  return usageError(`No field ${cleanText(key)} in ${template.contentId}.${hint}`)
}

function getShape(template: Template): Record<string, z.ZodType> {
  return (template.requiredData as unknown as z.ZodObject<Record<string, z.ZodType>>).shape
}
