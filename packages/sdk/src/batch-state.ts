const FINAL = ['COMPLETED', 'PARTIALLY_COMPLETED', 'FAILED', 'CANCELED']

/** Whether a batch or render has ended. What the server says counts; a status that this version does not know has not. */
export function isFinal(record: { status: string; isFinal?: boolean }): boolean {
  return record.isFinal ?? FINAL.includes(record.status)
}
