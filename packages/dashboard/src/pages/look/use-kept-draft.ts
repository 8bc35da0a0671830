import { useEffect, useState } from 'preact/hooks'
import { readDraft } from './json-view.tsx'
import type { Edited, LookDraft } from './look-draft.ts'

/** What is not saved yet, kept in the tab. */
export type KeptDraft = {
  /** What editing begins with. */
  first: LookDraft
  /** What is stored, or what a new look began with. */
  start: LookDraft
  /** Whether what was left here before is what editing began with, and was neither saved nor dropped since. */
  isRestored: boolean
  /** The tag of the stored look that the draft goes back to: saving over a newer one would lose what somebody else did. */
  tag: string | undefined
  /** Whether a look is another one than what is stored. */
  isNew(look: LookDraft): boolean
  keep(look: LookDraft): void
  /** The look as it is stored now. */
  noteSaved(stored: Stored): void
}

type Stored = { look: LookDraft; contentId: string; tag: string | undefined }

/** Keeps a look in the tab until it is saved: a reload or another page loses nothing, and closing the tab asks first. */
export function useKeptDraft(edited: Edited): KeptDraft {
  const [{ look: start, contentId, tag }, setStored] = useState<Edited>(edited)
  const [found, setFound] = useState(() => findKept(nameKey(edited)))
  const [isChanged, setChanged] = useState(false)
  const key = nameKey({ look: edited.look, contentId })
  useEffect(() => {
    if (!isChanged) return
    const ask = (event: Event) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isChanged])
  const base = found?.tag ?? tag
  // Whatever comes next is a change of what is stored, and no longer of what that draft was begun with.
  const forget = () => {
    sessionStorage.removeItem(key)
    setFound(undefined)
  }
  return {
    first: found?.look ?? edited.look,
    start,
    isRestored: found !== undefined && !isSame(found.look, edited.look),
    tag: base,
    isNew: (draft) => !contentId || !isSame(draft, start),
    keep(draft) {
      const isKept = !isSame(draft, start)
      setChanged(isKept)
      if (isKept) sessionStorage.setItem(key, JSON.stringify({ look: draft, tag: base }))
      else forget()
    },
    noteSaved(stored) {
      forget()
      setStored(stored)
      setChanged(false)
    },
  }
}

function nameKey({ look, contentId }: Pick<Edited, 'look' | 'contentId'>): string {
  return `songreel-look-${contentId ?? `new-${look.title}`}`
}

function findKept(key: string): { look: LookDraft; tag?: string } | undefined {
  const text = sessionStorage.getItem(key)
  if (!text) return undefined
  try {
    const { look, tag } = JSON.parse(text)
    const draft = readDraft(JSON.stringify(look)).look
    return draft && { look: draft, ...(typeof tag === 'string' && { tag }) }
  } catch {
    return undefined
  }
}

function isSame(one: LookDraft, other: LookDraft): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** Keeps each change of a look, also one that was made while an earlier one was being saved: what is stored is another now. */
export function useKeeping(kept: KeptDraft, look: LookDraft): void {
  useEffect(() => kept.keep(look), [look, kept.start])
}
