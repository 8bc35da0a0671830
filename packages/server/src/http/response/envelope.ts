import type { Warning } from '@songreel/contract'

/** A success as it goes over the wire. */
export type Success<Data> = { success: true; message?: string; data: Data; warnings?: Warning[] }

/** Wraps a result in the envelope; organizations and GET artist carry no message. */
export function ok<Data>(data: Data, message?: string): Success<Data> {
  return message === undefined ? { success: true, data } : { success: true, message, data }
}
