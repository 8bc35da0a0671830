/** For an option that can be repeated. */
export function collect(value: string, values: string[] = []): string[] {
  return [...values, value]
}
