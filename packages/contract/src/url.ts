import { boundedText } from './text.ts'

const MAX_URL_CHARACTERS = 2048

/** An http or https address without user-info, as the caller wrote it. */
export const HttpUrl = boundedText(MAX_URL_CHARACTERS)
  .normalize('NFC')
  .trim()
  .superRefine((value, context) => {
    const problem = findUrlProblem(value)
    if (problem) context.addIssue({ code: 'custom', message: problem, input: value })
  })
  .meta({ format: 'uri', maxLength: MAX_URL_CHARACTERS, example: 'https://cdn.example.com/cover.jpg' })

function findUrlProblem(value: string): string | undefined {
  if (value.length > MAX_URL_CHARACTERS) return `must have at most ${MAX_URL_CHARACTERS} characters`
  if (!URL.canParse(value)) return 'must be a full URL, for example https://cdn.example.com/song.mp3'
  const url = new URL(value)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    return `must start with http:// or https://, not ${url.protocol}`
  }
  if (url.username || url.password) return 'must not carry a user name or password'
  return undefined
}
