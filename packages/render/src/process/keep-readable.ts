/** What a process says, in texts that every database and every JSON takes: names in files hold NUL, and cut names end in half of a character. */
export function keepReadable<Value>(said: Value): Value {
  if (typeof said === 'string') return said.toWellFormed().replaceAll('\0', '\ufffd') as Value
  if (Array.isArray(said)) return said.map(keepReadable) as Value
  if (typeof said !== 'object' || said === null || Object.getPrototypeOf(said) !== Object.prototype)
    return said
  return Object.fromEntries(Object.entries(said).map(([name, each]) => [name, keepReadable(each)])) as Value
}
