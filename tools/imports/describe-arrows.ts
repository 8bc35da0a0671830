import { DOORS, LEVELS, OUTSIDE } from './arrows.ts'

const [BEGIN, END] = ['<!-- imports: written by npm run format -->', '<!-- /imports -->']

/** ARCHITECTURE.md with the arrows as they are. */
export function showArrows(page: string): string {
  const [before, rest = ''] = page.split(BEGIN)
  const after = rest.split(END)[1]
  if (after === undefined) throw new Error(`ARCHITECTURE.md has no lines ${BEGIN} and ${END}.`)
  return `${before}${BEGIN}\n${describeArrows()}\n${END}${after}`
}

function describeArrows(): string {
  const doors = DOORS.map(({ of, may }) => {
    const name = of.replace(/^packages\//, '').replace(/\/$/, '')
    return `| \`${name}\` | ${may.length > 0 ? may.map((door) => `\`${door}\``).join(', ') : 'none'} |`
  })
  const outside = OUTSIDE.map(({ module, only, never, except, why }) => {
    const but = except ? ` (except ${except.join(', ')})` : ''
    const who = only ? `only in ${only.join(', ')}` : `never in ${never?.join(', ')}${but}`
    return `- \`${module}\` ${who}: ${why}.`
  })
  const levels = Object.entries(LEVELS).map(([name, rooms]) => {
    const steps = rooms.map((level) => level.map((room) => (room === '*' ? 'other files' : room)).join(', '))
    return `| \`${name}\` | ${steps.join(' → ')} |`
  })
  return [
    '| package or folder | imports of our packages |',
    '|---|---|',
    ...doors,
    '',
    '| package | its levels, from the top |',
    '|---|---|',
    ...levels,
    '',
    ...outside,
  ].join('\n')
}
