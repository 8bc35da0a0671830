import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { Field } from '../../components/field.tsx'
import { hasScope } from '../../session/scopes.ts'
import { COLOUR_ROLES, type ColourRole, readColour } from './brand-draft.ts'
import type { BrandLooks } from './looks.tsx'

const LABELS: Record<ColourRole, string> = {
  background: 'Background',
  text: 'Text',
  accent: 'Accent',
  accent2: 'Second accent',
}
const UNSET = '#888888'

type Props = {
  colours: Record<ColourRole, string>
  faults: Record<string, string>
  looks: BrandLooks
  onColour(role: ColourRole, text: string): void
}

/** Two to four colours; where one could not be read, the colour that was used instead stands beside it. */
export function ColourCard({ colours, faults, looks, onColour }: Props) {
  return (
    <Card title="Colours">
      <div class="brand-colours">
        {COLOUR_ROLES.map((role) => (
          <div key={role} class="brand-colour">
            <ColourField
              label={LABELS[role]}
              text={colours[role]}
              error={faults[`colors.${role}`]}
              onText={(text) => onColour(role, text)}
            />
            <Changes role={role} looks={looks} />
          </div>
        ))}
      </div>
      <p class="soft small">
        What is left empty comes from the cover. Text keeps a contrast of 7:1 and accents 4.5:1: where a
        colour would be hard to read, it becomes lighter or darker.
      </p>
    </Card>
  )
}

type FieldProps = { label: string; text: string; error: string | undefined; onText(text: string): void }

function ColourField({ label, text, error, onText }: FieldProps) {
  const colour = readColour(text)
  const canChange = hasScope('write')
  return (
    <Field label={label} error={error}>
      {(box) => (
        <div class={colour ? 'colour-box' : 'colour-box is-unset'}>
          <input
            type="color"
            aria-label={`${label}, choose a colour`}
            value={colour ?? UNSET}
            disabled={!canChange}
            onInput={({ currentTarget }) => onText(currentTarget.value)}
          />
          <input
            {...box}
            value={text}
            placeholder="From the cover"
            autocomplete="off"
            spellcheck={false}
            maxLength={9}
            disabled={!canChange}
            onInput={({ currentTarget }) => onText(currentTarget.value)}
          />
          {text !== '' && (
            <Button
              needs="write"
              isSmall
              loudness="plain"
              aria-label={`${label} from the cover`}
              title="From the cover"
              onPress={() => onText('')}
            >
              ✕
            </Button>
          )}
        </div>
      )}
    </Field>
  )
}

/** What looks had to make of a colour: both colours, and where. */
function Changes({ role, looks: { looks, shown } }: { role: ColourRole; looks: BrandLooks }) {
  const uses = new Map<string, { wished: string; names: string[] }>()
  for (const { contentId, name } of shown)
    for (const { change } of looks.get(contentId)?.warnings ?? []) {
      if (change?.field !== `colors.${role}`) continue
      const known = uses.get(change.used) ?? { wished: change.wished, names: [] }
      uses.set(change.used, { ...known, names: [...known.names, name] })
    }
  if (uses.size === 0) return null
  return (
    <ul class="colour-changes small" aria-label={`${LABELS[role]}, changed`}>
      {[...uses].map(([used, { wished, names }]) => (
        <li key={used}>
          <span class="swatch" style={{ background: wished }} />
          <code>{wished}</code>
          <span class="unseen">became</span>
          <span aria-hidden="true">→</span>
          <span class="swatch" style={{ background: used }} />
          <code>{used}</code>
          <span class="soft">{describeWhere(names, shown.length)}</span>
        </li>
      ))}
    </ul>
  )
}

function describeWhere(names: string[], all: number): string {
  if (names.length === all) return 'in all looks, to be read'
  return `in ${names.length > 2 ? `${names.length} of ${all} looks` : names.join(' and ')}, to be read`
}
