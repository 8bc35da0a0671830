const LEVELS: Record<number, { name: string; colour: number }> = {
  10: { name: 'trace', colour: 90 },
  20: { name: 'debug', colour: 90 },
  30: { name: 'info', colour: 32 },
  40: { name: 'warn', colour: 33 },
  50: { name: 'error', colour: 31 },
  60: { name: 'fatal', colour: 31 },
}
const ERROR_LEVEL = 50
const FAINT = 2

type Line = { level: number; time: number; msg?: string; pid?: number; err?: LoggedError } & Record<
  string,
  unknown
>
type LoggedError = { type?: string; message?: string; code?: string; stack?: string }

/** One JSON line of the log as a person reads it: time, level, what happened, then the facts. */
export function formatLogLine(json: string, { hasColours }: { hasColours: boolean }): string {
  const { level, time, msg = '', pid: _, err, ...facts } = JSON.parse(json) as Line
  const { name, colour } = LEVELS[level] ?? { name: String(level), colour: 0 }
  const paint = (text: string, code: number) => (hasColours ? `\x1b[${code}m${text}\x1b[0m` : text)
  const clock = new Date(time).toTimeString().slice(0, 8)
  const pairs = Object.entries(facts).map(([key, value]) => `${key}=${showValue(value)}`)
  if (err) pairs.push(`error=${showValue(err.message ?? err.type)}`)
  const words = [paint(clock, FAINT), paint(name.padEnd(5), colour), escapeControls(msg)]
  if (pairs.length > 0) words.push(paint(pairs.join(' '), FAINT))
  return `${words.join(' ')}\n${level >= ERROR_LEVEL && err?.stack ? showStack(err.stack) : ''}`
}

/** Single words are printed as they are, anything else in quotes, so that each entry stays on one line. */
function showValue(value: unknown): string {
  if (typeof value === 'string' && /^[\w.:/@+-]+$/.test(value)) return value
  return escapeControls(JSON.stringify(value) ?? 'undefined')
}

/** The stack trace is printed below the line, and only for unexpected errors. */
function showStack(stack: string): string {
  return stack
    .split('\n')
    .slice(1)
    .map((line) => `    ${escapeControls(line.trim())}\n`)
    .join('')
}

/** Log lines may contain what clients sent, so escape terminal control sequences. */
function escapeControls(text: string): string {
  return text.replace(
    // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is looked for.
    /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
