/** Which of a version's numbers goes up. */
export type Step = 'major' | 'minor' | 'patch'

/** The version after this one. */
export function nextVersion(current: string, step: Step): string {
  const [major = 0, minor = 0, patch = 0] = current.split('.').map(Number)
  if (step === 'major') return `${major + 1}.0.0`
  return step === 'minor' ? `${major}.${minor + 1}.0` : `${major}.${minor}.${patch + 1}`
}

/** Whether a step may bring what breaks something: before 1.0 a minor one, too (docs/versioning.md). */
export function mayBreak(current: string, step: Step): boolean {
  return step === 'major' || (step === 'minor' && current.startsWith('0.'))
}
