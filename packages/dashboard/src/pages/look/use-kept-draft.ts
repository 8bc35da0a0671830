import { useMemo, useState } from 'preact/hooks'
import { readDraft } from './json-view.tsx'
import type { Edited, LookDraft } from './look-draft.ts'

/** What is not saved yet, kept in the tab. */
export type KeptDraft = {
  /** What editing begins with. */
  first: LookDraft
  /** Whether that is what was left here before. */
  isRestored: boolean
  /** Whether a look is another one than what is stored. */
  isNew(look: LookDraft): boolean
  keep(look: LookDraft): void
  /** The look as it is stored now. */
  noteSaved(look: LookDraft): void
}

/** Keeps a look in the tab until it is saved: a reload or another page loses nothing. */
export function useKeptDraft({ look, contentId }: Edited): KeptDraft {
  const key = `songreel-look-${contentId ?? `new-${look.title}`}`
  const [stored, setStored] = useState(() => JSON.stringify(contentId ? look : null))
  const found = useMemo(() => readDraft(sessionStorage.getItem(key) ?? '').look, [key])
  return {
    first: found ?? look,
    isRestored: found !== undefined && JSON.stringify(found) !== JSON.stringify(look),
    isNew: (draft) => JSON.stringify(draft) !== stored,
    keep(draft) {
      if (JSON.stringify(draft) === JSON.stringify(look)) sessionStorage.removeItem(key)
      else sessionStorage.setItem(key, JSON.stringify(draft))
    },
    noteSaved(draft) {
      sessionStorage.removeItem(key)
      setStored(JSON.stringify(draft))
    },
  }
}
