import { useEffect, useRef, useState } from 'preact/hooks'
import type { BrandDraft } from './brand-draft.ts'
import { rebaseDraft } from './rebase-draft.ts'

const KEY = 'brand-draft'

/** What was not saved yet of a brand, kept in the tab: whoever leaves the page finds it again. */
function findKept(brandId: string): BrandDraft | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(`${KEY} ${brandId}`) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

/** It was saved, or is not wanted any more. */
export function forgetDraft(brandId: string): void {
  sessionStorage.removeItem(`${KEY} ${brandId}`)
}

/**
 * A draft that survives leaving the page; closing the tab asks first, because with the tab it would be lost. Once another version of the
 * brand is stored, which its tag tells, it begins anew with that, and with what was changed since a draft was sent.
 */
export function useKeptDraft(brandId: string, start: BrandDraft, tag?: string) {
  const [draft, setDraft] = useState<BrandDraft>(() => findKept(brandId) ?? start)
  const latest = useRef(tag)
  const sent = useRef(draft)
  if (latest.current !== tag) {
    latest.current = tag
    setDraft((now) => rebaseDraft(now, sent.current, start))
  }
  const isChanged = JSON.stringify(draft) !== JSON.stringify(start)
  useEffect(() => {
    const name = `${KEY} ${brandId}`
    if (!isChanged) return sessionStorage.removeItem(name)
    sessionStorage.setItem(name, JSON.stringify(draft))
    const ask = (event: Event) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [draft, isChanged, brandId])
  /** This one is on its way to the server, or is not wanted any more. */
  const noteSent = (gone: BrandDraft) => {
    sent.current = gone
  }
  return { draft, isChanged, setDraft, noteSent }
}
