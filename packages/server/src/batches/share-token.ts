import { createHash, createHmac } from 'node:crypto'
import type { Services } from '../services.ts'

const PURPOSE = 'share links'
const FORM = /^[A-Za-z0-9_-]{43}$/

type Keys = Pick<Services, 'deriveKey' | 'deriveKeys'>

/** The token of a new share's link: nobody can guess it who does not have the installation's secret. */
export function makeShareToken({ deriveKey }: Keys, shareId: string): string {
  return derive(deriveKey(PURPOSE), shareId)
}

/** What is stored of a token. */
export function hashShareToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** Whether a text can be a token at all. */
export function isShareToken(text: string): boolean {
  return FORM.test(text)
}

/** The token once more, for who may see it; undefined where it was made with a secret that is gone. */
export function findShareToken(
  { deriveKeys }: Keys,
  { shareId, tokenHash }: { shareId: string; tokenHash: Buffer },
): string | undefined {
  const tokens = deriveKeys(PURPOSE).map((key) => derive(key, shareId))
  return tokens.find((token) => hashShareToken(token).equals(tokenHash))
}

function derive(key: Buffer, shareId: string): string {
  return createHmac('sha256', key).update(shareId).digest('base64url')
}
