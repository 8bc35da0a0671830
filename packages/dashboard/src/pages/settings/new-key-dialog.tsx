import type { ApiKeyInput } from '@songreel/sdk'
import { useState } from 'preact/hooks'
import { songreel } from '../../client.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Field } from '../../components/field.tsx'
import { describeError } from '../../format/describe-error.ts'
import { session } from '../../session/scopes.ts'

const DAY_MS = 86_400_000
const RIGHTS: { words: string; scopes: ApiKeyInput['scopes'] }[] = [
  { words: 'Look and download (read)', scopes: ['read'] },
  { words: 'Make videos (read, write)', scopes: ['read', 'write'] },
  { words: 'Everything (read, write, admin)', scopes: ['read', 'write', 'admin'] },
]
const LIVES: [days: number, words: string][] = [
  [0, 'never'],
  [30, 'in 30 days'],
  [90, 'in 90 days'],
  [365, 'in a year'],
]

type Limits = { isTest: boolean; keysEndAt: string | null }

/** Only what the server would make: a key has no more rights and no longer life than what this session hangs on. */
function listLives({ keysEndAt }: Limits): [days: number, words: string][] {
  if (!keysEndAt) return LIVES
  const left = (Date.parse(keysEndAt) - Date.now()) / DAY_MS
  const last = `${new Date(keysEndAt).toLocaleString()}, as late as this session allows`
  return [[0, last], ...LIVES.filter(([days]) => days > 0 && days < left)]
}

function chooseEnd(days: number, { keysEndAt }: Limits): { expiresAt?: string } {
  if (days > 0) return { expiresAt: new Date(Date.now() + days * DAY_MS).toISOString() }
  return keysEndAt ? { expiresAt: keysEndAt } : {}
}

/** Makes a key; its token is handed on, because nobody can read it later. */
export function NewKeyDialog({ onMade, onClose }: { onMade(token: string): void; onClose(): void }) {
  const [name, setName] = useState('')
  const [right, setRight] = useState(1)
  const [days, setDays] = useState(0)
  const limits = session.value?.signedIn ?? { isTest: false, keysEndAt: null }
  const [isTest, setTest] = useState(limits.isTest)
  const [error, setError] = useState<string>()
  const make = async (event: SubmitEvent) => {
    event.preventDefault()
    try {
      const { token } = await songreel.apiKeys.create({
        name: name.trim(),
        scopes: RIGHTS[right]?.scopes ?? ['read'],
        ...chooseEnd(days, limits),
        ...(isTest && { isTest }),
      })
      onMade(token)
    } catch (cause) {
      setError(describeError(cause))
    }
  }
  return (
    <Dialog title="New key" onClose={onClose}>
      <form class="stack" onSubmit={make}>
        <Field label="What it is for" help="Such as the program that uses it." error={error}>
          {(box) => (
            <input
              {...box}
              value={name}
              required
              autocomplete="off"
              onInput={({ currentTarget }) => setName(currentTarget.value)}
            />
          )}
        </Field>
        <Field label="What it may do">
          {(box) => (
            <select
              {...box}
              value={right}
              onChange={({ currentTarget }) => setRight(Number(currentTarget.value))}
            >
              {RIGHTS.map(({ words }, index) => (
                <option key={words} value={index}>
                  {words}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label="It ends">
          {(box) => (
            <select
              {...box}
              value={days}
              onChange={({ currentTarget }) => setDays(Number(currentTarget.value))}
            >
              {listLives(limits).map(([each, words]) => (
                <option key={each} value={each}>
                  {words}
                </option>
              ))}
            </select>
          )}
        </Field>
        <label class="row">
          <input
            type="checkbox"
            checked={isTest}
            disabled={limits.isTest}
            onChange={({ currentTarget }) => setTest(currentTarget.checked)}
          />
          For tests: its videos carry a watermark
        </label>
        <footer>
          <Button onPress={onClose}>Cancel</Button>
          <Button type="submit" loudness="main">
            Make the key
          </Button>
        </footer>
      </form>
    </Dialog>
  )
}
