import { NotFoundError } from '@songreel/sdk'
import { Button } from '../../components/button.tsx'
import { Menu } from '../../components/menu.tsx'
import { Moment } from '../../components/moment.tsx'
import { showToast } from '../../components/toast.tsx'
import { describeError } from '../../format/describe-error.ts'
import type { LookDraft } from './look-draft.ts'
import { readLook, type StoredLook } from './read-look.ts'

/** So many are kept beside the newest. */
const KEPT = 10

/** An earlier version that is being looked at, and what was there before it. */
export type SeenVersion = StoredLook & { before: LookDraft }

type Props = { contentId: string; newest: number; look: LookDraft; onSee(seen: SeenVersion): void }

/** The versions that are kept: one of them is put into the editor, as one step that can be undone. */
export function VersionPicker({ contentId, newest, look, onSee }: Props) {
  const first = Math.max(1, newest - KEPT)
  const earlier = Array.from({ length: newest - first }, (_, at) => newest - 1 - at)
  if (earlier.length === 0) return null
  const see = async (version: number) => {
    try {
      const found = await readLook(contentId, version)
      if (found) onSee({ ...found, before: look })
    } catch (error) {
      showToast(
        error instanceof NotFoundError ? `Version ${version} is no longer kept` : describeError(error),
      )
    }
  }
  return (
    <Menu
      label="Earlier versions"
      items={earlier.map((version) => ({
        key: String(version),
        label: `Version ${version}`,
        onPick: () => see(version),
      }))}
    />
  )
}

/** Says which version is seen, and how to go back. */
export function SeenNote({
  seen,
  next,
  onBack,
}: {
  seen: SeenVersion
  next: number
  onBack(look: LookDraft): void
}) {
  return (
    <p class="row small" role="status">
      <span>
        You see version {seen.version}
        {seen.createdAt && (
          <>
            , saved <Moment at={seen.createdAt} />
          </>
        )}
        . Save it to use it again, as version {next}.
      </span>
      <Button isSmall onPress={() => onBack(seen.before)}>
        Go back
      </Button>
    </p>
  )
}
