import { ApiError } from '@songreel/sdk'
import { useState } from 'preact/hooks'
import { songreel } from '../../client.ts'
import { showToast } from '../../components/toast.tsx'
import { forgetTemplates } from '../../data/templates.ts'
import type { Edited, LookDraft } from './look-draft.ts'
import { readLook } from './read-look.ts'
import type { KeptDraft } from './use-kept-draft.ts'

type Saving = { edited: Edited; kept: KeptDraft; onReplace(look: LookDraft): void }

/** Saves a look as its next version, unless it was saved elsewhere meanwhile: then people decide. */
export function useLookSave({ edited, kept, onReplace }: Saving) {
  const [version, setVersion] = useState(edited.version)
  const [contentId, setContentId] = useState(edited.contentId)
  const [outdated, setOutdated] = useState<LookDraft>()

  const write = async (look: LookDraft, tag: string | undefined) => {
    const saved = await store(look, contentId, tag)
    kept.noteSaved({ look, contentId: saved.contentId, tag: saved.$meta.headers.get('etag') ?? undefined })
    setVersion(saved.version)
    setContentId(saved.contentId)
    forgetTemplates()
    showToast(`Saved as version ${saved.version}`)
    // The page stays as it is: only what a reload would show is another.
    if (!contentId) history.replaceState(null, '', `/templates/${saved.contentId}/edit`)
  }
  return {
    version,
    contentId,
    isOutdated: outdated !== undefined,
    dismiss: () => setOutdated(undefined),
    async save(look: LookDraft) {
      try {
        await write(look, kept.tag)
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'PRECONDITION_FAILED') throw error
        setOutdated(look)
      }
    },
    async overwrite() {
      setOutdated(undefined)
      if (outdated) await write(outdated, undefined)
    },
    async takeTheirs() {
      setOutdated(undefined)
      const found = contentId && (await readLook(contentId))
      if (!found) return
      kept.noteSaved({ look: found.look, contentId, tag: found.tag })
      setVersion(found.version)
      onReplace(found.look)
    },
  }
}

/** A look whose faults were told already is not refused silently. */
async function store(look: LookDraft, contentId: string | undefined, tag: string | undefined) {
  try {
    return await (contentId
      ? songreel.contents.update(contentId, look as never, { ...(tag && { headers: { 'If-Match': tag } }) })
      : songreel.contents.create(look as never))
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'LOOK_INVALID') throw error
    throw new Error(`It can not be saved yet. ${error.message}`, { cause: error })
  }
}
