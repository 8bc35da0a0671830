import type { BrandDraft } from './brand-draft.ts'

/** What was changed of a draft after it had been sent, on top of what is stored by now. */
export function rebaseDraft(draft: BrandDraft, sent: BrandDraft, stored: BrandDraft): BrandDraft {
  return {
    ...stored,
    name: draft.name === sent.name ? stored.name : draft.name,
    files: rebase(draft.files, sent.files, stored.files),
    colours: rebase(draft.colours, sent.colours, stored.colours),
    logo: rebase(draft.logo, sent.logo, stored.logo),
    hasEndCard: draft.hasEndCard === sent.hasEndCard ? stored.hasEndCard : draft.hasEndCard,
    endCard: rebase(draft.endCard, sent.endCard, stored.endCard),
  }
}

/** What has no value any more, as a file that was removed, has none afterwards. */
function rebase<Part extends object>(draft: Part, sent: Part, stored: Part): Part {
  const [now, then] = [toValues(draft), toValues(sent)]
  const changed = [...new Set([...now.keys(), ...then.keys()])].filter(
    (name) => JSON.stringify(now.get(name)) !== JSON.stringify(then.get(name)),
  )
  const rebased = toValues(stored)
  for (const name of changed) {
    if (now.has(name)) rebased.set(name, now.get(name))
    else rebased.delete(name)
  }
  return Object.fromEntries(rebased) as Part
}

function toValues(part: object): Map<string, unknown> {
  return new Map(Object.entries(part))
}
