import { keep, read } from './kept.ts'

const KEY = 'songreel.token'

/** The token that calls are tried with: it stays in this tab. */
export function readToken(): string {
  return read(sessionStorage, KEY)
}

export function keepToken(token: string): void {
  keep(sessionStorage, KEY, token)
}
