import type { Brand } from '@songreel/sdk'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { Field } from '../../components/field.tsx'
import { hasScope } from '../../session/scopes.ts'
import { AnimationCard } from './animation-card.tsx'
import type { BrandDraft, DraftFile, FileField } from './brand-draft.ts'
import { ClipCard } from './clip-card.tsx'
import { ColourCard } from './colour-card.tsx'
import { EndCardCard } from './end-card-card.tsx'
import { FontCard } from './font-card.tsx'
import { LogoCard } from './logo-card.tsx'
import type { BrandLooks, MomentName } from './looks.tsx'
import { WearersCard } from './wearers-card.tsx'

type Props = {
  brand: Brand | undefined
  draft: BrandDraft
  /** What is wrong with which field. */
  faults: Record<string, string>
  isTried: boolean
  isChanged: boolean
  looks: BrandLooks
  /** What was there before counts: several files may be on their way at once. */
  onDraft(change: (before: BrandDraft) => Partial<BrandDraft>): void
  /** What was changed is seen at this moment of a video. */
  onMoment(moment: MomentName): void
  onSave(): Promise<void>
}

/** Files that are seen at some moments only. */
const SEEN_AT: Partial<Record<FileField, MomentName>> = {
  introUrl: 'START',
  outroUrl: 'END',
  endCardAnimationUrl: 'END',
}

/** All of a brand that can be set; the looks beside it follow. */
export function BrandForm({ brand, draft, faults, isTried, isChanged, looks, ...on }: Props) {
  const { onDraft, onMoment, onSave } = on
  const problems = { ...listProblems(looks), ...faults }
  const setFile = (field: FileField, file: DraftFile | undefined) => {
    onDraft(({ files: { [field]: _, ...others } }) => ({
      files: { ...others, ...(file && { [field]: file }) },
    }))
    const moment = SEEN_AT[field]
    if (moment) onMoment(moment)
  }
  const isNameMissing = isTried && draft.name.trim() === ''
  return (
    <form
      class="brand-form stack"
      onSubmit={(event) => {
        event.preventDefault()
        onSave()
      }}
    >
      <Card title="The brand">
        <Field label="Name" error={isNameMissing ? faults.name : undefined}>
          {(box) => (
            <input
              {...box}
              value={draft.name}
              maxLength={255}
              autocomplete="off"
              disabled={!hasScope('write')}
              onInput={({ currentTarget: { value } }) => onDraft(() => ({ name: value }))}
            />
          )}
        </Field>
      </Card>
      <ColourCard
        colours={draft.colours}
        faults={faults}
        looks={looks}
        onColour={(role, text) => onDraft(({ colours }) => ({ colours: { ...colours, [role]: text } }))}
      />
      <LogoCard
        draft={draft}
        problems={problems}
        onFile={setFile}
        onLogo={(next) => {
          onDraft(({ logo }) => ({ logo: { ...logo, ...next } }))
          if (next.shows) onMoment(next.shows === 'ALWAYS' ? 'MIDDLE' : next.shows)
        }}
      />
      <FontCard draft={draft} problems={problems} onFile={setFile} />
      <EndCardCard
        draft={draft}
        faults={faults}
        onChange={(next) => {
          onDraft(() => next)
          onMoment(next.hasEndCard === false ? 'MIDDLE' : 'END')
        }}
      />
      <ClipCard draft={draft} problems={problems} onFile={setFile} />
      <AnimationCard draft={draft} problems={problems} onFile={setFile} />
      {brand && <WearersCard brand={brand} />}
      {hasScope('write') && (
        <footer class="brand-foot">
          <p class="soft small" role="status">
            {isChanged ? 'Not saved yet. Your changes are kept in this tab.' : ''}
          </p>
          <Button type="submit" loudness="main" disabled={!isChanged}>
            {brand ? 'Save' : 'Make the brand'}
          </Button>
        </footer>
      )}
    </form>
  )
}

/** What drawing the looks said of the brand's files. */
function listProblems({ looks }: BrandLooks): Record<string, string> {
  return Object.fromEntries(
    [...looks.values()].flatMap(({ problem }) => (problem?.field ? [[problem.field, problem.message]] : [])),
  )
}
