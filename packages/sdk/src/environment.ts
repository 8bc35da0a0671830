/** A variable of the environment; undefined where there is none, as in a browser. */
export function readVariable(name: string): string | undefined {
  return globalThis.process?.env?.[name] || undefined
}
