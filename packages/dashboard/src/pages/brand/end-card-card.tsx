import { Card } from '../../components/card.tsx'
import { Field } from '../../components/field.tsx'
import { hasScope } from '../../session/scopes.ts'
import type { BrandDraft } from './brand-draft.ts'

const MOST_CHARACTERS = 120

type Props = {
  draft: Pick<BrandDraft, 'hasEndCard' | 'endCard'>
  faults: Record<string, string>
  onChange(next: Partial<Pick<BrandDraft, 'hasEndCard' | 'endCard'>>): void
}

/** What stands at the end of videos, from a bar on. */
export function EndCardCard({ draft: { hasEndCard, endCard }, faults, onChange }: Props) {
  const set = (next: Partial<BrandDraft['endCard']>) => onChange({ endCard: { ...endCard, ...next } })
  const disabled = !hasScope('write')
  return (
    <Card title="End card">
      <label class="check">
        <input
          type="checkbox"
          checked={hasEndCard}
          disabled={disabled}
          onChange={({ currentTarget }) => onChange({ hasEndCard: currentTarget.checked })}
        />
        Videos end with a card: the logo, a line and a link
      </label>
      {hasEndCard && (
        <div class="brand-fields">
          <Field label="Text" remark={`${endCard.text.length} / ${MOST_CHARACTERS}`}>
            {(box) => (
              <input
                {...box}
                value={endCard.text}
                maxLength={MOST_CHARACTERS}
                placeholder="Out now"
                disabled={disabled}
                onInput={({ currentTarget }) => set({ text: currentTarget.value })}
              />
            )}
          </Field>
          <Field
            label="Link"
            help="As text, and as a QR code in square and wide videos."
            error={faults['endCard.linkUrl']}
          >
            {(box) => (
              <input
                {...box}
                type="url"
                value={endCard.linkUrl}
                placeholder="https://"
                disabled={disabled}
                onInput={({ currentTarget }) => set({ linkUrl: currentTarget.value })}
              />
            )}
          </Field>
          <Field label="Seconds" help="About: it begins on a bar." error={faults['endCard.secs']}>
            {(box) => (
              <input
                {...box}
                type="number"
                min={1}
                max={10}
                step={0.5}
                value={endCard.secs}
                placeholder="3"
                disabled={disabled}
                onInput={({ currentTarget }) => set({ secs: currentTarget.value })}
              />
            )}
          </Field>
        </div>
      )}
    </Card>
  )
}
