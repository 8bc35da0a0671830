import { songreel } from '../../client.ts'
import type { LookDraft } from './look-draft.ts'

/** A look as it is stored, in its newest version or an earlier one. */
export type StoredLook = {
  look: LookDraft
  version: number
  createdAt: string | undefined
  /** What `If-Match` names it by. */
  tag: string | undefined
}

/** What can be changed of a look; undefined for a template that is written as code. */
export async function readLook(contentId: string, version?: number): Promise<StoredLook | undefined> {
  const content = await songreel.contents.get(contentId, version === undefined ? {} : { version })
  if (!content.look) return undefined
  const { version: _, contentId: __, ...look } = content.look as LookDraft
  const tag = content.$meta.headers.get('etag') ?? undefined
  return { look: look as LookDraft, version: content.version, createdAt: content.createdAt, tag }
}
