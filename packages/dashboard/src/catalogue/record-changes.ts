/** Texts of a record by the names of their fields; null where there is none. A file is known by the id of its asset. */
export type Values = Record<string, string | null>

/** A record at some time: what is in its fields, and the version by which the server knows it. */
export type RecordVersion = { tag: string | undefined; values: Values }

/** What was typed and is not as it was. */
export function listChanges(
  fields: { name: string; value?: string | null }[],
  texts: Record<string, string>,
): Values {
  const changed = fields.flatMap(({ name, value }) => {
    const text = texts[name]?.trim()
    if (text === undefined || text === (value ?? '')) return []
    return [[name, text === '' ? null : text] as const]
  })
  return Object.fromEntries(changed)
}

/** The fields that somebody else has changed since. */
export function listTheirs(base: RecordVersion, theirs: RecordVersion): string[] {
  return Object.keys(theirs.values).filter(
    (name) => (theirs.values[name] ?? null) !== (base.values[name] ?? null),
  )
}

/** The fields that both have changed, each to something else. */
export function findConflicts(changes: Values, base: RecordVersion, theirs: RecordVersion): string[] {
  return listTheirs(base, theirs).filter(
    (name) => name in changes && changes[name] !== (theirs.values[name] ?? null),
  )
}
