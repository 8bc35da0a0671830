/** The part of CHANGELOG.md that collects what the next version brings. */
const UNRELEASED = 'Unreleased'

/** What a version brings, as the changelog has it: the notes of its release. */
export function findNotes(changelog: string, version: string): string | undefined {
  const part = split(changelog).find(({ title }) => title === version)
  return part?.notes || undefined
}

/** The changelog in which what was unreleased is this version. */
export function closeUnreleased(changelog: string, version: string): string {
  if (findNotes(changelog, version)) throw new Error(`CHANGELOG.md has a version ${version} already.`)
  const notes = findNotes(changelog, UNRELEASED)
  if (!notes) throw new Error('CHANGELOG.md names nothing under "Unreleased": there is nothing to release.')
  return changelog.replace(`## ${UNRELEASED}\n`, () => `## ${UNRELEASED}\n\n## ${version}\n`)
}

/** True if something that worked no longer does, which only some versions may bring (docs/versioning.md). */
export function isBreaking(changelog: string): boolean {
  return /^### Breaking$/m.test(findNotes(changelog, UNRELEASED) ?? '')
}

function split(changelog: string): { title: string; notes: string }[] {
  const [, ...parts] = changelog.split(/^## /m)
  return parts.map((part) => {
    const end = part.indexOf('\n')
    return { title: part.slice(0, end).trim(), notes: part.slice(end).trim() }
  })
}
